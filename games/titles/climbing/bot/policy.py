"""What players of all climbing games know from their view: which cards others may hold, and how many each has left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any

from games.rules.cards import PACK_52
from games.rules.climbing.actions import Play
from games.rules.climbing.order import Order
from games.rules.climbing.view import ClimbingView, LowestView
from games.rules.core import Action
from games.titles.climbing.bot.layout import Part, Terms
from games.titles.climbing.bot.opinion import Opinion


def unseen(view: ClimbingView, pack: Iterable[int], order: Order) -> int:
    """Return the cards that others may hold, as bits: all but the viewer's own and those played."""
    mask = order.mask_of(pack) ^ order.mask_of(view.hand)
    for action in view.memory:
        if isinstance(action, Play):
            mask &= ~order.mask_of(action.cards)
    return mask


def left_of(masks: list[int], view: ClimbingView, order: Order) -> list[int]:
    """Return the known cards by seat less those played, with the viewer's own."""
    for action in view.memory:
        if isinstance(action, Play):
            masks[action.seat] &= ~order.mask_of(action.cards)
    if view.seat is not None:
        masks[view.seat] = order.mask_of(view.hand)
    return masks


def standing(view: ClimbingView) -> tuple[list[int], int | None, bool]:
    """Return how many cards each other player who is still in holds, how many the player to be beaten holds (``None``
    at a lead), and whether the viewer has made no play yet."""
    assert view.seat is not None
    sizes = [count for seat, count in enumerate(view.counts) if count and seat != view.seat]
    follows = None if view.to_beat_seat is None else view.counts[view.to_beat_seat]
    return sizes, follows, not view.played[view.seat]


def lets_out(view: ClimbingView) -> bool:
    """Return whether a pass lets a player lead their last card: they made the play to beat, and nobody after the viewer
    may still beat it."""
    seat, leader = view.seat, view.to_beat_seat
    if seat is None or leader is None or view.counts[leader] != 1:
        return False
    barred = view.passed_out if isinstance(view, LowestView) else ()
    between = ((seat + step) % view.seats for step in range(1, (leader - seat) % view.seats))
    return not any(view.counts[other] and other not in barred for other in between)


@dataclass(frozen=True)
class Policy:
    """A policy by basic knowledge, for a game of 52 cards without an exchange. ``core``: the game's play as kernels;
    ``rules_of``: options → the rules; ``terms_of``: the rules → their ``Terms``."""

    core: ModuleType
    rules_of: Callable[[Mapping[str, Any]], Any]
    terms_of: Callable[[Any], Terms]

    def opinion(self, view: Any) -> Opinion:
        """Return what the view's seat thinks before one play."""
        rules = self.rules_of(view.options)
        hand, terms = rules.order.mask_of(view.hand), self.terms_of(rules)
        return Opinion(self.core.KERNELS, terms, hand, self.unseen(view), *standing(view))

    def part_of(self, view: Any, cards: tuple[int, ...]) -> Part:
        """Return cards as the policy encodes them."""
        rules = self.rules_of(view.options)
        part: Part = self.core.part_of(rules.order.mask_of(cards), rules)
        return part

    def unseen(self, view: Any) -> int:
        """Return the cards that others may hold, as bits, including those out of play."""
        return unseen(view, PACK_52, self.rules_of(view.options).order)

    def known(self, view: Any) -> list[int]:
        """Return seat → cards as bits that the viewer knows there: their own, and the odd card until it is played."""
        masks = [0] * view.seats
        order = self.rules_of(view.options).order
        if view.odd is not None:
            masks[view.odd.seat] = order.bits[view.odd.card]
        return left_of(masks, view, order)


def ranked(worth: Callable[[Action], float], offered: list[Action], rng: Random) -> list[tuple[float, Action]]:
    """Return actions with their worth, best first; ties in random order."""
    rng.shuffle(offered)
    weighed = [(worth(action), action) for action in offered]
    weighed.sort(key=lambda pair: -pair[0])
    return weighed
