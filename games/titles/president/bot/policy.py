"""A player of President by plain knowledge: sets, twos that clear, and ranks that may be upside down.

While the ranks are turned around all cards are thought of in their mirror: a three as a two, and so on.
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
from games.titles.climbing.bot.mind import Mind
from games.titles.climbing.bot.parts import Part
from games.titles.president.bot import core
from games.titles.president.bot.core import seen
from games.titles.president.bot.sight import Sight

#: what a low card is worth giving away, beside the plays that it saves
LOW = 0.01


def mind(view: PresidentView) -> Mind:
    """Return what the view's seat thinks of before one play."""
    hand, hidden = seen(mask_of(view.hand), view.turned), seen(unseen(view), view.turned)
    return core.mind(hand, hidden, *policy.standing(view), rules_of(view.options), view.turned)


def part_of(view: PresidentView, cards: tuple[int, ...]) -> Part:
    """Return cards as the policy sees them."""
    return core.part_of(seen(mask_of(cards), view.turned))


def unseen(view: PresidentView) -> int:
    """Return the cards that others may hold, as bits."""
    return policy.unseen(view, PACK_54 if view.options["jokers"] else PACK_52, ORDER)


def known(view: PresidentView) -> list[int]:
    """Return seat → cards as bits that the viewer knows there: their own, and those of an exchange of theirs until
    they are played."""
    masks = [0] * view.seats
    for one in view.exchanges:
        if one.given:
            masks[one.taker] |= mask_of(one.tribute)
            masks[one.payer] |= mask_of(one.gift)
    return policy.left_of(masks, view, ORDER)


def gifts(view: PresidentView) -> Callable[[Action], float]:
    """Return a function that weighs gifts: the best leaves the best hand, of those the lowest cards."""
    assert view.seat is not None
    tribute = next(mask_of(one.tribute) for one in view.exchanges if one.taker == view.seat)
    others = [count for seat, count in enumerate(view.counts) if seat != view.seat]
    rules = rules_of(view.options)
    hand = mask_of(view.hand) | tribute
    sight = Sight(hand, unseen(view) & ~tribute, others, rules, rules.two_clears)

    def worth(action: Action) -> float:
        assert isinstance(action, Give)
        given = mask_of(action.cards)
        return -sight.needs(hand ^ given) - LOW * sum(ORDER.heights[card] >> 2 for card in action.cards)

    return worth
