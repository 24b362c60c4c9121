"""A player of Big Two by plain knowledge: what hands of five are worth, and when cards left are dear."""

from __future__ import annotations

from games.rules.big_two.options import rules_of
from games.rules.big_two.view import BigTwoView
from games.rules.cards import PACK_52
from games.titles.big_two.bot import core
from games.titles.big_two.bot.chances import terms_of
from games.titles.climbing.bot import policy
from games.titles.climbing.bot.layout import Part
from games.titles.climbing.bot.opinion import Opinion


def opinion(view: BigTwoView) -> Opinion:
    """Return what the view's seat thinks of before one play."""
    rules = rules_of(view.options)
    return Opinion(core.KERNELS, terms_of(rules), rules.order.mask_of(view.hand), unseen(view), *policy.standing(view))


def part_of(view: BigTwoView, cards: tuple[int, ...]) -> Part:
    """Return cards as the policy sees them."""
    rules = rules_of(view.options)
    return core.part_of(rules.order.mask_of(cards), rules)


def unseen(view: BigTwoView) -> int:
    """Return the cards that others may hold, as bits, and those out of play."""
    return policy.unseen(view, PACK_52, rules_of(view.options).order)


def known(view: BigTwoView) -> list[int]:
    """Return seat → cards as bits that the viewer knows there: their own, and the odd card until it is played."""
    return policy.known(view, rules_of(view.options).order)
