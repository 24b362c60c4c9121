"""How long the review of a whole hand takes, in processor time of one core; ``ai_match`` times the choice of a move."""

from __future__ import annotations

from random import Random
from time import process_time

from django.conf import settings

from games import ai
from games.ai import arena, compiling, thinking
from games.rules.registry import GAMES
from tests.bench.report import Section

#: Hands, and the seconds that a review of one may take.
HANDS, LIMIT = 3, 2.0
SMALL = {"HANDS": 1}


def run(repeats: int) -> Section:
    """Review hands that the policy has played; ``repeats`` is ignored, as a review covers many choices."""
    section = Section("Reviews", f"Seconds at one seat's hand, {HANDS} a game.", ("game", "shortest", "longest"))
    compiling.compile_here(settings.COMPILED_CODE)  # as what thinks does
    for key in GAMES:
        times = [_review(key, number) for number in range(HANDS)]
        section.rows.append((key, f"{min(times):.1f}", f"{max(times):.1f}"))
        section.at_most("AI8", f"review of a hand, {key}", max(times), LIMIT, 1, "s")
    return section


def _review(key: str, number: int) -> float:
    game = GAMES[key]
    _number, setup = next(arena.deals(game, {}, 1, 5, first=number))
    state, actions, rng = game.start(setup), [], Random(number)
    while state.result is None:
        actions.append(ai.choose(game.view(state, state.to_act[0]), "policy", rng))
        state = game.step(state, actions[-1])
    started = process_time()
    thinking.make_review(key, setup, actions, 0, range(len(actions)), 1, apart=False)
    return process_time() - started
