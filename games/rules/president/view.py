"""What a seat, or an onlooker, may know of a hand of President (/rules/president/#12)."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.climbing.exchange import Swap
from games.rules.climbing.view import LowestView, seen_lowest
from games.rules.core import Action
from games.rules.president.actions import Give
from games.rules.president.order import cards_of
from games.rules.president.score import places, title
from games.rules.president.state import State
from games.rules.value_types import value_type


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange of ``count`` cards. ``has_given``: whether ``taker`` has given, which ends it. ``tribute`` and
    ``gift``: the cards, lowest first; empty if the viewer does not see them, and the gift until it is given."""

    payer: int
    taker: int
    count: int
    has_given: bool
    tribute: tuple[int, ...]
    gift: tuple[int, ...]


@value_type(kw_only=True)
class PresidentView(LowestView):
    """A hand of President as one seat sees it.

    ``titles``: seat → its title from the last hand, empty in a first one. ``exchanges``: the scum's first.
    ``turned``: whether the ranks are reversed. ``skipped``: the seat that the last play skipped.
    ``places``: seat → its place in this hand, counted from 0, ``None`` while it holds cards.
    """

    titles: tuple[str, ...]
    exchanges: tuple[Exchange, ...]
    turned: bool
    skipped: int | None
    places: tuple[int | None, ...]


def view(state: State, seat: int | None) -> PresidentView:
    """Return what ``seat`` may know, ``None`` for an onlooker."""
    fields = seen_lowest("president", state, seat)
    if state.exchange:
        fields["memory"] = tuple([_remembered(action, state, seat) for action in fields["memory"]])
    return PresidentView(
        **fields,
        titles=_titles(state),
        exchanges=tuple([_exchange(swap, state, seat) for swap in state.exchange]),
        turned=state.turned,
        skipped=state.skipped,
        places=places(state.out, state.on_two, state.rules.players),
    )


def _titles(state: State) -> tuple[str, ...]:
    order = state.setup.context["order"]
    if order is None:
        return ()
    return tuple([title(order.index(seat), len(order)) for seat in range(len(order))])


def _sees(swap: Swap, state: State, seat: int | None) -> bool:
    """Return whether a seat sees the cards of an exchange: its two parties do, and all do when the hand is over."""
    return state.result is not None or seat in (swap.payer, swap.taker)


def _exchange(swap: Swap, state: State, seat: int | None) -> Exchange:
    tribute, gift = (swap.tribute, swap.gift or 0) if _sees(swap, state, seat) else (0, 0)
    count = swap.tribute.bit_count()
    return Exchange(swap.payer, swap.taker, count, swap.gift is not None, cards_of(tribute), cards_of(gift))


def _remembered(action: Action, state: State, seat: int | None) -> Action:
    """Return an action as a seat has seen it made."""
    if not isinstance(action, Give):
        return action
    swap = next(swap for swap in state.exchange if swap.taker == action.seat)
    return action if _sees(swap, state, seat) else Give(action.seat, ())
