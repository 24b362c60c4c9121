"""A policy for Winner by basic knowledge: straights of all kinds, extra cards, and gifts that are missed least."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.cards import PACK_52, PACK_54
from games.rules.core import Action
from games.rules.winner.actions import Give
from games.rules.winner.combos import combo_of
from games.rules.winner.options import rules_of
from games.rules.winner.order import BIT, ORDER, mask_of
from games.rules.winner.view import WinnerView
from games.titles.climbing.bot import policy
from games.titles.climbing.bot.layout import Part
from games.titles.climbing.bot.opinion import Opinion
from games.titles.winner.bot import core, plays
from games.titles.winner.bot.chances import terms_of

#: what giving away a low card is worth, besides the plays that it saves
LOW = 0.02


def opinion(view: WinnerView) -> Opinion:
    """Return what the view's seat thinks before one play."""
    terms = terms_of(rules_of(view.options))
    return Opinion(core.KERNELS, terms, mask_of(view.hand), unseen(view), *policy.standing(view))


def part_of(view: WinnerView, cards: tuple[int, ...]) -> Part:
    """Return cards as the policy encodes them."""
    combo = combo_of(mask_of(cards), rules_of(view.options))
    assert combo is not None
    return plays.part_of(combo)


def unseen(view: WinnerView) -> int:
    """Return the cards that others may hold, as bits: all but the viewer's own and those played."""
    return policy.unseen(view, PACK_54 if view.options["jokers"] else PACK_52, ORDER)


def known(view: WinnerView) -> list[int]:
    """Return seat → the cards, as bits, that the viewer knows there: their own, with the tribute paid to them, and
    those of the exchange until they are played."""
    masks, exchange = [0] * view.seats, view.exchange
    if exchange is not None and exchange.gift is not None:
        masks[exchange.winner] = BIT[exchange.tribute]
        masks[exchange.loser] = BIT[exchange.gift]
    masks = policy.left_of(masks, view, ORDER)
    if exchange is not None and exchange.gift is None and exchange.winner == view.seat:
        masks[exchange.winner] |= BIT[exchange.tribute]
    return masks


def gifts(view: WinnerView) -> Callable[[Action], float]:
    """Return a function that rates gifts: the best leaves the best hand, then the lowest card wins."""
    assert view.exchange is not None
    tribute = BIT[view.exchange.tribute]
    others = [count for seat, count in enumerate(view.counts) if seat != view.seat]
    hand = mask_of(view.hand) | tribute
    opinion = Opinion(core.KERNELS, terms_of(rules_of(view.options)), hand, unseen(view) & ~tribute, others)

    def worth(action: Action) -> float:
        assert isinstance(action, Give)
        bit = BIT[action.card]
        return -opinion.needs_without(bit) - LOW * bit.bit_length()

    return worth
