"""What the players of all climbing games know from their view: which cards others may hold, and where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from games.rules.climbing.actions import Play
from games.rules.climbing.order import Order
from games.rules.climbing.view import ClimbingView
from games.rules.core import Action


def unseen(view: ClimbingView, pack: Iterable[int], order: Order) -> int:
    """Return the cards that others may hold, as bits: all but one's own and those played."""
    mask = order.mask_of(pack) ^ order.mask_of(view.hand)
    for action in view.memory:
        if isinstance(action, Play):
            mask &= ~order.mask_of(action.cards)
    return mask


def known(view: Any, order: Order) -> list[int]:
    """Return seat → cards as bits that the viewer knows there: their own, and an odd card until it is played."""
    masks = [0] * view.seats
    if view.odd is not None:
        masks[view.odd.seat] = order.bits[view.odd.card]
    return left_of(masks, view, order)


def left_of(masks: list[int], view: ClimbingView, order: Order) -> list[int]:
    """Return what is left of cards known by seat when those played are taken off, with the viewer's own."""
    for action in view.memory:
        if isinstance(action, Play):
            masks[action.seat] &= ~order.mask_of(action.cards)
    if view.seat is not None:
        masks[view.seat] = order.mask_of(view.hand)
    return masks


def standing(view: ClimbingView) -> tuple[list[int], int | None, bool]:
    """Return how many cards each of the others holds that is still in, how many the one to be beaten, ``None`` at a
    lead, and whether the viewer has made no play yet."""
    assert view.seat is not None
    sizes = [count for seat, count in enumerate(view.counts) if count and seat != view.seat]
    follows = None if view.to_beat_seat is None else view.counts[view.to_beat_seat]
    return sizes, follows, not view.played[view.seat]


def ranked(worth: Callable[[Action], float], offered: list[Action], rng: Random) -> list[tuple[float, Action]]:
    """Return actions with what they are worth, the best first; of equal ones any."""
    rng.shuffle(offered)
    weighed = [(worth(action), action) for action in offered]
    weighed.sort(key=lambda pair: -pair[0])
    return weighed
