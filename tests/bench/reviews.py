"""How long a review of a hand takes, in processor time of one core. ``ai_match`` times the choice of a move."""

from __future__ import annotations

from random import Random
from time import process_time

from games import ai
from games.ai import arena, thinking
from games.rules.registry import GAMES
from tests.bench.report import Section

#: Hands, and the seconds that a review of one may take.
HANDS = 2
WANTED = {"all-fours": 10, "winner": 10, "forty": 10, "eighty": 30}
SMALL = {"WANTED": {"all-fours": 10}}


def run(repeats: int) -> Section:
    """Review hands that the policy has played; ``repeats`` is ignored, as a review covers many choices."""
    section = Section("Second looks", f"Seconds at one seat's hand, {HANDS} a game.", ("game", "shortest", "longest"))
    for key, limit in WANTED.items():
        times = [_look(key, number) for number in range(HANDS)]
        section.rows.append((key, f"{min(times):.1f}", f"{max(times):.1f}"))
        section.at_most("AI8", f"second look, {key}", max(times), limit, 1, (f"{max(times):.1f} s", f"{limit} s"))
    return section


def _look(key: str, number: int) -> float:
    game = GAMES[key]
    _number, setup = next(arena.deals(game, {}, 1, 5, first=number))
    state, actions, rng = game.start(setup), [], Random(number)
    while state.result is None:
        actions.append(ai.choose(game.view(state, state.to_act[0]), "policy", rng))
        state = game.step(state, actions[-1])
    started = process_time()
    thinking.look_back(key, setup, actions, 0, range(len(actions)), 1, apart=False)
    return process_time() - started
