"""The deal of California Jack, and what makes trumps (/rules/california-jack/#3)."""

from __future__ import annotations

from games.rules.california_jack.following import following_of
from games.rules.california_jack.options import SIDES
from games.rules.california_jack.state import PLAYERS, STOCK, CaliforniaJackState
from games.rules.cards import SUITS
from games.rules.core import Setup
from games.rules.four_chances import state as family
from games.rules.four_chances.deal import HAND, first_hands


def table_of(setup: Setup) -> family.Table:
    """Return the table of a setup."""
    return family.table_of(setup, SIDES, following_of(setup.options))


def first_state(setup: Setup) -> CaliforniaJackState:
    """Return the hand after the deal; the eldest leads."""
    table = table_of(setup)
    hands = first_hands(setup.deck, HAND, PLAYERS, table.eldest, setup.options["deal"])
    return family.first_state(table, "play", hands, trump_of(setup), None)


def trump_of(setup: Setup) -> int:
    """Return the suit that was cut, or that of the first card on top of the stock."""
    if setup.options["trump"] == "cut":
        return SUITS.index(setup.context["trump"])
    return setup.deck[STOCK] // 13
