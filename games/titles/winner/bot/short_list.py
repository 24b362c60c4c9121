"""Which choices a search of Winner skips early in a hand.

The players in its playouts do not look ahead, and put an ace or a two on a king where a search would pass. So in
playouts leading a king seems to pay, but the hand misses it later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.rules.core import Action
from games.rules.winner.actions import Play
from games.rules.winner.order import mask_of
from games.rules.winner.view import WinnerView
from games.titles.climbing.bot.layout import (
    FOUR_ONE,
    FOUR_TWO,
    FULL_HOUSE,
    KIND,
    MASK,
    SIZE,
    STRENGTH,
    TRIPLE_ONE,
    Part,
)

#: it is early in a hand while the player holds at least the first number of cards and all others the second
MANY, OTHERS_MANY = 9, 5
#: kings, aces, twos and jokers; those of them that are not extra cards of a triple or a four
HIGH, DEAR = mask_of(range(54)) >> 40 << 40, mask_of(range(54)) >> 44 << 44
WITH_EXTRAS = (TRIPLE_ONE, FULL_HOUSE, FOUR_ONE, FOUR_TWO)

Weighed = tuple[float, Action]


def worth_trying(
    view: WinnerView, weighed: Sequence[Weighed], part_of: Callable[[WinnerView, tuple[int, ...]], Part]
) -> Sequence[Weighed]:
    """Return the choices worth a search, best first. Early in a hand no high card or pair of them is led alone, no ace,
    two or joker is an extra card, and of plays that differ only in extra cards the first alone is tried; all choices
    are returned if fewer than two would be left."""
    if not is_early(view):
        return weighed
    choices, bodies = [], set()
    for gain, action in weighed:
        if isinstance(action, Play):
            part = part_of(view, action.cards)
            if view.to_beat is None and is_bare(part):
                continue
            if part[KIND] in WITH_EXTRAS:
                body = part[KIND], part[STRENGTH]
                if extras_of(part) & DEAR or body in bodies:
                    continue
                bodies.add(body)
        choices.append((gain, action))
    return choices if len(choices) > 1 else weighed


def is_early(view: WinnerView) -> bool:
    """Return whether it is early in the hand for the view's seat, so that high cards are more useful later."""
    others = [count for seat, count in enumerate(view.counts) if seat != view.seat]
    return view.phase == "play" and len(view.hand) >= MANY and min(others) >= OTHERS_MANY


def is_bare(part: Part) -> bool:
    """Return whether a play is a high card or a pair of them, and nothing else."""
    return part[SIZE] <= 2 and not part[MASK] & ~HIGH


def extras_of(part: Part) -> int:
    """Return the extra cards of a triple or a four, as bits."""
    return part[MASK] & ~(15 << part[STRENGTH])
