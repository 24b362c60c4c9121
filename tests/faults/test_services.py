# ruff: noqa: E501  figures are read across
"""Workers, Redis and the database are killed under players: goals R2 to R4."""

from __future__ import annotations

import contextlib
import signal
import time
import urllib.error
from random import Random

import pytest

from tests.faults import oracle
from tests.faults.bot import Bot
from tests.faults.sizes import reached, share, size
from tests.faults.test_kill import goes_on, play
from tests.services import OwnPostgres, OwnRedis, missing, unless_here
from tests.sites import LargeSite

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.redis]


@pytest.fixture(scope="module")
def redis():
    """A Redis for these tests alone."""
    unless_here(missing() or ("redis-server" if OwnRedis.missing() else ""))
    own = OwnRedis()
    own.start()
    yield own
    if own.process.poll() is None:
        own.kill()


@pytest.fixture(scope="module")
def database():
    """A PostgreSQL for these tests alone."""
    unless_here("PostgreSQL's programs" if OwnPostgres.missing() else "")
    own = OwnPostgres()
    try:
        own.start()
        yield own
    finally:
        own.remove()


@pytest.fixture(scope="module")
def site(redis, database):
    """A large site on these two."""
    site = LargeSite(database.url, redis.url, SIFANG_AI_PACE="0.0,0.02", SIFANG_NEXT_HAND_SECONDS="0.1")
    site.start()
    yield site
    if site.process.poll() is None:
        site.stop(signal.SIGKILL)
    with contextlib.suppress(Exception):
        site.remove()


@pytest.fixture(scope="module")
def bots(site):
    """Three people at three tables."""
    bots = [Bot(site.url, seed) for seed in range(3)]
    for bot in bots:
        bot.sit_down()
    return bots


def checked_presses(site, bots):
    """Check the journals against the database; return how many presses they hold."""
    oracle.check(site, [bot.journal for bot in bots])
    return sum(len(bot.journal) for bot in bots)


def test_killed_workers_lose_and_double_nothing(site, bots):
    chance, kills, waits = Random(2), size(2, 60), []
    for _ in range(kills):
        play(bots, chance.uniform(0.1, 0.6))
        site.stop_beside(signal.SIGKILL)
        play(bots, 0.2)  # people's own moves are kept without any worker
        site.start_beside()
        waits.append(goes_on(bots, tend=site.tend))
    pressed = checked_presses(site, bots)
    assert pressed > kills
    reached(
        "R2",
        f"{kills} kills, {pressed} presses, 0 lost, 0 doubled; AI turns resumed after {share(waits, 0.99):.1f} s (p99)",
    )


def test_a_lost_redis_stops_no_move(site, bots, redis):
    """Moves are kept while Redis is away, and nobody is shown an error; play resumes by itself."""
    chance, kills, waits, without_redis = Random(3), size(1, 30), [], 0
    for _ in range(kills):
        play(bots, chance.uniform(0.2, 0.8))
        redis.kill()
        before = sum(len(bot.journal) for bot in bots)
        end = time.monotonic() + 15  # until a player who is to act has pressed, if there is one
        while time.monotonic() < end and sum(len(bot.journal) for bot in bots) == before:
            for bot in bots:
                without_error_500(bot)
        without_redis += sum(len(bot.journal) for bot in bots) - before
        redis.start()
        waits.append(goes_on(bots, tend=site.tend))
    assert not any("Traceback" in line and "django.request" in line for line in site.log().splitlines())
    pressed = checked_presses(site, bots)
    reached(
        "R3",
        f"{kills} kills, {pressed} presses, {without_redis} of them without Redis, none a 500; resumed after {share(waits, 0.99):.1f} s (p99)",
    )


def without_error_500(bot):
    """Press if there is something to press; a server error of the site is not allowed."""
    try:
        bot.turn()
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{error.code} without Redis") from error
    except OSError:
        pass  # slow, not wrong


def test_a_killed_database_loses_nothing(site, bots, database):
    chance, kills, waits = Random(4), size(1, 20), []
    for _ in range(kills):
        play(bots, chance.uniform(0.2, 0.8))
        database.kill()
        before = len(site.log())
        play(bots, 0.2)
        output = site.log()[before:]
        assert "Traceback" not in output
        assert not any(bot.table.strip("/").split("/")[-1] in output for bot in bots), "a line names a room"
        database.start()
        waits.append(goes_on(bots, tend=site.tend))
        assert site.process.poll() is None, "the site has died with its database"
    pressed = checked_presses(site, bots)
    assert pressed > kills
    reached(
        "R4",
        f"{kills} kills, {pressed} presses, 0 lost, 0 doubled; recovered after {share(waits, 0.99):.1f} s (p99), no process restarted",
    )
