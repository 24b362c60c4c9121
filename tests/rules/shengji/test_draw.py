"""The live draw, and what each seat sees of a hand (/rules/eighty/#4, #14 and #16)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.cards import cards, names
from games.rules.core import Illegal
from games.rules.record import replay
from games.rules.registry import GAMES
from games.rules.shengji.actions import Bury, Close, Declare, Play
from games.rules.shengji.trumps import groups, sort_hand
from tests.rules.chance import random_setup
from tests.rules.shengji.hands import FIRST_HAND, at_play, deck_with, play, shuffled

FORTY, EIGHTY = GAMES["forty"], GAMES["eighty"]
DECK = tuple(cards(" ".join(deck_with("forty", {0: "2H", 1: "2S", 2: "3D", 5: "4D", 6: "9S"}))))
DECK_8 = tuple(cards(" ".join(deck_with("eighty", {0: "2H", 1: "2S", 4: "2H", 5: "2S", 9: "LJ", 13: "LJ"}))))


def test_it_draws_until_the_house_closes() -> None:
    state = FORTY.start(FORTY.setup({}, FIRST_HAND, DECK), live=True)
    assert (state.phase, state.to_act, FORTY.drawing(state)) == ("draw", (), 48)
    for early in (Bury(0, DECK[48:]), Play(0, (0,))):
        with pytest.raises(Illegal, match="wrong-phase"):
            FORTY.check(state, early)
    state = FORTY.step(state, Declare(1, cards("2S"), 7))
    closing = FORTY.close(state)
    assert closing == Close()
    FORTY.check(state, closing)
    state = FORTY.step(state, closing)
    view = FORTY.view(state, None)
    assert (state.phase, state.to_act, view.trump, view.banker) == ("bury", (1,), "S", 1)
    assert (FORTY.drawing(state), FORTY.close(state)) == (0, None)
    for late in (Declare(0, cards("2H"), 48), Close()):
        with pytest.raises(Illegal, match="wrong-phase"):
            FORTY.check(state, late)


def test_trumps_are_not_made_while_the_draw_runs_whatever_is_declared() -> None:
    state = FORTY.start(FORTY.setup({}, FIRST_HAND, DECK), live=True)
    for declared in (state, FORTY.step(state, Declare(1, cards("2S"), 7))):
        view = FORTY.view(declared, 1, dealt=7)
        assert (view.trumps_made, view.trump) == (False, None)
    closed = FORTY.step(declared, Close())
    assert FORTY.view(closed, 1).trumps_made


def test_it_deals_from_the_first_seat_round() -> None:
    setup = FORTY.setup({}, {**FIRST_HAND, "first": 2}, DECK)
    state = FORTY.start(setup, live=True)
    assert [FORTY.receiver(state, count) for count in (1, 2, 3, 48)] == [2, 3, 0, 1]
    assert FORTY.view(state, 2, dealt=5).hand == sort_hand((DECK[0], DECK[4]), None, "2")
    assert FORTY.view(state, 1, dealt=3).hand == ()
    assert FORTY.view(state, 0, dealt=6).counts == (1, 1, 2, 2)
    assert FORTY.view(state, 2).hand == ()


@settings(max_examples=20)
@given(rng=st.integers(0, 2**32).map(Random), key=st.sampled_from(["forty", "eighty"]))
def test_it_offers_exactly_what_may_be_shown(rng: Random, key: str) -> None:
    game = GAMES[key]
    state = game.start(random_setup(game, rng), live=True)
    total = game.drawing(state)
    for dealt in range(1, total + 1):
        for seat in range(4):
            shown = game.declarations(game.view(state, seat, dealt=dealt))
            for action in shown:
                game.check(state, action)
                assert game.may_still_declare(state)
            if shown and rng.random() < 0.1:
                state = game.step(state, rng.choice(shown))
    fixed = state.ground.deal.drawn is not None
    assert game.may_still_declare(state) is not fixed or state.ground.declared


def test_it_knows_when_nothing_can_override() -> None:
    options = {"overcall": True, "no_trump": True}
    state = EIGHTY.start(EIGHTY.setup(options, FIRST_HAND, DECK_8), live=True)
    assert EIGHTY.may_still_declare(state)
    state = EIGHTY.step(state, Declare(1, cards("LJ LJ"), 14))
    assert EIGHTY.may_still_declare(state)
    state = EIGHTY.start(EIGHTY.setup({"overcall": True}, FIRST_HAND, DECK_8), live=True)
    state = EIGHTY.step(state, Declare(0, cards("2H"), 1))
    assert EIGHTY.may_still_declare(state)
    state = EIGHTY.step(state, Declare(1, cards("2S 2S"), 9))
    assert not EIGHTY.may_still_declare(state)
    state = EIGHTY.start(EIGHTY.setup({}, FIRST_HAND, DECK_8), live=True)
    state = EIGHTY.step(state, Declare(0, cards("2H"), 1))
    assert not EIGHTY.may_still_declare(state)


def test_it_shows_the_drawn_card_to_all() -> None:
    options = {"trump_making": "drawn"}
    state = FORTY.start(FORTY.setup(options, {**FIRST_HAND, "drawn": 5}, DECK), live=True)
    view = FORTY.view(state, None, dealt=2)
    assert (view.trump, view.banker, view.drawn.seat, view.drawn.after) == ("D", 1, 1, 6)
    assert names([view.drawn.card]) == ["4D"]
    assert not FORTY.may_still_declare(state)
    assert FORTY.declarations(FORTY.view(state, 0, dealt=48)) == []


def test_it_shows_the_bottom_to_the_banker_alone() -> None:
    deck = shuffled("forty", 4)
    state = FORTY.start(FORTY.setup({}, FIRST_HAND, deck))
    banker = state.to_act[0]
    state = FORTY.step(state, Bury(banker, deck[48:]))
    for seat in (None, 0, 1, 2, 3):
        view = FORTY.view(state, seat)
        mine = seat == banker
        assert (view.bottom == deck[48:], view.buried == deck[48:]) == (mine, mine)
        assert view.buried_count == 6
        assert view.memory[-1] == Bury(banker, deck[48:] if mine else ())


def test_it_shows_the_trick_and_the_one_before() -> None:
    state = at_play("eighty", ["9S 8S 8S 4H", "TS 3D 3D 3D", "3S 4S 5S 4D", "6S 7S 7S 5D"], throw=True)
    state = play(state, "eighty", "8S 8S 9S")
    view = EIGHTY.view(state, None)
    assert (names(view.trick[0].cards), names(view.failed.cards), view.best) == (["9S"], ["8S", "8S", "9S"], 0)
    assert view.memory[-1] == Play(0, cards("8S 8S 9S"))
    state = play(state, "eighty", "TS", "3S", "6S")
    view = EIGHTY.view(state, 1)
    assert (view.trick, len(view.last_trick), view.leader, view.trick_number) == ((), 4, 1, 2)
    assert (view.failed, names(view.last_failed.cards)) == (None, ["8S", "8S", "9S"])
    assert (view.points, names(view.taken)) == (10, ["TS"])


def test_it_lays_out_a_hand_with_alternating_colours() -> None:
    hand = cards("3S 2S 2H AH 3D KC BJ 4H AS LJ")
    assert names(sort_hand(hand, "H", "2")) == ["BJ", "LJ", "2H", "2S", "AH", "4H", "AS", "3S", "3D", "KC"]
    assert [group for group, _ in groups(hand, None, "2")] == ["trump", "S", "H", "C", "D"]
    assert [group for group, _ in groups(hand, "S", "2")] == ["trump", "H", "C", "D"]


def test_twos_are_trumps_under_the_level_where_they_always_are() -> None:
    hand = cards("3S 2S 2H 5H 5C AH 3D KC BJ 4H LJ")
    assert names(sort_hand(hand, "H", "5", True)) == ["BJ", "LJ", "5H", "5C", "2H", "2S", "AH", "4H", "3S", "3D", "KC"]
    assert names(sort_hand(hand, None, "5", True))[:6] == ["BJ", "LJ", "5H", "5C", "2S", "2H"]
    assert sort_hand(hand, "H", "2", True) == sort_hand(hand, "H", "2"), "the twos are the level"


@settings(max_examples=60)
@given(rng=st.integers(0, 2**32).map(Random), key=st.sampled_from(["forty", "eighty"]))
def test_it_shows_a_seat_nothing_that_it_cannot_know(rng: Random, key: str) -> None:
    """Two cards in hands that a viewer does not see change places in the deal; if the same actions
    can be repeated and look the same to all, the viewer's view is the same."""
    game = GAMES[key]
    setup = random_setup(game, rng)
    state, actions = game.start(setup), []
    for _ in range(rng.randrange(2, 40)):
        if state.result is not None:
            break
        actions.append(rng.choice(game.legal(state)))
        state = game.step(state, actions[-1])
    if state.result is not None:
        return
    seat = rng.choice([None, 0, 1, 2, 3])
    hidden = [
        place
        for place in range(len(setup.deck) - len(state.ground.deal.bottom))
        if place != setup.context.get("drawn")
        and (holder := (setup.context["first"] + place) % 4) != seat
        and setup.deck[place] in game.view(state, holder).hand
    ]
    for _ in range(8):
        first, second = rng.sample(hidden, 2) if len(hidden) > 1 else (0, 0)
        deck = list(setup.deck)
        deck[first], deck[second] = deck[second], deck[first]
        try:
            fresh = game.setup(dict(setup.options), dict(setup.context), tuple(deck))
            again = [now for now, _ in replay(game, fresh, actions)][-1]
        except Illegal:
            continue
        if again.plays != state.plays or again.ground.revealed != state.ground.revealed:
            continue
        mine, theirs = game.view(state, seat), game.view(again, seat)
        assert mine == theirs
        assert repr(mine) == repr(theirs)
