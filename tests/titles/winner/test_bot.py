"""The AI player of Winner is never silly. Tests for all climbing games: ``tests/titles/climbing/test_bot.py``."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules.cards import NAMES, cards, names
from games.rules.winner.actions import PASSES, Give, Play
from games.titles.winner.bot.player import BOT
from tests.ai.cores import winner_surprises
from tests.rules.winner.table import GAME, after, passes, play, refused, shuffled, with_hands


def chosen_from(state: Any, seed: int = 1) -> Any:
    """Return the player's choice in a state: card names, or ``pass``."""
    action = BOT.choose(GAME.view(state, state.to_act[0]), Random(seed))
    assert refused(state, action) is None
    if isinstance(action, Play):
        return set(names(action.cards))
    return NAMES[action.card] if isinstance(action, Give) else action.do


def test_it_chooses_the_same_for_the_same_seed() -> None:
    state = GAME.start(shuffled({}, Random(3)))
    view = GAME.view(state, state.to_act[0])
    assert BOT.choose(view, Random(5)) == BOT.choose(view, Random(5))


def test_it_goes_out_when_it_can() -> None:
    assert chosen_from(with_hands("3D 4C 5H 6S", "7D 8D", "9D TD")) == {"3D", "4C", "5H", "6S"}
    state = after(with_hands("3D 9D", "5C 5H", "TD JD"), play(0, "3D"), *passes(1, 2), play(0, "9D"))
    assert state.phase == "over"
    state = after(with_hands("3D 3C 9D", "5C 5H", "TD JD"), play(0, "3D 3C"))
    assert chosen_from(state) == {"5C", "5H"}


def test_it_takes_the_lead_with_what_nothing_beats_and_goes_out() -> None:
    state = after(with_hands("5D 9D 9C", "3C BJ", "TD JD QH"), play(0, "5D"))
    assert chosen_from(state) == {"BJ"}
    assert chosen_from(with_hands("3D 2S", "5C 6H 7H", "TD JD QH", jokers=False)) == {"2S"}


def test_it_leads_high_before_a_last_card() -> None:
    state = with_hands("4D 7C KS", "QD", "TD JD 5H", "6D 9C 8D")
    assert chosen_from(state) == {"KS"}


def test_it_leads_many_cards_before_a_last_card() -> None:
    assert chosen_from(with_hands("4D 4C KS", "QD", "TD JD 5H", "6D 9C 8D")) == {"4D", "4C"}


def test_it_does_not_let_a_last_card_through() -> None:
    state = after(with_hands("8D QH", "3C AS 4H 6H", "TD JD QC", "5D 9C 7D"), play(0, "8D"))
    assert chosen_from(state) == {"AS"}


def test_it_does_not_break_what_belongs_together() -> None:
    hand = "5C 5H 6C 6H 7C 7H 8D TC"
    state = after(with_hands("4D KD KC 9D 9C JD QD 3D", hand, "3S 3H 4S 4H JS JH QS QH"), play(0, "4D"))
    assert chosen_from(state) in ({"8D"}, {"TC"})


def test_it_follows_cheaply() -> None:
    state = after(with_hands("4D KD KC 9D 9C JD", "6C TH AS 2S BJ 9H", "3S 3H 4S 4H JS JH"), play(0, "4D"))
    assert chosen_from(state) == {"6C"}


def test_it_keeps_a_bomb_for_later() -> None:
    hands = ("3D 4H 9C 9D JC KC KH 3H", "8D 8C 8H 8S QD QC 3C 6C", "7D 7C TD TH JD JS AD AC")
    assert chosen_from(after(with_hands(*hands, bomb=True), play(0, "3D"))) == {"3C"}


def test_it_gives_a_low_card_that_it_does_not_need() -> None:
    resolved = GAME.resolve({"players": 3, "jokers": False})
    hand = list(cards("4D 5C 5H 6S 6D 7C 8C 3H 9D TH JS QD AD AC 2D 2C 2H"))
    others = [card for card in GAME.pack(resolved) if card not in hand]
    deck = []
    for at in range(52):
        deck.append((hand if at % 3 == 1 else others).pop(0))
    context = {"dealer": 2, "winner": 0, "loser": 2}
    state = GAME.start(GAME.setup({"players": 3, "jokers": False}, context, tuple(deck)))
    assert state.to_act == (0,)
    assert chosen_from(state) in ("5C", "5H", "6D", "6S")


def test_it_passes_where_nothing_beats() -> None:
    state = after(with_hands("AD KD", "3C 4H", "TD JD"), play(0, "AD"))
    assert BOT.choose(GAME.view(state, 1), Random(1)) == PASSES[1]


@pytest.mark.parametrize("chosen", [{}, {"players": 3}, {"ending": "last-loser", "bomb": True}], ids=str)
def test_what_steady_players_did_surprises_nobody_who_sees_their_cards(chosen: dict[str, Any]) -> None:
    real, dealt = winner_surprises(chosen, 5, 3)
    assert real == 0
    assert dealt > 10
