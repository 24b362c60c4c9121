# ruff: noqa: E501  figures are read across
"""The site crashes at named points while it handles a move, and is restarted: goal R5."""

from __future__ import annotations

import contextlib
import time
from random import Random

import pytest

import tests.chance
from games.rules.registry import GAMES
from tests.faults import oracle
from tests.faults.bot import Bot
from tests.faults.crashing import POINTS, STATUS
from tests.faults.sizes import SOAK, reached, size
from tests.faults.test_kill import goes_on
from tests.sites import Site

pytestmark = pytest.mark.slow
#: Seconds within which people's presses reach any point often enough.
PATIENCE = 60


def test_a_crash_at_any_point_loses_and_doubles_nothing():
    """Each start of the site is armed with the next point, so that it recovers from one crash and
    runs into the next."""
    chance, times = Random(5), size(1, 5)
    quick = {"SIFANG_DRAW_PACE": "0.002", "SIFANG_LAST_CALL": "0.05", "SIFANG_NEXT_HAND_SECONDS": "0.1"}
    site = Site(SIFANG_AI_PACE="0.0,0.02", **quick)
    try:
        site.start()
        games = list(GAMES) if SOAK else Random(str(tests.chance.run_seed)).sample(list(GAMES), 5)
        bots = [Bot(site.url, seed, game) for seed, game in enumerate(games)]
        for bot in bots:
            bot.sit_down()
        site.stop()
        for point in [*POINTS] * times:
            site.program = ["-m", "tests.faults.crashing", point, str(chance.randint(1, 20))]
            site.start(dies=STATUS)
            until_it_dies(site, bots)
        site.program = ["manage.py"]
        site.start()
        goes_on(bots)
        hands = oracle.check(site, [bot.journal for bot in bots])
        assert all(bot.journal for bot in bots)
        pressed = sum(len(bot.journal) for bot in bots)
        reached(
            "R5",
            f"{len(POINTS) * times} crashes at {len(POINTS)} points, {pressed} presses at {len(games)} games, {len(hands)} hands: 0 lost, 0 doubled",
        )
    finally:
        if site.process is not None and site.process.poll() is None:
            site.stop()
        site.remove()


def until_it_dies(site, bots):
    """Let everybody press until the site crashes at its armed point."""
    end = time.monotonic() + PATIENCE
    while site.process.poll() is None:
        assert time.monotonic() < end, "the crash never came"
        for bot in bots:
            with contextlib.suppress(OSError):
                bot.turn()
    assert site.process.wait(20) == STATUS
