"""Backups while tables play, and bringing them back."""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path
from unittest import mock
from urllib.parse import parse_qsl, urlsplit

import dj_database_url
import pytest
from django.db import DatabaseError, connection
from psycopg.pq import Conninfo

from cardsite.backups import archive, erasures
from cardsite.backups.erasures import Fate, Person
from games.accounts.models import User
from games.accounts.services import make_guest, reopen, restore, suspend
from games.community.account_deletion import delete_account
from tests.deploy.backed_up import kinds, press, seated, site, site_of
from tests.faults import oracle
from tests.programs import Program, python
from tests.sites import Site

__all__ = ["site"]


@pytest.mark.slow
def test_a_backup_made_while_people_play_comes_back_whole_and_replaces_no_site_that_runs(site, tmp_path):
    bots = seated(site)
    press(bots)
    before = [list(bot.journal) for bot in bots]
    words = ("manage.py", "backup", str(tmp_path))
    backing_up = Program(python, *words, environment=site.environment, log=site.var / "backup")
    while backing_up.poll() is None:
        press(bots, 1)
    assert backing_up.wait() == 0
    saved = next(tmp_path.glob("sifang-*"))
    assert saved.stat().st_mode & 0o077 == 0
    output = site.command("restore", saved, "--replace", ok=False)
    assert "Another process" in output or "connections are open" in output
    press(bots)
    oracle.check(site, [bot.journal for bot in bots])
    site.stop()
    assert "With --replace" in site.command("restore", saved, ok=False)
    assert "all is well" in site.command("restore", saved, "--replace")
    oracle.check(site, before)
    site.start()
    for bot in bots:
        bot.journal.clear()
    press(bots)
    oracle.check(site, [bot.journal for bot in bots])


@pytest.mark.django_db(transaction=True)
def test_a_broken_backup_changes_nothing(tmp_path):
    ann = User.objects.create(username="ann", name="Ann")
    for number, content in enumerate((b"", b"no gzip at all", gzip.compress(b"no database"))):
        broken = tmp_path / f"sifang-{number}{archive.KINDS[connection.vendor]}"
        broken.write_bytes(content)
        with pytest.raises(archive.BackupRefused):
            archive.restore(broken, replace=True)
    with pytest.raises(archive.BackupRefused, match="no backup of this database"):
        archive.restore(tmp_path / "holiday.jpg", replace=True)
    assert User.objects.get() == ann


@kinds
def test_where_there_is_no_database_yet_nothing_is_backed_up_and_no_list_is_emptied(kind, tmp_path):
    site = site_of(kind)
    lists = {tmp_path / name: text for name, text in (("gone.json", '{"1": "then"}'), ("away.json", "[]"))}
    for path, text in lists.items():
        path.write_text(text)
    for _empty in range(2):
        output = site.command("backup", tmp_path, ok=False)
        assert "There is no database yet" in output
        assert "Traceback" not in output
        if kind == "embedded":
            (site.var / "sifang.sqlite3").touch()
    assert {path: path.read_text() for path in tmp_path.iterdir()} == lists
    site.remove()


@pytest.mark.django_db
def test_where_people_cannot_be_read_no_list_is_changed(tmp_path, monkeypatch):
    lists = {tmp_path / name: text for name, text in (("gone.json", "[]"), ("away.json", "[]"))}
    for path, text in lists.items():
        path.write_text(text)
    suspend(User.objects.create(username="ann", name="Ann"))
    monkeypatch.setattr(erasures, "User", mock.Mock(**{"objects.values_list.side_effect": DatabaseError}))
    with pytest.raises(DatabaseError):
        erasures.save(tmp_path)
    assert {path: path.read_text() for path in tmp_path.iterdir()} == lists


