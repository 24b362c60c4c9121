"""Backups while tables play, bringing them back, moving house."""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
import subprocess
import sys
from urllib.parse import parse_qsl, urlsplit

import dj_database_url
import pytest
from django.db import connection
from psycopg.pq import Conninfo

from cardsite.keeping import backups
from cardsite.keeping.checking import look_through
from games.accounts.models import User
from games.hands.models import Entry, Hand
from tests.faults import oracle
from tests.faults.bot import Bot
from tests.hands.tables import house, match_of
from tests.sites import ROOT, LargeSite, Site, services_missing

#: Presses of each bot between two looks.
PRESSES = 4
large = [pytest.mark.postgres, pytest.mark.redis]
#: What of every table is the same after a move: counts, and whole rows of those that matter most.
DIGEST = """
import hashlib, json
from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
found = {}
for model in apps.get_models(include_auto_created=True):
    rows = [
        {k: bytes(v).hex() if isinstance(v, (bytes, memoryview)) else v for k, v in row.items()}
        for row in model._base_manager.order_by("pk").values()
    ]
    text = json.dumps(rows, sort_keys=True, cls=DjangoJSONEncoder)
    found[model._meta.label] = [len(rows), hashlib.sha256(text.encode()).hexdigest()]
print(json.dumps(found, sort_keys=True))
"""


def made(kind, **environment):
    """Return a running site of a kind, or skip where what it needs is not there."""
    if kind == "large" and (missing := services_missing()):
        if os.environ.get("CI") and not os.environ.get("NO_SERVICES"):
            pytest.fail(f"CI needs {missing}.")
        pytest.skip(f"{missing} cannot be reached")
    site = {"embedded": Site, "large": LargeSite}[kind](
        SIFANG_AI_PACE="0.0,0.02", SIFANG_NEXT_HAND_SECONDS="0.1", **environment
    )
    site.start()
    return site


@pytest.fixture(params=["embedded", pytest.param("large", marks=large)])
def site(request):
    site = made(request.param)
    yield site
    if site.process.poll() is None:
        site.stop()
    site.remove()


def command(site, *words, ok=True):
    """Run a management command on a site's data; return what it says."""
    done = subprocess.run(
        [sys.executable, "manage.py", *map(str, words)],
        cwd=ROOT,
        env=site.environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode == 0) == ok, done.stdout + done.stderr
    return done.stdout + done.stderr


def press(bots, count=PRESSES):
    """Have every bot press so many times, or until its match is over."""
    for bot in bots:
        until = len(bot.journal) + count
        while len(bot.journal) < until and not bot.over():
            bot.turn()


def seated(site, count=3):
    bots = [Bot(site.url, seed) for seed in range(count)]
    for bot in bots:
        bot.sit_down()
    return bots


@pytest.mark.slow
def test_a_backup_made_while_people_play_comes_back_whole(site, tmp_path):
    bots = seated(site)
    press(bots)
    before = [list(bot.journal) for bot in bots]
    backing_up = subprocess.Popen(
        [sys.executable, "manage.py", "backup", str(tmp_path)], cwd=ROOT, env=site.environment, stdout=subprocess.PIPE
    )
    while backing_up.poll() is None:
        press(bots, 1)
    assert backing_up.returncode == 0
    press(bots)
    site.stop()
    saved = next(tmp_path.glob("sifang-*"))
    assert saved.stat().st_mode & 0o077 == 0
    assert "With --replace" in command(site, "restore", saved, ok=False)
    assert "all is well" in command(site, "restore", saved, "--replace")
    oracle.check(site, before)
    site.start()
    for bot in bots:
        bot.journal.clear()
    press(bots)
    oracle.check(site, [bot.journal for bot in bots])


@pytest.mark.slow
def test_a_site_that_runs_is_not_restored(site, tmp_path):
    bots = seated(site, 1)
    command(site, "backup", tmp_path)
    saved = next(tmp_path.glob("sifang-*"))
    said = command(site, "restore", saved, "--replace", ok=False)
    assert "Another process" in said or "connections are open" in said
    press(bots)
    oracle.check(site, [bot.journal for bot in bots])


