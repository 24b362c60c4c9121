"""The rules page of President, and its figures, worked out by the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.guide.blocks import Line, Shown
from games.guide.figure_parts import fan, plain
from games.guide.game_guide import RulesQuery
from games.rules.climbing.deal import deal
from games.rules.climbing.order import Order
from games.rules.core import Setup
from games.rules.president import score
from games.rules.president.moves import answers
from games.rules.president.options import rules_of
from games.rules.president.order import ORDER
from games.rules.president.state import State, at_lead
from games.titles.climbing.guide import figures
from games.titles.climbing.guide.game_guide import ClimbingGuide
from games.titles.president.guide import text
from games.titles.president.table.game_table import PresidentHooks

EXAMPLES = figures.Examples(
    PresidentHooks(),
    lambda options: ORDER,
    lambda hand, combo, options: answers(hand, combo, rules_of(options), False),
    text.EXAMPLES,
    text.COMPARED,
    text.DOUBTFUL,
    text.BEATS,
    text.ADVICE,
)


def ranks(query: RulesQuery) -> Shown:
    """Return a card of each rank from low to high."""
    pack, ascending = set(query.game.pack(query.options)), ORDER.ascending
    shown = [card for at, card in enumerate(ascending) if card in pack and (at % 4 == 3 or at >= 52)]
    return Shown("lines", lines=[Line(_("Ranks, low to high"), fan(shown, over=True))])


def sizes(query: RulesQuery) -> Shown:
    """Return how many cards each gets, from the dealer on."""
    hands = deal(query.game.pack(query.options), 0, query.options["players"])
    return figures.sizes(query, [len(hand) for hand in hands])


def titles(query: RulesQuery) -> Shown:
    """Return the title of each place."""
    count = query.options["players"]
    rows = [plain(place + 1, _(score.TITLES[score.title(place, count)])) for place in range(count)]
    return Shown("table", head=[_("Place"), _("Title")], rows=rows)


def points(query: RulesQuery) -> Shown:
    """Return the points of each place."""
    count = query.options["players"]
    scored = score.points(range(count), rules_of(query.options).titles)
    return Shown("table", head=[_("Place"), _("Points")], rows=[plain(at + 1, scored[at]) for at in range(count)])


class PresidentGuide(ClimbingGuide):
    """Sets, titles and what the places are worth."""

    sections, short, about = text.SECTIONS, text.SHORT, text.ABOUT
    first: Mapping[str, Any] = {"dealer": 0, "order": None}

    @property
    def figures(self) -> Mapping[str, Callable[[Any], Any]]:
        return EXAMPLES.figures() | {"ranks": ranks, "sizes": sizes, "titles": titles, "points": points}

    def order(self, options: Mapping[str, Any]) -> Order:
        return ORDER

    def at_lead(self, setup: Setup, hands: tuple[int, ...], leader: int) -> State:
        return at_lead(setup, hands, leader)


GUIDE = PresidentGuide("president")
