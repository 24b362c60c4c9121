"""Who is ahead in each of the four chances, as far as it lies open."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.rules.registry import GAMES
from games.titles.allfours.table.standing import in_short, leaders
from tests.table import scenes

GAME = GAMES["all-fours"]


def at(wanted, **options):
    state = scenes.state_at(GAME, wanted, options)
    return state, GAME.view(state, 0)


def test_all_is_open_before_a_card_is_played():
    _state, view = at(lambda state: state.phase == "play" and not state.tricks and not state.trick)
    assert leaders(view) == {"high": None, "low": None, "jack": None, "game": None}


@pytest.mark.parametrize("low", ["dealt", "won"])
def test_at_the_end_it_is_what_the_hand_scored(low):
    told = Counter()
    for seed in range(60):
        state = played(Random(seed), low)
        if state.result["end"] != "played":
            continue
        scored = {item: side for item, side, _points in state.result["items"]}
        for chance, side in leaders(GAME.view(state, 0)).items():
            if side is not None and (chance != "game" or chance in scored):
                assert scored[chance] == side
                told[chance] += 1
    assert set(told) == {"high", "low", "jack", "game"}


def played(rng, low):
    """Return a whole hand of moves by chance."""
    chosen = {"low": low}
    deck = tuple(rng.sample(pack := list(GAME.pack(GAME.resolve(chosen))), len(pack)))
    state = GAME.start(GAME.setup(chosen, GAME.following(GAME.resolve(chosen), (), deck, rng), deck))
    while state.result is None:
        state = GAME.step(state, rng.choice(list(GAME.legal(state))))
    return state


def test_it_is_said_in_words_and_shown_by_letters():
    _state, view = at(lambda state: state.phase == "play" and len(state.tricks) == 4)
    shown = in_short(view, ("You", "Bamboo"), 0)
    assert shown.count("<i ") == 4 and "High: " in shown and "Game: " in shown