@pytest.mark.django_db(transaction=True)
def test_a_broken_backup_changes_nothing(tmp_path):
    ann = User.objects.create(username="ann", name="Ann")
    for number, content in enumerate((b"", b"no gzip at all", gzip.compress(b"no database"))):
        broken = tmp_path / f"sifang-{number}{backups.KINDS[connection.vendor]}"
        broken.write_bytes(content)
        with pytest.raises(backups.Refused):
            backups.bring_back(broken, replace=True)
    with pytest.raises(backups.Refused, match="no backup of this database"):
        backups.bring_back(tmp_path / "holiday.jpg", replace=True)
    assert User.objects.get() == ann


@pytest.mark.parametrize("kind", ["embedded", pytest.param("large", marks=large)])
def test_where_there_is_no_database_yet_nothing_is_backed_up_and_no_list_is_emptied(kind, tmp_path):
    if kind == "large" and (missing := services_missing()):
        pytest.skip(f"{missing} cannot be reached")
    site = {"embedded": Site, "large": LargeSite}[kind]()
    lists = {tmp_path / name: text for name, text in (("gone.json", '{"1": "then"}'), ("away.json", "[]"))}
    for path, text in lists.items():
        path.write_text(text)
    for _empty in range(2):
        said = command(site, "backup", tmp_path, ok=False)
        assert "There is no database yet" in said
        assert "Traceback" not in said
        if kind == "embedded":
            (site.var / "sifang.sqlite3").touch()
    assert {path: path.read_text() for path in tmp_path.iterdir()} == lists
    site.remove()


def test_a_database_that_cannot_be_copied_is_said_to_be_so(tmp_path):
    site = Site()
    (site.var / "sifang.sqlite3").write_bytes(b"no database at all" * 1000)
    said = command(site, "backup", tmp_path, ok=False)
    assert "sifang.sqlite3 cannot be copied: file is not a database" in said
    assert "Traceback" not in said
    assert list(tmp_path.iterdir()) == []
    site.remove()


#: a site's people: Ann closes hers, Bob is shut out, a guest is erased, Cid stays
PEOPLE = """
from games.accounts.models import User; from games.accounts.services import make_guest
for name in ("ann", "bob", "cid"): User.objects.create_user(name, password="pass-9-word", name=name.title())
make_guest()
"""
FATES = """
from datetime import timedelta; from django.utils import timezone
from games.accounts.models import User; from games.accounts.services import suspend
from games.people.leaving import delete_account
delete_account(User.objects.get(username="ann")); suspend(User.objects.get(username="bob"))
delete_account(User.objects.get(is_guest=True))
User.objects.filter(username="ann").update(closed_at=timezone.now() - timedelta(days=29))
"""
TOLD = """
from datetime import timedelta; from django.utils import timezone
from games.accounts.models import User
ann, bob, cid = (User.objects.get(username=name) for name in ("ann", "bob", "cid"))
print(ann.name, ann.closed_at < timezone.now() - timedelta(days=28), bob.is_active, cid.is_active)
print(User.objects.filter(deleted_at=None).count())
"""


def peopled(folder):
    """Return a site with these people, of which a backup lies in a folder."""
    site = Site()
    command(site, "prepare")
    site.run(PEOPLE)
    command(site, "backup", folder)
    return site


@pytest.mark.slow
def test_whoever_left_or_was_shut_out_does_not_come_back(tmp_path):
    site = peopled(tmp_path)
    site.run(FATES)
    there = site.run(TOLD)
    assert "Ann" not in there
    assert there.endswith("True False True\n3"), there
    saved = next(tmp_path.glob("sifang-*"))
    assert "3 accounts" in command(site, "restore", saved, "--replace")
    assert site.run(TOLD) == there
    # Where the database was lost altogether, the list beside the newest backup says who has gone.
    command(site, "backup", tmp_path)
    (site.var / "sifang.sqlite3").unlink()
    assert "3 accounts" in command(site, "restore", saved)
    assert site.run(TOLD) == there
    site.remove()


