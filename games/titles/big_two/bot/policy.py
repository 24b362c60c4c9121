"""A player of Big Two by plain knowledge: what hands of five are worth, and when cards left are dear."""

from __future__ import annotations

from games.rules.big_two.options import rules_of
from games.rules.big_two.view import BigTwoView
from games.rules.cards import PACK_52
from games.titles.big_two.bot import core
from games.titles.climbing.bot import policy
from games.titles.climbing.bot.mind import Mind
from games.titles.climbing.bot.parts import Part


def mind(view: BigTwoView) -> Mind:
    """Return what the view's seat thinks of before one play."""
    rules = rules_of(view.options)
    hand = rules.order.mask_of(view.hand)
    return core.mind(hand, unseen(view), *policy.standing(view), rules)


def part_of(view: BigTwoView, cards: tuple[int, ...]) -> Part:
    """Return cards as the policy sees them."""
    rules = rules_of(view.options)
    return core.part_of(rules.order.mask_of(cards), rules)


def unseen(view: BigTwoView) -> int:
    """Return the cards that others may hold, as bits, and those out of play."""
    return policy.unseen(view, PACK_52, rules_of(view.options).order)


def own(view: BigTwoView) -> list[int]:
    """Return seat → cards as bits that the viewer knows there: their own, and the odd card until it is played."""
    return policy.own(view, rules_of(view.options).order)
