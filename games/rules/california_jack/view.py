"""Who sees what in California Jack (/rules/california-jack/#9): views, built up from nothing."""

from __future__ import annotations

from games.rules.california_jack.state import PLAYERS, STOCK, CaliforniaJackState, drawn_by, stock_of
from games.rules.four_chances.deal import HAND, first_hands
from games.rules.four_chances.state import Hands, actions_of
from games.rules.four_chances.view import FourChancesView, open_to
from games.rules.value_types import value_type


@value_type(kw_only=True)
class CaliforniaJackView(FourChancesView):
    """What one seat, or an onlooker, may know of a hand.

    ``top``: the card on top of the stock, where it lies open. ``drawn``: by seat, the cards drawn
    in order, ``None`` for those that the viewer has not seen.
    """

    trump: str
    top: int | None
    drawn: tuple[tuple[int | None, ...], ...]


def view(state: CaliforniaJackState, seat: int | None) -> CaliforniaJackView:
    """Return what a seat may know; ``None`` is an onlooker."""
    return CaliforniaJackView(
        **open_to(state, "california-jack", seat),
        memory=actions_of(state),
        stock=len(stock_of(state)),
        tricks=state.tricks,
        out=_dealt(state) if state.result is not None else (),
        top=_top(state),
        drawn=_drawn(state, seat),
    )


def _dealt(state: CaliforniaJackState) -> Hands:
    """Return the hands at the first lead."""
    setup = state.table.setup
    return first_hands(setup.deck, HAND, PLAYERS, state.table.eldest, setup.options["deal"])


def _top(state: CaliforniaJackState) -> int | None:
    """Return the top card of the stock, if it lies open: face down only the first that makes trumps."""
    options, stock = state.table.setup.options, stock_of(state)
    is_open = options["stock"] == "up" or (options["trump"] == "turned" and not state.tricks)
    return stock[0] if stock and is_open else None


def _drawn(state: CaliforniaJackState, seat: int | None) -> tuple[tuple[int | None, ...], ...]:
    """Return by seat the cards drawn that a seat has seen: all where the stock lies face up and when the
    hand is over, else its own, and the one that was turned for trumps."""
    setup, drawn = state.table.setup, drawn_by(state)
    if setup.options["stock"] == "up" or state.result is not None:
        return drawn
    turned = setup.deck[STOCK] if setup.options["trump"] == "turned" else None
    return tuple(
        tuple(card if owner == seat or card == turned else None for card in cards) for owner, cards in enumerate(drawn)
    )
