"""The rules page of Tien Len, and its figures, worked out by the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.guide import figure_parts
from games.guide.blocks import Cell, Line, Shown
from games.guide.figure_parts import fan, plain
from games.guide.game_guide import RulesQuery
from games.rules.cards import cards
from games.rules.climbing.deal import deal_each
from games.rules.climbing.order import Order
from games.rules.core import Setup
from games.rules.tien_len import score
from games.rules.tien_len.combos import classify, worth
from games.rules.tien_len.instant import NAMES, instant_of
from games.rules.tien_len.moves import answers
from games.rules.tien_len.options import rules_of
from games.rules.tien_len.order import ORDER, mask_of
from games.rules.tien_len.state import State, at_lead
from games.titles.climbing.guide import figures
from games.titles.climbing.guide.game_guide import ClimbingGuide
from games.titles.tien_len.guide import text
from games.titles.tien_len.table.game_table import TienLenHooks

EXAMPLES = figures.Examples(
    TienLenHooks(),
    lambda options: ORDER,
    lambda hand, combo, options: answers(hand, combo, rules_of(options)),
    text.EXAMPLES,
    text.COMPARED,
    text.DOUBTFUL,
    text.BEATS,
    text.ADVICE,
    text.NAMED,
)


def chops(query: RulesQuery) -> Shown:
    """Return sets of twos with the lowest play of each kind that chops them."""
    lines = []
    for twos in text.TWOS:
        combo = classify(cards(twos), query.options)
        assert combo is not None
        choppers = EXAMPLES.beaten_by(query, combo)
        lines += [Line(_("These twos"), fan(combo.cards))]
        lines += [Line(_("are chopped by"), fan(better)) for better in choppers if len(better) > len(combo.cards)]
    return Shown("lines", lines=lines)


def instant(query: RulesQuery) -> Shown:
    """Return an example of each hand that wins at the deal."""
    lines = []
    for name, hand in text.INSTANT.items():
        assert instant_of(mask_of(cards(hand))) == name
        lines.append(Line(_(NAMES[name]), fan(cards(hand), over=True)))
    return Shown("lines", lines=lines)


def worth_of_chops(query: RulesQuery) -> Shown:
    """Return the cost of each play that can be chopped."""
    rows = []
    for example in text.CHOPPED:
        combo = classify(cards(example), query.options)
        assert combo is not None
        rows.append(plain(EXAMPLES.hooks.in_words(combo), worth(combo)))
    return Shown("table", _("Where chops are paid"), head=[_("What is chopped"), _("Points")], rows=rows)


def sizes(query: RulesQuery) -> Shown:
    """Return how many cards each gets, from the dealer on."""
    rules = rules_of(query.options)
    hands, _odd = deal_each(query.game.pack(query.options), 0, rules.players, rules.cards, ORDER)
    return figures.sizes(query, [hand.bit_count() for hand in hands])


def worked_example(query: RulesQuery) -> Shown:
    """Return the score of an example, by places or by cards left."""
    rules = rules_of(query.options)
    hands, played = [mask_of(cards(hand)) for hand in text.LEFT[rules.players]], (True,) * rules.players
    if not rules.last_loser:
        gained = score.points(hands, played, (0,), rules, None)
        return figures.worked_example([hand.bit_count() for hand in hands], played, gained)
    out = text.OUT[rules.players]
    places = [*out, *(seat for seat in range(rules.players) if seat not in out)]
    gained = score.points([0 if seat in out else hand for seat, hand in enumerate(hands)], played, out, rules, None)
    names = figure_parts.players(rules.players)
    rows = []
    for place, seat in enumerate(places, 1):
        signed = f"{gained[seat]:+d}".replace("-", "−")
        rows.append([*plain(names[seat], place), Cell(signed, place == 1)])
    return Shown("table", head=[_("Player"), _("Place"), _("Points")], rows=rows)


class TienLenGuide(ClimbingGuide):
    """Combinations, and what chops what."""

    sections, short, about = text.SECTIONS, text.SHORT, text.ABOUT

    @property
    def figures(self) -> Mapping[str, Callable[[Any], Any]]:
        more = {"chops": chops, "instant": instant, "worth": worth_of_chops, "sizes": sizes, "worked": worked_example}
        return EXAMPLES.figures() | more

    def order(self, options: Mapping[str, Any]) -> Order:
        return ORDER

    def at_lead(self, setup: Setup, hands: tuple[int, ...], leader: int) -> State:
        return at_lead(setup, hands, leader)


GUIDE = TienLenGuide("tien-len")
