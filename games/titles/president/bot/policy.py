"""A policy for President by basic knowledge: sets, twos that clear, and ranks that may be reversed.

While the ranks are reversed, every card is treated as its mirror image: a three as a two, and so on.
"""

from __future__ import annotations

from collections.abc import Callable

from games.rules.cards import PACK_52, PACK_54
from games.rules.core import Action
from games.rules.president.actions import Give
from games.rules.president.options import rules_of
from games.rules.president.order import ORDER, mask_of
from games.rules.president.view import PresidentView
from games.titles.climbing.bot import policy
from games.titles.climbing.bot.layout import Part
from games.titles.climbing.bot.opinion import Opinion
from games.titles.president.bot import core
from games.titles.president.bot.chances import terms_of

#: what giving away a low card is worth, besides the plays that it saves
LOW = 0.01


def opinion(view: PresidentView) -> Opinion:
    """Return what the view's seat thinks before one play."""
    rules, turned = rules_of(view.options), view.turned
    hand, hidden = (_as_ranked(cards, turned) for cards in (mask_of(view.hand), unseen(view)))
    high, standing = core.high_of(rules, turned), policy.standing(view)
    return Opinion(core.KERNELS, terms_of(rules), hand, hidden, *standing, high=high, own=[int(turned)])


def _as_ranked(mask: int, turned: bool) -> int:
    return core.seen(mask) if turned else mask


def part_of(view: PresidentView, cards: tuple[int, ...]) -> Part:
    """Return cards as the policy encodes them."""
    return core.part_of(_as_ranked(mask_of(cards), view.turned))


def unseen(view: PresidentView) -> int:
    """Return the cards that others may hold, as bits."""
    return policy.unseen(view, PACK_54 if view.options["jokers"] else PACK_52, ORDER)


def known(view: PresidentView) -> list[int]:
    """Return seat → the cards, as bits, that the viewer knows there: their own, and those of their exchanges until
    they are played."""
    masks = [0] * view.seats
    for exchange in view.exchanges:
        if exchange.has_given:
            masks[exchange.taker] |= mask_of(exchange.tribute)
            masks[exchange.payer] |= mask_of(exchange.gift)
    return policy.left_of(masks, view, ORDER)


def gifts(view: PresidentView) -> Callable[[Action], float]:
    """Return a function that rates gifts: the best leaves the best hand, then the lowest cards win."""
    assert view.seat is not None
    tribute = next(mask_of(one.tribute) for one in view.exchanges if one.taker == view.seat)
    others = [count for seat, count in enumerate(view.counts) if seat != view.seat]
    hand = mask_of(view.hand) | tribute
    opinion = Opinion(core.KERNELS, terms_of(rules_of(view.options)), hand, unseen(view) & ~tribute, others)

    def worth(action: Action) -> float:
        assert isinstance(action, Give)
        gift = mask_of(action.cards)
        return -opinion.needs(hand ^ gift) - LOW * sum(ORDER.heights[card] >> 2 for card in action.cards)

    return worth