@pytest.mark.slow
def test_whoever_opened_his_account_again_is_not_closed_by_an_old_list(tmp_path):
    site = peopled(tmp_path)
    saved = next(tmp_path.glob("sifang-*"))
    site.run(FATES)
    command(site, "backup", tmp_path)
    site.run(
        "from games.accounts.models import User; from games.accounts.services import reopen, restore\n"
        "reopen(User.objects.get(username='ann')); restore(User.objects.get(username='bob'))"
    )
    count = "from games.accounts.models import User; print(User.objects.filter(is_active=True).count())"
    assert "1 accounts" in command(site, "restore", saved, "--replace")
    assert site.run(count) == "3"
    # Nor by a backup that holds it closed.
    newest = sorted(tmp_path.glob("sifang-*"))[-1]
    assert "2 accounts" in command(site, "restore", newest, "--replace")
    assert site.run(count) == "3"
    site.remove()


@pytest.mark.slow
def test_whoever_is_erased_stays_so_though_a_restore_has_brought_him_back(tmp_path):
    """A backup that was copied without its lists, say: brought back once more, with them, it undoes nothing."""
    site = peopled(tmp_path)
    site.run(FATES)
    command(site, "backup", tmp_path)
    alone = tmp_path / "alone"
    alone.mkdir()
    saved = shutil.copy(min(tmp_path.glob("sifang-*")), alone)
    (site.var / "sifang.sqlite3").unlink()
    command(site, "restore", saved)
    count = "from games.accounts.models import User; print(User.objects.filter(deleted_at=None).count())"
    assert site.run(count) == "4"
    command(site, "restore", min(tmp_path.glob("sifang-*")), "--replace")
    assert site.run(count) == "3"
    site.remove()


@pytest.mark.slow
def test_what_a_restore_replaced_is_there_after_a_second_one(tmp_path):
    """At four in the morning the first backup may be the wrong one."""
    site = peopled(tmp_path)
    saved = next(tmp_path.glob("sifang-*"))
    site.run("from games.accounts.models import User; User.objects.create(username='dan', name='Dan')")
    for _again in range(3):
        command(site, "restore", saved, "--replace")
    kept = sorted(site.var.glob("sifang.sqlite3.before*"))
    names = [sqlite3.connect(file).execute("SELECT name FROM accounts_user").fetchall() for file in kept]
    assert len(kept) == 3
    assert [("Dan",) in found for found in names] == [True, False, False]
    site.remove()


@pytest.mark.slow
def test_a_site_begun_anew_does_not_bring_back_who_had_gone_before(tmp_path):
    """Its first guest has the number of somebody of the old one."""
    site = peopled(tmp_path)
    saved = next(tmp_path.glob("sifang-*"))
    site.run(FATES)
    command(site, "backup", tmp_path)
    there = site.run(TOLD)
    (site.var / "sifang.sqlite3").unlink()
    command(site, "prepare")
    site.run("from games.accounts.services import make_guest; make_guest()")
    assert "3 accounts" in command(site, "restore", saved, "--replace")
    assert site.run(TOLD) == there
    site.remove()


@pytest.mark.slow
def test_whoever_was_deleted_is_told_by_more_than_his_number(tmp_path):
    """A site begun anew after a loss gives numbers anew: a guest of it is not whom the backup has."""
    site = Site()
    command(site, "prepare")
    site.run("from games.accounts.services import make_guest; make_guest()")
    command(site, "backup", tmp_path)
    site.run(
        "from datetime import timedelta; from django.db.models import F; from django.utils import timezone\n"
        "from games.accounts.models import User\n"
        "User.objects.update(deleted_at=timezone.now(), date_joined=F('date_joined') + timedelta(hours=1))"
    )
    saved = next(tmp_path.glob("sifang-*"))
    assert "accounts are again" not in command(site, "restore", saved, "--replace")
    there = "from games.accounts.models import User; print(User.objects.filter(deleted_at=None).count())"
    assert site.run(there) == "1"
    site.remove()


