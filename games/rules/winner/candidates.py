"""A small selection of the legal plays of Winner, for hints and for players that weigh each."""

from __future__ import annotations

from games.rules.climbing.candidates import one_a_rank, sensible
from games.rules.climbing.order import bits_of
from games.rules.core import Action
from games.rules.winner.actions import gifts
from games.rules.winner.moves import plays
from games.rules.winner.options import rules_of
from games.rules.winner.order import cards_of, mask_of
from games.rules.winner.view import WinnerView


def candidates(view: WinnerView, extras: int = 1) -> list[Action]:
    """Return sensible actions of the view's seat, the pass last; empty if it is not to act.

    ``extras``: how many choices of extra cards to list for each triple or four.
    """
    seat = view.seat
    if seat is None or seat not in view.to_act:
        return []
    hand = mask_of(view.hand)
    if view.phase == "exchange":
        return gifts(seat, cards_of(sum(one_a_rank(bits_of(hand)))))
    return sensible(plays(seat, hand, view.to_beat, rules_of(view.options)), hand, extras)
