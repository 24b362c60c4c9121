"""Backups and restores that are killed half-way."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import time
from contextlib import closing
from itertools import count

import pytest
from django.db import DatabaseError, connection

from cardsite.backups import archive, erasures
from tests.deploy.backed_up import FATES, PEOPLE, SUMMARY, large, peopled, saved_people, site_of
from tests.killed import FORKED, PROGRAM, killed

__all__ = ["peopled", "saved_people"]

#: a restore that is killed when the database is replaced, before anything else is done
KILLED = """
from pathlib import Path
from cardsite.backups import archive
archive.call_command = die
archive.restore(Path({saved!r}), replace=True)
"""

#: a restore that is killed before it opens a database, or names or removes a file, for the ``STEP``-th time
KILLED_BEFORE = """
import sys
from pathlib import Path
from cardsite.backups import archive
steps = iter(range({step}))
watched = {{"sqlite3.connect", "os.link", "os.rename", "os.remove"}}
sys.addaudithook(lambda event, arguments: die() if event in watched and next(steps, None) is None else None)
archive.restore(Path({saved!r}), replace=True)
os._exit(0)
"""


@pytest.mark.django_db(transaction=True)
def test_what_a_killed_backup_left_goes_a_day_later_with_the_next(tmp_path):
    now = time.time()
    name = f".sifang-20260101T000000000000Z{archive.KINDS[connection.vendor]}.unfinished"
    old, copy, fresh = tmp_path / name, tmp_path / f"{name}.copy", tmp_path / name.replace("2026", "2027")
    others = [tmp_path / "sifang-mine", tmp_path / ".mine.unfinished"]
    for path, hours in ((old, 25), (copy, 25), (fresh, 23), *((one, 999) for one in others)):
        path.write_bytes(b"half")
        os.utime(path, (now, now - hours * 3600))
    backup = archive.back_up(tmp_path)
    names = {path.name for path in tmp_path.iterdir()} - {"gone.json", "away.json"}
    assert names == {backup.name, fresh.name, *(path.name for path in others)}


@pytest.fixture(params=["embedded", pytest.param("large", marks=large)])
def site(request):
    site = site_of(request.param)
    yield site
    site.remove()


@pytest.mark.slow
def test_nobody_comes_back_where_a_restore_was_killed_half_way(site, tmp_path):
    """The database that knew who had gone no longer exists, and no list says so yet."""
    site.prepare()
    site.run(PEOPLE)
    site.command("backup", tmp_path)
    site.run(FATES)
    expected = site.run(SUMMARY)
    saved = next(tmp_path.glob("sifang-*"))
    lists = [tmp_path / name for name in ("gone.json", "away.json")]

    def restore_half():
        for file in lists:
            file.write_text("[]")
        killed(site, KILLED.format(saved=str(saved)))
        count = "from games.accounts.models import User; print(User.objects.filter(is_active=True).count())"
        assert site.run(count) == "4"

    restore_half()
    assert "3 accounts" in site.command("restore", saved, "--replace")
    assert site.run(SUMMARY) == expected
    restore_half()
    site.command("backup", tmp_path)  # its lists must not forget who is not gone yet
    assert [len(json.loads(file.read_text())) for file in lists] == [1, 2]
    site.command("prepare")
    assert site.run(SUMMARY) == expected
    # And that is all: what becomes of them later is their own affair.
    site.run(
        "from games.accounts.models import User; from games.accounts.services import restore\n"
        "restore(User.objects.get(username='bob'))"
    )
    site.command("prepare")
    assert (
        site.run("from games.accounts.models import User; print(User.objects.get(username='bob').is_active)") == "True"
    )


def names_in(file):
    """Return the names of all people in an SQLite database, which must exist."""
    with closing(sqlite3.connect(f"file:{file}?mode=rw", uri=True)) as database:
        return {name for (name,) in database.execute("SELECT name FROM accounts_user")}


@pytest.mark.slow
def test_wherever_a_restore_is_killed_the_site_has_a_database_and_nobody_comes_back(peopled, tmp_path):
    """Dan is only in the old database's write-ahead log: it belongs to that database, and never to the new one."""
    site = peopled
    site.run(FATES)
    expected = site.run(SUMMARY)
    killed(site, "from games.accounts.models import User\nUser.objects.create(username='dan', name='Dan')\ndie()")
    (tmp_path / "old").mkdir()
    for file in site.var.glob("sifang.sqlite3*"):
        shutil.copy(file, tmp_path / "old")
    assert (tmp_path / "old" / "sifang.sqlite3-wal").stat().st_size > 0
    saved, database = next(tmp_path.glob("sifang-*")), site.var / "sifang.sqlite3"
    for step in count():
        for file in site.var.glob("sifang.sqlite3*"):
            file.unlink()
        for file in (tmp_path / "old").iterdir():
            shutil.copy(file, site.var)
        program = KILLED_BEFORE.format(step=step, saved=str(saved))
        status = site.run(FORKED.format(program=PROGRAM + program))
        if status == "0":
            break
        assert status == str(-signal.SIGKILL)
        has_new = "Dan" not in names_in(database)
        assert has_new == ("Ann" in names_in(database)), step
        if has_new:
            site.command("prepare")
            assert site.run(SUMMARY) == expected, step
        site.command("restore", saved, "--replace")
        assert site.run(SUMMARY) == expected, step
        assert [file.name for file in site.var.glob("*.before*") if "Dan" in names_in(file)] == [
            "sifang.sqlite3.before"
        ], step
        assert not list(site.var.glob("*.restoring*")), step
    assert step > 4


@pytest.mark.django_db(transaction=True)
def test_fates_that_cannot_be_read_are_not_taken_for_done():
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE {erasures.TABLE} (damaged text)")
        try:
            with pytest.raises(DatabaseError):
                erasures.finish()
            assert erasures.TABLE in connection.introspection.table_names()
            assert erasures.left_over() == {}
        finally:
            cursor.execute(f"DROP TABLE {erasures.TABLE}")
    assert erasures.finish() == 0
