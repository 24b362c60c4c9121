"""What a machine may lack: disk space, write permission, file descriptors, Redis. Goal O7."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import urllib.error
import urllib.request

import pytest

from cardsite.deploy.stack import free_port
from tests import programs
from tests.faults import oracle
from tests.faults.bot import Bot
from tests.faults.test_kill import goes_on, play
from tests.sites import Site

pytestmark = pytest.mark.slow


@pytest.fixture
def site():
    site = Site(SIFANG_AI_PACE="0.0,0.02", SIFANG_NEXT_HAND_SECONDS="0.1")
    yield site
    if site.process is not None and site.process.poll() is None:
        site.stop(signal.SIGKILL)
    site.remove()


def serve_until_exit(site, timeout=60, **more):
    """Run the site until it exits by itself; return its status and output."""
    words = ("manage.py", "serve", "--port", str(site.port))
    return programs.run(*words, environment=site.environment | more, timeout=timeout)


def test_without_redis_at_start_the_large_site_serves_what_needs_none(site):
    """Pages need only the database; Redis may start later."""
    site.environment["REDIS_URL"] = f"redis://127.0.0.1:{free_port()}/0"
    site.environment["SIFANG_VAR"] = str(site.var)
    site.start()
    bot = Bot(site.url, 1)
    bot.sit_down()
    assert bot.table
    with pytest.raises(urllib.error.HTTPError) as unready:
        urllib.request.urlopen(site.url + "/readyz", timeout=20)
    assert unready.value.code == 503


def test_without_a_database_it_does_not_start_and_says_so(site):
    status, output = serve_until_exit(site, DATABASE_URL=f"postgres://nobody@127.0.0.1:{free_port()}/none")
    assert status != 0
    assert "refused" in output or "connect" in output.lower()


def test_a_folder_that_cannot_be_written_is_named(site):
    blocker = site.var / "file"
    blocker.write_text("no folder")
    status, output = serve_until_exit(site, SIFANG_VAR=str(blocker / "var"))
    assert status != 0
    assert "file" in output


def test_a_full_disk_stops_no_reader_and_breaks_nothing(site):
    """While the database cannot grow, pages are shown and presses answered; once there is
    room again, play goes on with all that was acknowledged."""
    site.start()
    bots = [Bot(site.url, seed) for seed in range(2)]
    for bot in bots:
        bot.sit_down()
    play(bots, 0.5)
    site.stop()
    database = site.var / "sifang.sqlite3"
    site.program = ["-m", "tests.faults.full"]
    site.start()
    codes = set()
    for _ in range(20):
        for bot in bots:
            try:
                bot.turn()
            except urllib.error.HTTPError as error:
                codes.add(error.code)
            except OSError:
                continue
    assert codes <= {503}, codes
    with contextlib.suppress(subprocess.TimeoutExpired):
        site.stop()
    assert sqlite3.connect(database).execute("pragma integrity_check").fetchone() == ("ok",)
    site.program = ["manage.py"]
    site.start()
    goes_on(bots)
    oracle.check(site, [bot.journal for bot in bots])


def test_few_files_refuse_some_and_break_nothing(site):
    """With 64 files the site takes as many connections as it can, and plays on when they are closed."""
    import socket

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    site.environment["SIFANG_SOCKETS_PER_ADDRESS"] = "1000"
    site.start()
    bot = Bot(site.url, 1)
    bot.sit_down()
    resource.prlimit(site.process.pid, resource.RLIMIT_NOFILE, (64, before[1]))
    connections = []
    for _ in range(80):
        with contextlib.suppress(OSError):
            connections.append(socket.create_connection(("127.0.0.1", site.port), timeout=5))
    assert site.process.poll() is None
    for connection in connections:
        connection.close()
    goes_on([bot])
    oracle.check(site, [bot.journal])


def test_there_is_room_here():
    """A test of a full disk shows nothing if the disk is already full."""
    assert shutil.disk_usage("/tmp").free > 100 * 1024 * 1024
    assert os.access("/tmp", os.W_OK)
