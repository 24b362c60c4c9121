"""What a search gains by a decision: in positions that the policy reaches against itself, each choice
is played out by the policy as the cards really lie, and compared with the policy's own.

It tells a good search from a bad one in far fewer deals than whole hands do, and how much there is
to gain at all: «all cards seen» chooses what comes out best, which no honest player can.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from random import Random
from typing import Any

from games import ai
from games.ai import arena, search
from games.ai.levels import LEVELS
from games.ai.review import InPoints
from games.rules.registry import GAMES
from tests.bench.measure import Section

SEARCHES = ("intermediate", "strong")
SEEN = "all cards seen"
#: what is played; of how many decisions one is looked at, so that they come from many deals
KINDS: tuple[tuple[str, Mapping[str, Any], int], ...] = (
    ("all-fours", {}, 1),
    ("winner", {}, 3),
    ("winner", {"players": 3}, 3),
    ("forty", {}, 5),
    ("eighty", {}, 7),
)
#: decisions a repeat
DECISIONS = 60
SEED = 31


def run(repeats: int) -> Section:
    """Look at ``DECISIONS`` decisions a repeat of each game."""
    section = Section(
        "What a decision gains over the policy's",
        "Points by which a choice does better than the policy's own, the policy playing on as the cards really lie: "
        "mean with its 95 % interval.",
        ("game", "decisions", *SEARCHES, SEEN),
    )
    for key, options, every in KINDS:
        gains = _gains(key, options, every, DECISIONS * repeats)
        name = key + "".join(f", {option} {value}" for option, value in options.items())
        figures = ["{:+.2f} ± {:.2f}".format(*arena.interval(gains[who])) for who in (*SEARCHES, SEEN)]
        section.rows.append((name, str(len(gains[SEEN])), *figures))
    return section


def _gains(key: str, options: Mapping[str, Any], every: int, wanted: int) -> dict[str, list[float]]:
    """Return who chose → what each choice gained, in points."""
    gains: dict[str, list[float]] = {who: [] for who in (*SEARCHES, SEEN)}
    for state, view in _positions(key, options, every):
        asked = ai.question(view, Random(1))
        if asked is None:
            continue
        world, points = asked.truth(state), InPoints(asked)
        values = [points.value(world, move) for move in range(len(asked.moves))]
        for who in SEARCHES:
            move = search.ranked(asked, LEVELS[who].playouts[key], Random(2))[0]
            gains[who].append(values[move] - values[0])
        gains[SEEN].append(max(values) - values[0])
        if len(gains[SEEN]) == wanted:
            break
    return gains


def _positions(key: str, options: Mapping[str, Any], every: int) -> Iterator[tuple[Any, Any]]:
    """Yield one in so many states of the policy's hands, with the view of who is to act, without end."""
    game, met = GAMES[key], 0
    for number in count():
        [(_, setup)] = arena.deals(game, options, 1, SEED, first=number)
        rng = Random(number)
        state = arena.opened(game, setup, ["policy"] * game.seats(setup.options), rng)
        while state.result is None:
            view: Any = game.view(state, state.to_act[0])
            met += 1
            if met % every == 0:
                yield state, view
            state = game.step(state, ai.choose(view, "policy", rng))
