"""What a seat, or an onlooker, may know of a hand of Winner (/rules/winner/#12)."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.climbing.view import ClimbingView, card_of, seen
from games.rules.value_types import value_type
from games.rules.winner.state import State


@dataclass(frozen=True, slots=True)
class Exchange:
    """The exchange of a hand: ``loser`` gives up ``tribute``, ``winner`` gives ``gift`` for it,
    ``None`` until it is chosen. Cards are shown to all."""

    loser: int
    winner: int
    tribute: int
    gift: int | None


@value_type(kw_only=True)
class WinnerView(ClimbingView):
    """A hand of Winner as one seat sees it.

    ``exchange``: ``None`` in a first hand, and if the loser's two jokers stopped it.
    """

    exchange: Exchange | None


def view(state: State, seat: int | None) -> WinnerView:
    """Return what ``seat`` may know, ``None`` for an onlooker."""
    return WinnerView(**seen("winner", state, seat), exchange=exchange_of(state))


def exchange_of(state: State) -> Exchange | None:
    """Return the exchange of a hand, ``None`` if there is none."""
    for swap in state.exchange:
        tribute = card_of(state, swap.tribute)
        assert tribute is not None
        return Exchange(swap.payer, swap.taker, tribute, card_of(state, swap.gift or 0))
    return None
