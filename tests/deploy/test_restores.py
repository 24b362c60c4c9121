"""People who left or were shut out do not come back with a backup."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from unittest import mock

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user
from django.db import DatabaseError, connection
from django.urls import reverse
from django.utils import timezone

from cardsite.backups import archive, erasures
from cardsite.backups.erasures import Fate, Suspension
from games.accounts.models import User
from games.accounts.services import make_guest, restore, suspend
from games.community import moderation
from games.community.account_deletion import delete_account
from games.community.models import Decision
from games.community.moderation import Action, decide
from tests.accounts.signing import sign_in, with_password
from tests.community.moderating import moderator, reported
from tests.deploy.backed_up import FATES, SUMMARY, peopled, saved_people
from tests.matches.tables import person
from tests.sessions import signed_in

__all__ = ["peopled", "saved_people"]

#: a new site's guests, the last of whom has the number of the old site's erased guest, and is erased, too
NEW_GUESTS = """
from games.accounts.services import make_guest; from games.community.account_deletion import delete_account
delete_account([make_guest() for _ in range(4)][-1])
"""


@pytest.mark.slow
def test_whoever_left_or_was_shut_out_does_not_come_back(peopled, tmp_path):
    peopled.run(FATES)
    expected = peopled.run(SUMMARY)
    assert "Ann" not in expected
    assert expected.endswith("True False True\n3"), expected
    saved = next(tmp_path.glob("sifang-*"))
    assert "3 accounts" in peopled.command("restore", saved, "--replace")
    assert peopled.run(SUMMARY) == expected
    # Where the database was lost altogether, the list beside the newest backup says who has gone.
    peopled.command("backup", tmp_path)
    (peopled.var / "sifang.sqlite3").unlink()
    assert "3 accounts" in peopled.command("restore", saved)
    assert peopled.run(SUMMARY) == expected


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("earlier", [False, True], ids=["decided since", "decided twice"])
def test_a_suspension_for_a_time_ends_after_a_restore_too(earlier, tmp_path, time_machine):
    alice, bob, mona = person("alice"), person("bob"), moderator()
    if earlier:
        decide(mona, reported(alice, bob), Action.SUSPEND, "words", days=1)
    before = User.objects.filter(pk=bob.pk).values("is_active", "suspended_at").get()
    decision = decide(mona, reported(alice, bob), Action.SUSPEND, "cheating", days=3)
    erasures.save(tmp_path)
    Decision.objects.filter(pk=decision.pk).delete()
    User.objects.filter(pk=bob.pk).update(**before)
    assert erasures.apply(erasures._merge(tmp_path)) == 1
    assert signed_in(bob).get(reverse("me")).status_code == 403
    restored = Decision.objects.get(number=decision.number)
    assert (restored.reason, restored.at, restored.until) == ("cheating", decision.at, decision.until)
    assert erasures.apply(erasures._merge(tmp_path)) == 0
    time_machine.move_to(decision.until - timedelta(minutes=1))
    assert moderation.end_suspensions() == 0
    time_machine.move_to(decision.until + timedelta(minutes=1))
    assert moderation.end_suspensions() == 1


@pytest.mark.django_db
def test_what_an_operator_has_suspended_stays_so_after_a_restore(tmp_path, time_machine):
    bob = person("bob")
    suspend(bob)
    erasures.save(tmp_path)
    restore(bob)
    assert erasures.apply(erasures._merge(tmp_path)) == 1
    time_machine.move_to(timezone.now() + timedelta(days=400))
    assert moderation.end_suspensions() == 0
    assert not User.objects.get().is_active


@pytest.mark.django_db
def test_a_suspension_in_the_lists_of_an_earlier_release_has_no_time():
    bob = person("bob")
    fates = {who: Fate(suspended=erasures.UNDATED) for who in erasures.known()}
    for expected in (1, 0):
        assert erasures.apply(fates) == expected
        bob.refresh_from_db()
        assert bob.suspended_at


@pytest.mark.django_db(transaction=True)
def test_a_session_that_has_ended_since_does_not_come_back_and_a_guest_stays_signed_in(client):
    """A guest cannot sign in again, and has no password that somebody else may know."""
    with_password("alice")
    sign_in(client)
    guest = signed_in(make_guest())
    with connection.cursor() as cursor:
        for statement in erasures.script(erasures.known()).split(";")[:-1]:
            cursor.execute(statement)
    assert get_user(client).is_authenticated
    assert erasures.finish() == 0
    assert [get_user(browser).is_authenticated for browser in (client, guest)] == [False, True]
    assert not UserSession.objects.exists()


@pytest.mark.django_db
def test_where_only_decisions_are_damaged_a_restore_knows_who_was_erased_or_suspended(tmp_path, monkeypatch, caplog):
    alice, bob, guest = person("alice"), person("bob"), make_guest()
    decision = decide(moderator(), reported(alice, bob), Action.SUSPEND, "words", days=3)
    delete_account(guest)
    monkeypatch.setattr(erasures.moderation, "suspensions", mock.Mock(side_effect=DatabaseError("damaged")))
    fates = {who.pk: fate for who, fate in erasures.load(tmp_path).items()}
    assert fates[guest.pk] == Fate(erased=True)
    assert fates[bob.pk] == Fate(suspended=Suspension(decision.at.isoformat()))
    assert fates[alice.pk] == Fate()
    assert "decisions cannot be read" in caplog.text
    with pytest.raises(DatabaseError):  # a backup's lists say no less than before
        erasures.save(tmp_path)


@pytest.mark.slow
def test_whoever_opened_their_account_again_is_not_closed_by_an_old_list(peopled, tmp_path):
    saved = next(tmp_path.glob("sifang-*"))
    peopled.run(FATES)
    peopled.command("backup", tmp_path)
    peopled.run(
        "from games.accounts.models import User; from games.accounts.services import reopen, restore\n"
        "reopen(User.objects.get(username='ann')); restore(User.objects.get(username='bob'))"
    )
    count = "from games.accounts.models import User; print(User.objects.filter(is_active=True).count())"
    assert "1 accounts" in peopled.command("restore", saved, "--replace")
    assert peopled.run(count) == "3"
    # Nor by a backup in which it is closed.
    newest = sorted(tmp_path.glob("sifang-*"))[-1]
    assert "2 accounts" in peopled.command("restore", newest, "--replace")
    assert peopled.run(count) == "3"


@pytest.mark.slow
def test_whoever_is_erased_stays_so_though_a_restore_has_brought_them_back(peopled, tmp_path):
    """Such as a backup copied without its lists: restored once more, with them, it undoes nothing."""
    peopled.run(FATES)
    peopled.command("backup", tmp_path)
    alone = tmp_path / "alone"
    alone.mkdir()
    saved = shutil.copy(min(tmp_path.glob("sifang-*")), alone)
    (peopled.var / "sifang.sqlite3").unlink()
    peopled.command("restore", saved)
    count = "from games.accounts.models import User; print(User.objects.filter(deleted_at=None).count())"
    assert peopled.run(count) == "4"
    peopled.command("restore", min(tmp_path.glob("sifang-*")), "--replace")
    assert peopled.run(count) == "3"


@pytest.mark.slow
def test_what_a_restore_replaced_is_there_after_a_second_one(peopled, tmp_path):
    """At four in the morning the first backup may be the wrong one."""
    saved = next(tmp_path.glob("sifang-*"))
    peopled.run("from games.accounts.models import User; User.objects.create(username='dan', name='Dan')")
    for _again in range(3):
        peopled.command("restore", saved, "--replace")
    copies = sorted(peopled.var.glob("sifang.sqlite3.before*"))
    names = [sqlite3.connect(file).execute("SELECT name FROM accounts_user").fetchall() for file in copies]
    assert len(copies) == 3
    assert [("Dan",) in rows for rows in names] == [True, False, False]


def test_where_a_file_can_have_no_second_name_the_old_database_is_copied(tmp_path, monkeypatch):
    def without_links(*_names):
        raise OSError("Operation not supported")

    monkeypatch.setattr(archive.os, "link", without_links)
    old = tmp_path / "sifang.sqlite3"
    with closing(sqlite3.connect(old)) as database:
        database.execute("CREATE TABLE hands (number)")
    archive._keep_old(old)
    assert (tmp_path / "sifang.sqlite3.before").read_bytes() == old.read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["sifang.sqlite3", "sifang.sqlite3.before"]


@pytest.mark.slow
def test_a_damaged_database_is_replaced_and_kept(peopled, tmp_path):
    database, damaged = peopled.var / "sifang.sqlite3", b"no database at all" * 1000
    database.write_bytes(damaged)
    assert "all is well" in peopled.command("restore", next(tmp_path.glob("sifang-*")))
    assert (peopled.var / "sifang.sqlite3.before").read_bytes() == damaged
    assert peopled.run("from games.accounts.models import User; print(User.objects.count())") == "4"


def test_a_log_that_a_damaged_database_cannot_take_in_is_kept_with_it(tmp_path, monkeypatch):
    """SQLite leaves it where it is, such as on a failing disk. It may hold the newest moves."""
    old = tmp_path / "sifang.sqlite3"
    for suffix in ("", "-wal", "-shm"):
        old.with_name(old.name + suffix).write_text(f"damaged{suffix}")
    monkeypatch.setattr(archive.sqlite3, "connect", mock.Mock(side_effect=sqlite3.DatabaseError("damaged")))
    for _killed_before_it_was_replaced in range(2):
        archive._keep_old(old)
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {
        "sifang.sqlite3": "damaged",
        "sifang.sqlite3.before": "damaged",
        "sifang.sqlite3.before-wal": "damaged-wal",
        "sifang.sqlite3.before-shm": "damaged-shm",
    }


def test_what_the_log_of_a_damaged_database_held_is_kept(tmp_path):
    live, old, kept = (tmp_path / name for name in ("live.sqlite3", "sifang.sqlite3", "sifang.sqlite3.before"))
    with closing(sqlite3.connect(live)) as database:
        database.executescript("PRAGMA journal_mode=WAL; CREATE TABLE hands (move)")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.executescript("INSERT INTO hands VALUES ('the newest')")
        for suffix in ("", "-wal"):
            shutil.copy(f"{live}{suffix}", f"{old}{suffix}")
    whole = old.read_bytes()
    old.write_bytes(b"damaged".ljust(16) + whole[16:])
    archive._keep_old(old)
    kept.write_bytes(whole[:16] + kept.read_bytes()[16:])
    with closing(sqlite3.connect(kept)) as database:
        assert database.execute("SELECT move FROM hands").fetchall() == [("the newest",)]


@pytest.mark.slow
def test_a_database_that_another_process_has_open_is_not_replaced(peopled, tmp_path):
    peopled.run("from games.accounts.models import User; User.objects.create(username='dan', name='Dan')")
    with closing(sqlite3.connect(peopled.var / "sifang.sqlite3")) as other:
        dan = "SELECT count(*) FROM accounts_user WHERE name = 'Dan'"
        assert other.execute(dan).fetchone() == (1,)
        output = peopled.command("restore", next(tmp_path.glob("sifang-*")), "--replace", ok=False)
        assert "sifang.sqlite3 is in use" in output and "Traceback" not in output
        other.execute("UPDATE accounts_user SET name = 'Dan' WHERE name = 'Cid'")
        other.commit()
    with closing(sqlite3.connect(peopled.var / "sifang.sqlite3")) as database:
        assert database.execute(dan).fetchone() == (2,)
    assert sorted(file.name for file in peopled.var.glob("sifang.sqlite3*")) == ["sifang.sqlite3"]


@pytest.mark.slow
def test_a_site_begun_anew_does_not_bring_back_who_had_gone_before(peopled, tmp_path):
    """Its first guest has the number of somebody on the old peopled."""
    saved = next(tmp_path.glob("sifang-*"))
    peopled.run(FATES)
    peopled.command("backup", tmp_path)
    expected = peopled.run(SUMMARY)
    (peopled.var / "sifang.sqlite3").unlink()
    peopled.prepare()
    peopled.run(NEW_GUESTS)
    peopled.command("backup", tmp_path)  # its lists must not forget whom the new site does not know
    assert "3 accounts" in peopled.command("restore", saved, "--replace")
    assert peopled.run(SUMMARY) == expected


@pytest.mark.slow
def test_whoever_was_deleted_is_told_by_more_than_their_number(peopled, tmp_path):
    """A site restarted after a loss reuses numbers: its guest is not the person in the backup."""
    peopled.run(
        "from datetime import timedelta; from django.db.models import F; from django.utils import timezone\n"
        "from games.accounts.models import User; guests = User.objects.filter(is_guest=True)\n"
        "guests.update(deleted_at=timezone.now(), date_joined=F('date_joined') + timedelta(hours=1))"
    )
    saved = next(tmp_path.glob("sifang-*"))
    assert "accounts are again" not in peopled.command("restore", saved, "--replace")
    count = "from games.accounts.models import User; print(User.objects.filter(deleted_at=None).count())"
    assert peopled.run(count) == "4"
