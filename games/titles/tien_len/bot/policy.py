"""A player of Tien Len by plain knowledge: straights, and choppers that are kept for the twos."""

from __future__ import annotations

from games.rules.cards import PACK_52
from games.rules.tien_len.options import rules_of
from games.rules.tien_len.order import ORDER, mask_of
from games.rules.tien_len.view import TienLenView
from games.titles.climbing.bot import policy
from games.titles.climbing.bot.layout import Part
from games.titles.climbing.bot.opinion import Opinion
from games.titles.tien_len.bot import core
from games.titles.tien_len.bot.chances import terms_of


def opinion(view: TienLenView) -> Opinion:
    """Return what the view's seat thinks of before one play."""
    terms = terms_of(rules_of(view.options))
    return Opinion(core.KERNELS, terms, mask_of(view.hand), unseen(view), *policy.standing(view))


def part_of(view: TienLenView, cards: tuple[int, ...]) -> Part:
    """Return cards as the policy sees them."""
    return core.part_of(mask_of(cards))


def unseen(view: TienLenView) -> int:
    """Return the cards that others may hold, as bits, and those out of play."""
    return policy.unseen(view, PACK_52, ORDER)


def known(view: TienLenView) -> list[int]:
    """Return seat → cards as bits that the viewer knows there: their own, and the odd card until it is played."""
    return policy.known(view, ORDER)
