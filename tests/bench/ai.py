"""How long AI players think: a move of each game at the levels that search, and the playouts behind it.

Processor time of one core, so that a busy machine does not count. The budgets are numbers of
playouts, so these are the figures to look at when a budget is set.
"""

from __future__ import annotations

from random import Random
from time import process_time
from typing import Any

from games import ai
from games.ai import arena
from games.rules.registry import GAMES
from tests.bench.measure import Section, percentile

#: level → hands whose moves are timed, one in so many
SAMPLES = {"intermediate": (3, 3), "strong": (2, 12)}
#: level → milliseconds that a move may take (issue 7, point 4)
WANTED = {"intermediate": 50, "strong": 1000}


def run(repeats: int) -> Section:
    """Time moves of every game; ``repeats`` counts for nothing here: the moves are many."""
    rows = []
    for key in GAMES:
        for level, (hands, every) in SAMPLES.items():
            times = [1000 * seconds for seconds in _times(key, level, hands, every)]
            rows.append(
                (key, level, str(len(times)), *(f"{percentile(times, share):.0f}" for share in (0.5, 0.95, 1.0)))
            )
    section = Section(
        "Thinking time of AI players",
        "Milliseconds of processor time a move, in positions the policy reaches against itself.",
        ("game", "level", "moves", "median", "95 %", "longest"),
        rows,
    )
    section.notes.append(f"Wanted of 95 % on an idle core: {WANTED['intermediate']} and {WANTED['strong']} ms.")
    return section


def _times(key: str, level: str, hands: int, every: int) -> list[float]:
    """Return seconds of thought for one move in so many of some hands."""
    game, found = GAMES[key], []
    for number, setup in arena.deals(game, {}, hands, 5):
        state, rng, made = game.start(setup), Random(number), 0
        while state.result is None:
            view: Any = game.view(state, state.to_act[0])
            if made % every == 0:
                started = process_time()
                ai.choose(view, level, Random(made))
                found.append(process_time() - started)
            made += 1
            state = game.step(state, ai.choose(view, "policy", rng))
    return found
