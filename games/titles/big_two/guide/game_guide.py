"""The rules page of Big Two, and its figures, worked out by the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.guide.blocks import Line, Shown
from games.guide.figure_parts import fan, plain
from games.guide.game_guide import RulesQuery
from games.rules.big_two import score
from games.rules.big_two.moves import answers
from games.rules.big_two.options import rules_of
from games.rules.big_two.order import ORDERS
from games.rules.big_two.state import State, at_lead
from games.rules.cards import cards
from games.rules.climbing.deal import deal_each
from games.rules.climbing.order import Order
from games.rules.core import Setup
from games.titles.big_two.guide import text
from games.titles.big_two.table.game_table import BigTwoHooks
from games.titles.climbing.guide import figures
from games.titles.climbing.guide.game_guide import ClimbingGuide


def order(options: Mapping[str, Any]) -> Order:
    """Return the order of the cards at a table with these options."""
    return ORDERS[options["suit_order"]]


class Examples(figures.Examples):
    """The examples of Big Two: flushes may be compared by suit first."""

    def compares(self, kind: str, options: Mapping[str, Any]) -> str:
        by_suit = kind == "flush" and options["flush_order"] == "suit"
        return text.BY_SUIT_FIRST if by_suit else super().compares(kind, options)


EXAMPLES = Examples(
    BigTwoHooks(),
    order,
    lambda hand, combo, options: answers(hand, combo, rules_of(options)),
    text.EXAMPLES,
    text.COMPARED,
    text.DOUBTFUL,
    text.BEATS,
    text.ADVICE,
)


def rows(query: RulesQuery) -> Shown:
    """Return all straights, lowest first, each with its deciding card raised."""
    rules = rules_of(query.options)
    lines = []
    for row in rules.rows.windows:
        deciding = rules.order.ascending[4 * row.ranks[-1] + 3]
        combo = EXAMPLES.hooks.classify([rules.order.ascending[4 * rank + 3] for rank in row.ranks], query.options)
        assert combo is not None
        lines.append(Line("", fan(combo.cards[::-1], marked=(deciding,))))
    return Shown("lines", lines=lines)


def sizes(query: RulesQuery) -> Shown:
    """Return how many cards each gets, from the dealer on."""
    rules = rules_of(query.options)
    hands, _odd = deal_each(query.game.pack(query.options), 0, rules.players, rules.cards, rules.order)
    return figures.sizes(query, [hand.bit_count() for hand in hands])


def factors(query: RulesQuery) -> Shown:
    """Return the factor for each number of cards left, from one up to a whole hand."""
    rules, doubling = rules_of(query.options), query.options["doubling"]
    most = rules.cards + (rules.players * rules.cards == 51)
    rows = figures.factors(most, lambda left: score.factor(left, True, doubling))
    if doubling != "none":
        rows.append(plain(_("any, without having played a card"), f"× {score.factor(1, False, doubling)}"))
    return Shown("table", head=[_("Cards left"), _("Points for each")], rows=rows)


def worked_example(query: RulesQuery) -> Shown:
    """Return the score of an example, seat by seat."""
    rules = rules_of(query.options)
    shown, played = text.WORKED[rules.players]
    hands = [rules.order.mask_of(cards(hand)) for hand in shown]
    return figures.worked_example([hand.bit_count() for hand in hands], played, score.points(hands, played, 0, rules))


class BigTwoGuide(ClimbingGuide):
    """Hands of five, and what beats what."""

    sections, short, about = text.SECTIONS, text.SHORT, text.ABOUT

    @property
    def figures(self) -> Mapping[str, Callable[[Any], Any]]:
        return EXAMPLES.figures() | {"rows": rows, "sizes": sizes, "factors": factors, "worked": worked_example}

    def order(self, options: Mapping[str, Any]) -> Order:
        return order(options)

    def at_lead(self, setup: Setup, hands: tuple[int, ...], leader: int) -> State:
        return at_lead(setup, hands, leader)


GUIDE = BigTwoGuide("big-two")