@pytest.mark.django_db
def test_the_lists_of_an_earlier_release_are_kept(tmp_path):
    then = "2026-01-01T00:00:00+00:00"
    (tmp_path / "gone.json").write_text(json.dumps({"1": then}))
    (tmp_path / "away.json").write_text(json.dumps([[2, then, then, False], [3, then, "", True]]))
    people = erasures.load(tmp_path)
    assert people == {
        Person(2, then): Fate(closed=then),
        Person(3, then): Fate(suspended=erasures.UNDATED),
        Person(1, then): Fate(erased=True),
    }
    erasures.save(tmp_path)
    assert erasures.load(tmp_path) == people


@pytest.mark.django_db
def test_the_release_before_reads_the_lists_of_this_one(tmp_path):
    """A site that went back to it restores, too. Accounts of two sites may have the same number."""
    (tmp_path / "gone.json").write_text(json.dumps([[7, "earlier"], [7, "later"], [70, "now"]]))
    for number, change in enumerate((delete_account, suspend)):
        change(User.objects.create(username=f"{number}", name="Ann"))
    erasures.save(tmp_path)
    closed, suspended = ((person.pk, person.date_joined.isoformat()) for person in User.objects.order_by("pk"))
    # as ``load`` has it in 93d16753
    gone, away = (json.loads((tmp_path / name).read_text()) for name in ("gone.json", "away.json"))
    assert {(int(pk), joined) for pk, joined in (gone or {}).items()} == {(7, "earlier"), (7, "later"), (70, "now")}
    saved = {(pk, joined): (bool(when), bool(out)) for pk, joined, when, out in away}
    assert saved == {closed: (True, False), suspended: (False, True)}
    assert {person for person, fate in erasures.load(tmp_path).items() if fate.erased} == {
        Person(7, "earlier"),
        Person(7, "later"),
        Person(70, "now"),
    }


@pytest.mark.parametrize("name", ["gone.json", "away.json"])
@pytest.mark.parametrize("damaged", [b"", b'{"1": "th', b"\xff", b"7", b'["a"]', b"null"])
def test_a_list_with_anything_else_in_it_cannot_be_read(tmp_path, name, damaged):
    (tmp_path / name).write_bytes(damaged)
    with pytest.raises(erasures.Unreadable, match=f"{name}.*readable copy"):
        erasures._merge(tmp_path)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["gone.json", "away.json"])
def test_a_list_that_cannot_be_read_is_put_aside_and_no_restore_goes_on_without_it(tmp_path, caplog, name):
    damaged = b'{"1": "th'
    suspend(User.objects.create(username="ann", name="Ann"))
    delete_account(make_guest())
    path = tmp_path / name
    path.write_bytes(damaged)
    backup = archive.back_up(tmp_path)
    aside = tmp_path / f"{name}.unreadable"
    assert aside.read_bytes() == damaged
    assert [len(json.loads((tmp_path / one).read_text())) for one in ("gone.json", "away.json")] == [1, 1]
    assert f"{name} cannot be read" in caplog.text
    path.write_bytes(damaged)
    archive.back_up(tmp_path)
    assert (tmp_path / f"{name}.unreadable-2").read_bytes() == damaged
    with pytest.raises(archive.BackupRefused, match=f"{name}.unreadable.*readable copy"):
        archive.restore(backup, replace=True)
    for one in tmp_path.glob("*.unreadable*"):
        one.unlink()
    path.write_bytes(damaged)
    with pytest.raises(archive.BackupRefused, match=f"{name}.*readable copy"):
        archive.restore(backup, replace=True)
    assert path.read_bytes() == damaged


@pytest.mark.django_db
def test_a_readable_copy_of_a_list_that_was_put_aside_is_read_with_the_list(tmp_path):
    (tmp_path / "gone.json").write_text(json.dumps({"1": "later"}))
    (tmp_path / "gone.json.unreadable").write_text(json.dumps({"1": "earlier"}))
    people = erasures.load(tmp_path)
    assert people == {Person(1, "earlier"): Fate(erased=True), Person(1, "later"): Fate(erased=True)}
    erasures.save(tmp_path)
    assert len(json.loads((tmp_path / "gone.json").read_text())) == 2


