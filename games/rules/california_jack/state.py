"""A hand of California Jack: the cards are all there is, and where the stock stands follows from the
tricks (/rules/california-jack/#3 and #4)."""

from __future__ import annotations

from games.rules.four_chances.deal import HAND
from games.rules.four_chances.state import Hands, State

CaliforniaJackState = State[None]

PLAYERS = 2
#: the place in the deck of the stock's first top card
STOCK = PLAYERS * HAND


def stock_of(state: CaliforniaJackState) -> tuple[int, ...]:
    """Return the cards that lie in the stock, the top one first."""
    return state.table.setup.deck[STOCK + PLAYERS * len(state.tricks) :]


def drawn_by(state: CaliforniaJackState) -> Hands:
    """Return by seat the cards drawn so far, in order: the winner of a trick has the top card."""
    drawn: list[tuple[int, ...]] = [(), ()]
    deck = state.table.setup.deck
    for place, trick in zip(range(STOCK, len(deck), PLAYERS), state.tricks, strict=False):
        drawn[trick.winner] += (deck[place],)
        drawn[1 - trick.winner] += (deck[place + 1],)
    return tuple(drawn)