@pytest.mark.django_db(transaction=True)
def test_only_the_newest_backups_are_kept(tmp_path):
    made = [backups.back_up(tmp_path) for _ in range(3)]
    assert backups.thin_out(tmp_path, 2) == made[:1]
    assert sorted(tmp_path.glob("sifang-*")) == made[1:]


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.redis
def test_the_embedded_site_moves_house_with_all_its_data():
    large = made("large")
    large.stop()
    small = Site(SIFANG_AI_PACE="0.0,0.02", SIFANG_NEXT_HAND_SECONDS="0.1")
    small.start()
    bots = seated(small)
    press(bots)
    file = small.var / "sifang.sqlite3"
    assert "Another process serves" in command(large, "move_data", file, ok=False)
    small.stop()
    large.run("from games.accounts.models import User; User.objects.all().delete()")
    assert "all is well" in command(large, "move_data", file)
    assert large.run(DIGEST) == small.run(DIGEST)
    oracle.check(large, [bot.journal for bot in bots])
    assert "must be empty" in command(large, "move_data", file, ok=False)
    large.environment["SECRET_KEY"] = (small.var / "secret-key").read_text()
    large.start()
    for bot in bots:
        bot.url = large.url  # the same cookies: nobody is signed out, and new rows get new numbers
    press(bots)
    oracle.check(large, [bot.journal for bot in bots])
    large.stop()
    small.remove()
    large.remove()


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
def test_a_hand_that_is_not_what_its_entries_say_is_found():
    match_of("all-fours", "random", "random")
    house()
    assert not look_through().wrong
    # a jack turned up may end the match before anybody has done anything
    first, last = Hand.objects.earliest("pk"), Hand.objects.filter(version__gt=0).latest("pk")
    Hand.objects.filter(pk=first.pk).update(result=first.result | {"bent": 1})
    # the last entry: a hand of All Fours may be over after «beg» and «give»
    Entry.objects.filter(hand=last, seq=last.version - 1).delete()
    assert [fault.partition(":")[0] for fault in look_through().wrong] == [f"hand {first.pk}", f"hand {last.pk}"]


def test_a_password_is_in_no_command_line(monkeypatch):
    seen = []
    monkeypatch.setattr(backups.shutil, "which", lambda name: name)
    monkeypatch.setattr(
        backups.subprocess,
        "run",
        lambda command, **how: seen.append((command, how["env"])) or subprocess.CompletedProcess(command, 0),
    )
    monkeypatch.setitem(backups.connection.settings_dict, "PASSWORD", "hush")
    backups._run(["pg_dump", "--format=custom"])
    assert "hush" not in " ".join(seen[0][0])
    assert seen[0][1]["PGPASSWORD"] == "hush"


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("row", "damage", "said"),
    [
        (Hand, {"deck": []}, "cannot be dealt: Malformed"),
        (Hand, {"deck": ["XX"]}, "cannot be dealt: KeyError"),
        (Hand, {"context": {}}, "cannot be dealt: Malformed"),
        (Entry, {"action": {"do": "close"}}, "entry 0 cannot be read: AssertionError"),
    ],
)
def test_a_hand_that_cannot_be_read_is_named_and_the_others_are_looked_at(row, damage, said):
    """Whoever is told to look through the hands, because one cannot be read, must learn which."""
    match_of("all-fours", "random", "random")
    house()
    first, *others = Hand.objects.order_by("pk")
    row.objects.filter(**{"pk" if row is Hand else "hand": first.pk}).update(**damage)
    found = look_through()
    assert [fault.startswith(f"hand {first.pk}: ") and said in fault for fault in found.wrong] == [True]
    assert found.hands == 1 + len(others)


@pytest.mark.parametrize(
    "url",
    [
        "postgres://someone@db/sifang?sslmode=verify-full&sslrootcert=/etc/ours.pem&sslcert=/c&sslkey=/k",
        "postgres://someone@db/sifang?service=ours&passfile=/p&channel_binding=require&connect_timeout=5",
    ],
)
def test_postgres_programs_ask_for_what_the_site_asks_for(monkeypatch, url):
    """A certificate that a database is known by, say: without it there is no backup of that database."""
    for name, what in dj_database_url.parse(url).items():
        monkeypatch.setitem(connection.settings_dict, name, what)
    connection.settings_dict["OPTIONS"]["pool"] = {"min_size": 1}
    asked = dict(parse_qsl(urlsplit(url).query))
    told = backups._where()
    known = {option.keyword.decode(): option.envvar.decode() for option in Conninfo.get_defaults() if option.envvar}
    assert {name: told.get(known[name]) for name in asked} == asked
    assert told["PGHOST"] == "db"
    assert "pool" not in str(told)
