"""The deal, the turn-up and the rounds of a run (/rules/all-fours/#3 and #4)."""

from __future__ import annotations

from games.rules.allfours.following import following_of
from games.rules.allfours.options import sides_of
from games.rules.allfours.state import AllFoursState, Course
from games.rules.core import Setup
from games.rules.four_chances import state as family
from games.rules.four_chances.deal import HAND, first_hands
from games.rules.four_chances.ending import over
from games.rules.four_chances.score import JACK, award

MORE_CARDS = 3


def table_of(setup: Setup) -> family.Table:
    """Return the table of a setup."""
    return family.table_of(setup, sides_of(setup.options), following_of(setup.options))


def first_state(setup: Setup) -> AllFoursState:
    """Return the hand after the deal and the turn-up; it may be over at once."""
    table = table_of(setup)
    hands = first_hands(setup.deck, HAND, table.players, table.eldest, setup.options["deal"])
    dealt = table.players * HAND + 1
    turned = setup.deck[dealt - 1]
    course = Course((turned,), dealt, discards=(None,) * table.players)
    state = family.first_state(table, "beg", hands, turned // 13, course)
    return jack_turned(state) if turned % 13 == JACK else state


def jack_turned(state: AllFoursState) -> AllFoursState:
    """Return the state with the point for a turned-up jack, over if that wins the game."""
    table = state.table
    side = table.sides[table.dealer]
    new = award(state, "jack-turned", side, 1)
    return over(new, "jack-turned") if new.scores[side] >= table.target else new


def round_size(players: int) -> int:
    """Return how many cards a round of a run takes from the pack, its turn-up among them."""
    return MORE_CARDS * players + 1


def another_round(dealt: int, players: int, deck: tuple[int, ...]) -> bool:
    """Return whether the pack still holds enough for a round of a run."""
    return len(deck) - dealt >= round_size(players)
