"""Killed processes: nothing acknowledged is lost, nothing happens twice, play goes on."""

from __future__ import annotations

import contextlib
import signal
import time
from random import Random

import pytest

from tests import services
from tests.faults import oracle
from tests.faults.bot import Bot
from tests.faults.sizes import SOAK, reached, share, size
from tests.sites import LargeSite, Site

KINDS = ["embedded", pytest.param("large", marks=[pytest.mark.postgres, pytest.mark.redis])]
#: For tests of the in-process queue or the bot; ``make soak`` runs them on both kinds of site.
embedded = pytest.mark.parametrize("site", KINDS if SOAK else KINDS[:1], indirect=True)


@pytest.fixture(params=KINDS)
def site(request):
    if request.param == "large":
        services.unless_here(services.missing())
    kind = {"embedded": Site, "large": LargeSite}[request.param]
    site = kind(SIFANG_AI_PACE="0.0,0.02", SIFANG_NEXT_HAND_SECONDS="0.1")
    site.start()
    yield site
    if site.process.poll() is None:
        site.stop(signal.SIGKILL)
    site.remove()


@pytest.mark.slow
def test_kills_at_random_moments_lose_and_double_nothing(site):
    chance, kills, waits = Random(7), size(2, 100), []
    bots = [Bot(site.url, seed) for seed in range(3)]
    for bot in bots:
        bot.sit_down()
    for kill in range(kills):
        play(bots, chance.uniform(0.05, 0.6))
        while kill % 2 and not bots[0].turn():
            pass  # and directly after a press: only the database still knows that the house's turn is due
        site.stop(signal.SIGKILL)
        play(bots, 0.05)
        site.start()
        waits.append(goes_on(bots))
    hands = oracle.check(site, [bot.journal for bot in bots])
    acknowledged = sum(len(bot.journal) for bot in bots)
    assert acknowledged > kills
    assert len(hands) > len(bots) or kills < 10
    kind, matches = type(site).__name__, len({hand["match"] for hand in hands})
    reached("R1", f"{kind}: {kills} kills, {acknowledged} presses, {len(hands)} hands of {matches} matches, 0 lost, "
            f"0 doubled; play went on after {share(waits, 0.99):.1f} s (p99)")  # fmt: skip


@embedded
@pytest.mark.slow
def test_a_bot_plays_match_after_match(site):
    """The bot must start new matches: a finished one takes no press, so killing the site would hit nobody."""
    bot, end = Bot(site.url, 1), time.monotonic() + 120
    bot.sit_down()
    while len({hand["match"] for hand in oracle.check(site, [bot.journal])}) < 2:
        assert time.monotonic() < end, "the bot has stopped"
        play([bot], 2)
    oracle.check(site, [bot.journal])


def play(bots, seconds):
    """Let everybody press for a while, whether the site is up or not."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for bot in bots:
            with contextlib.suppress(OSError):
                bot.turn()


def goes_on(bots, patience=60.0, tend=lambda: None):
    """Wait until every table takes a press; return how long that took. ``tend`` restarts what has
    exited by itself. The goal of ten seconds from the restart is only reported: a loaded machine must not
    fail a test."""
    began = time.monotonic()
    waiting = list(bots)
    while waiting:
        assert time.monotonic() < began + patience, "a table stands still"
        tend()
        waiting = [bot for bot in waiting if not _goes_on(bot)]
    return time.monotonic() - began


def _goes_on(bot):
    """Return whether a table takes a press; False while the site is down."""
    try:
        return bot.turn()
    except OSError:
        return False
