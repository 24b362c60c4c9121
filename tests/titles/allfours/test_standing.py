"""Who is ahead in each of the four chances of All Fours, as far as the table shows."""

from __future__ import annotations

import pytest

from games.rules.registry import GAMES
from games.titles.allfours.table.standing import leaders
from tests.table import scenes

GAME = GAMES["all-fours"]


def at(is_wanted, **options):
    state = scenes.state_at(GAME, is_wanted, options)
    return state, GAME.view(state, 0)


def test_where_players_announce_nobody_is_told_who_is_ahead_in_game():
    _state, view = at(lambda state: len(state.tricks) == 4)
    assert leaders(view)["game"] is not None
    _state, view = at(lambda state: len(state.tricks) == 4, announce="self")
    assert leaders(view)["game"] is None


@pytest.mark.parametrize("dealer", [0, 1])
def test_low_for_the_dealer_is_the_dealers_as_soon_as_a_trump_is_out(dealer):
    chosen = {"edition": "1814-printed"}
    context = {"dealer": dealer, "scores": [0, 0]}
    state = scenes.state_at(GAME, lambda state: state.phase == "play", chosen, context)
    assert leaders(GAME.view(state, 0))["low"] is None
    state = scenes.state_at(GAME, lambda state: len(state.tricks) == 4, chosen, context)
    assert leaders(GAME.view(state, 0))["low"] == dealer
