"""The sentence under the board of Forty and Eighty."""

from __future__ import annotations

import pytest

from games.rules.registry import GAMES
from games.table.game_table import table_of
from tests.table import scenes

EIGHTY = GAMES["eighty"]


@pytest.mark.parametrize("overcall", [True, False])
def test_a_suit_that_was_shown_is_said_to_be_trump_though_it_may_be_overcalled(overcall):
    options = {"no_trump": True, "overcall": overcall}
    context = {"levels": ["2", "2"], "banker": None, "first": 1}
    state = scenes.state_at(EIGHTY, lambda state: state.phase == "draw", options, context, live=True)
    declared = next(
        one for count in range(1, 101) for one in EIGHTY.declarations(EIGHTY.view(state, 1, count)) if one.cards[0] < 52
    )
    scene = scenes.scene_of("eighty", EIGHTY.step(state, declared), dealt=declared.after)
    text = table_of("eighty").display(scene).prompt.text
    suit = {"S": "spades", "H": "hearts", "C": "clubs", "D": "diamonds"}["SHCD"[declared.cards[0] // 13]]
    assert f"{suit} are trump" in text and "no trump" not in text


@pytest.mark.parametrize("key", ["forty", "eighty"])
def test_with_one_card_left_a_leader_is_told_of_no_pairs(key):
    game = GAMES[key]
    context = {"levels": ["5", "8"], "banker": 3, "first": 3}

    def leads(cards):
        return lambda state: (
            state.phase == "play"
            and state.to_act == (0,)
            and len(state.plays) % 4 == 0
            and len(game.view(state, 0).hand) == cards
        )

    def told(cards):
        state = scenes.state_at(game, leads(cards), context=context)
        return table_of(key).display(scenes.scene_of(key, state)).prompt.text

    assert told(1) == "You lead: play your last card."
    assert ("a pair" in told(5)) is (key == "eighty")
