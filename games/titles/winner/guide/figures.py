"""The figures of Winner, worked out by its combinations and its score."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations as combinations_of
from typing import Any

from django.utils.translation import gettext as _

from games.guide.blocks import Line, Shown
from games.guide.figure_parts import fan, plain
from games.guide.game_guide import RulesQuery
from games.rules.cards import cards
from games.rules.climbing.combos import Combo
from games.rules.climbing.deal import deal
from games.rules.winner import score
from games.rules.winner.combos import combo_of, unbeatable
from games.rules.winner.moves import answers
from games.rules.winner.options import Rules, rules_of
from games.rules.winner.order import ASCENDING, ORDER, SEQUENCE, mask_of
from games.rules.winner.state import tribute_of
from games.table.cards import brief
from games.titles.climbing.guide import figures
from games.titles.winner.guide import text
from games.titles.winner.table.hooks import WinnerHooks


class Examples(figures.Examples):
    """The examples of Winner: a straight of triples is as short as the table allows."""

    def example(self, kind: str, options: Mapping[str, Any]) -> Combo | None:
        shown = cards(self.shown[kind])
        if kind == "triple-straight":
            shown = shown[: 3 * options["triple_straight_min"]]
        return self.hooks.classify(shown, options)

    def compares(self, kind: str, options: Mapping[str, Any]) -> str:
        return (text.COMPARED_FULL if options["straight_full_rank"] else text.COMPARED)[kind]


EXAMPLES = Examples(
    WinnerHooks(),
    lambda options: ORDER,
    lambda hand, combo, options: answers(hand, combo, rules_of(options)),
    text.EXAMPLES,
    text.COMPARED,
    text.DOUBTFUL,
    text.BEATS,
    text.ADVICE,
)


def sequence(query: RulesQuery) -> Shown:
    """Return the row of ranks in which straights run."""
    row = [ASCENDING[4 * rank + 3] for rank in SEQUENCE]
    return Shown("lines", lines=[Line(_("The row of straights"), fan(row, over=True))])


def sizes(query: RulesQuery) -> Shown:
    """Return how many cards each gets, from the dealer on."""
    return figures.sizes(query, dealt(query))


def dealt(query: RulesQuery) -> list[int]:
    """Return how many cards each gets, from the dealer on."""
    return [len(hand) for hand in deal(query.game.pack(query.options), 0, query.options["players"])]


def tribute(query: RulesQuery) -> Shown:
    """Return what losers with these hands give."""
    pack = set(query.game.pack(query.options))
    lines = []
    for example in text.TRIBUTES:
        hand = cards(example)
        if not pack.issuperset(hand):
            continue
        tribute_card = tribute_of(mask_of(hand))
        caption = (
            _("Nothing is given.") if tribute_card is None else _("Given: %(card)s.") % {"card": brief(tribute_card)}
        )
        lines.append(Line("", fan(hand, marked=() if tribute_card is None else (tribute_card,)), caption))
    return Shown("lines", _("A loser’s highest cards"), lines=lines)


def relead(query: RulesQuery) -> Shown:
    """Return the plays after which nobody needs to pass, found among all singles and pairs."""
    names = {1: _("Single card"), 2: _("Pair")}
    plays = releads(query.game.pack(query.options), rules_of(query.options))
    return Shown("lines", lines=[Line(names[len(shown)], fan(shown)) for shown in plays])


@lru_cache(maxsize=64)
def releads(pack: tuple[int, ...], rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return the singles and pairs of a pack that nothing can beat."""
    sets = [*combinations_of(pack, 1), *combinations_of(pack, 2)]
    combos = [combo_of(mask_of(shown), rules) for shown in sets]
    return tuple(combo.cards for combo in combos if combo is not None and unbeatable(combo, rules))


def factors(query: RulesQuery) -> Shown:
    """Return the factor for each number of cards left, from one up to a whole hand."""
    count = query.options["players"]
    seventeen = rules_of(query.options).seventeen
    rows = figures.factors(max(dealt(query)), lambda left: score.factor(left, True, count, seventeen))
    if not seventeen:
        rows.append(plain(_("any, without having played a card"), f"× {score.factor(1, False, count)}"))
    return Shown("table", head=[_("Cards left"), _("Points for each")], rows=rows)


def worked_example(query: RulesQuery) -> Shown:
    """Return the score of an example, seat by seat."""
    count = query.options["players"]
    left, has_played = text.WORKED[count]
    if query.options["ending"] == "last-loser":
        left = text.LAST_LOSER[count]
        has_played = (True,) * count
    return figures.worked_example(
        left, has_played, score.points(left, has_played, 0, rules_of(query.options).seventeen)
    )


FIGURES: Mapping[str, Any] = {
    **EXAMPLES.figures(),
    "sequence": sequence,
    "sizes": sizes,
    "tribute": tribute,
    "relead": relead,
    "factors": factors,
    "worked": worked_example,
}
