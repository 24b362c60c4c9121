"""Who sees what of the stock and of the cards drawn (/rules/california-jack/#9)."""

from __future__ import annotations

import pytest

from games.rules.cards import cards, names
from tests.rules.california_jack.hands import DEALER, ELDEST, GAME, after, start
from tests.rules.four_chances.hands import played_out

DOWN = {"stock": "down"}
TURNED_DOWN = {"stock": "down", "trump": "turned"}
TRICK = "1 play AH, 0 play 2H"
JC, QC, TD = cards("JC QC TD")


def test_it_shows_a_seat_its_own_hand_only() -> None:
    state = start()
    assert set(names(GAME.view(state, 1).hand)) == set(ELDEST.split())
    assert GAME.view(state, None).hand == ()
    assert GAME.view(state, 0).out == ()


def test_it_shows_the_top_card_and_what_is_drawn_where_the_stock_lies_face_up() -> None:
    state = start()
    assert [GAME.view(state, seat).top for seat in (0, 1, None)] == [JC] * 3
    view = GAME.view(after(state, TRICK), None)
    assert (view.top, view.drawn, view.stock) == (TD, ((QC,), (JC,)), 38)


def test_it_shows_a_seat_what_it_drew_itself_where_the_stock_lies_face_down() -> None:
    assert GAME.view(start(DOWN), 0).top is None
    state = after(start(DOWN), TRICK)
    assert GAME.view(state, 0).drawn == ((QC,), (None,))
    assert GAME.view(state, 1).drawn == ((None,), (JC,))
    assert GAME.view(state, None).drawn == ((None,), (None,))


def test_it_shows_the_card_that_was_turned_for_trumps_also_after_it_is_drawn() -> None:
    state = start(TURNED_DOWN)
    assert GAME.view(state, None).top == JC
    # Hearts are not trumps here: the ace takes the trick and the jack of clubs.
    state = after(state, TRICK)
    assert GAME.view(state, None).top is None
    assert GAME.view(state, 0).drawn == ((QC,), (JC,))
    assert GAME.view(state, None).drawn == ((None,), (JC,))


def test_it_keeps_every_trick_and_every_play_open() -> None:
    view = GAME.view(after(start(DOWN), TRICK), None)
    assert [names(trick.cards) for trick in view.tricks] == [["AH", "2H"]]
    assert (view.won, len(view.memory)) == ((0, 1), 2)


@pytest.mark.parametrize("options", [{}, DOWN, TURNED_DOWN])
def test_it_opens_everything_when_the_hand_is_over(options: dict[str, object]) -> None:
    view = GAME.view(played_out(GAME, start(options)), None)
    assert [set(names(hand)) for hand in view.out] == [set(DEALER.split()), set(ELDEST.split())]
    assert [len(drawn) for drawn in view.drawn] == [20, 20]
    assert all(card is not None for drawn in view.drawn for card in drawn)
    assert (view.stock, view.top) == (0, None)