@pytest.mark.django_db
def test_a_readable_copy_that_was_taken_over_is_removed_and_keeps_nobody_away_who_has_come_back(tmp_path, caplog):
    ann, bob = (User.objects.create(username=name, name=name) for name in ("ann", "bob"))
    delete_account(ann)
    suspend(bob)
    erasures.save(tmp_path)
    aside, away = tmp_path / "away.json.unreadable", tmp_path / "away.json"
    copy, damaged = away.read_bytes(), tmp_path / "gone.json.unreadable"
    away.write_bytes(b"")
    damaged.write_bytes(b"")
    erasures.save(tmp_path)
    aside.write_bytes(copy)
    with mock.patch.object(Path, "unlink", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        erasures.save(tmp_path)  # killed before it is removed
    assert away.read_bytes() == aside.read_bytes() == copy
    erasures.save(tmp_path)
    assert (aside.exists(), damaged.exists()) == (False, True), "only what could be read is removed"
    assert "away.json.unreadable could be read" in caplog.text
    reopen(User.objects.get(pk=ann.pk))
    restore(User.objects.get(pk=bob.pk))
    damaged.unlink()
    erasures.save(tmp_path)
    User.objects.all().delete()  # the database is lost
    assert erasures.load(tmp_path) == {}


def test_a_database_that_cannot_be_copied_is_said_to_be_so(tmp_path):
    site = Site()
    (site.var / "sifang.sqlite3").write_bytes(b"no database at all" * 1000)
    output = site.command("backup", tmp_path, ok=False)
    assert "sifang.sqlite3 cannot be copied: file is not a database" in output
    assert "Traceback" not in output
    assert list(tmp_path.iterdir()) == []
    site.remove()


@pytest.mark.django_db(transaction=True)
def test_only_the_newest_backups_are_kept(tmp_path):
    backups = [archive.back_up(tmp_path) for _ in range(3)]
    assert archive.prune(tmp_path, 2) == backups[:1]
    assert sorted(tmp_path.glob("sifang-*")) == backups[1:]


def test_a_password_is_in_no_command_line(monkeypatch):
    calls = []
    monkeypatch.setattr(archive.shutil, "which", lambda name: name)
    monkeypatch.setattr(
        archive.subprocess,
        "run",
        lambda command, **options: calls.append((command, options["env"])) or subprocess.CompletedProcess(command, 0),
    )
    monkeypatch.setitem(archive.connection.settings_dict, "PASSWORD", "hush")
    archive._run(["pg_dump", "--format=custom"])
    assert "hush" not in " ".join(calls[0][0])
    assert calls[0][1]["PGPASSWORD"] == "hush"


@pytest.mark.parametrize(
    "url",
    [
        "postgres://someone@db/sifang?sslmode=verify-full&sslrootcert=/etc/ours.pem&sslcert=/c&sslkey=/k",
        "postgres://someone@db/sifang?service=ours&passfile=/p&channel_binding=require&connect_timeout=5",
    ],
)
def test_postgres_programs_ask_for_what_the_site_asks_for(monkeypatch, url):
    """Such as the certificate by which a database is known: without it that database is not backed up."""
    for name, value in dj_database_url.parse(url).items():
        monkeypatch.setitem(connection.settings_dict, name, value)
    connection.settings_dict["OPTIONS"]["pool"] = {"min_size": 1}
    parameters = dict(parse_qsl(urlsplit(url).query))
    environment = archive._libpq_environment()
    variables = {option.keyword.decode(): option.envvar.decode() for option in Conninfo.get_defaults() if option.envvar}
    assert {name: environment.get(variables[name]) for name in parameters} == parameters
    assert environment["PGHOST"] == "db"
    assert "pool" not in str(environment)
