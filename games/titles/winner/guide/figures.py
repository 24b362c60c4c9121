"""The figures of Winner, worked out by its combinations and its score."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations as combinations_of
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.guide import figure_parts
from games.guide.blocks import Cell, Line, Shown
from games.guide.figure_parts import fan, plain
from games.guide.game_guide import RulesQuery
from games.rules.cards import cards
from games.rules.climbing.combos import KINDS, Combo
from games.rules.climbing.deal import deal
from games.rules.winner import score
from games.rules.winner.combos import TERMS, classify, combo_of, unbeatable
from games.rules.winner.moves import answers
from games.rules.winner.options import Rules, rules_of
from games.rules.winner.order import ASCENDING, SEQUENCE, mask_of
from games.rules.winner.state import tribute_of
from games.table.cards import brief
from games.titles.winner.guide import text
from games.titles.winner.table.board import in_words


def order(query: RulesQuery) -> Shown:
    """Return the cards from low to high: a card of each rank, then the four of one rank."""
    pack = set(query.game.pack(query.options))
    ranks = [card for at, card in enumerate(ASCENDING) if card in pack and (at % 4 == 3 or at >= 52)]
    suits = [card for card in ASCENDING[:4] if card in pack]
    return Shown(
        "lines",
        lines=[
            Line(_("Ranks, low to high"), fan(ranks, over=True)),
            Line(_("Suits, low to high"), fan(suits)),
        ],
    )


def sequence(query: RulesQuery) -> Shown:
    """Return the row in which straights run."""
    row = [ASCENDING[4 * rank + 3] for rank in SEQUENCE]
    return Shown("lines", lines=[Line(_("The row of straights"), fan(row, over=True))])


def combinations(query: RulesQuery) -> Shown:
    """Return an example of every combination, as the rules read it."""
    rows = []
    compared = text.COMPARED_FULL if query.options["straight_full_rank"] else text.COMPARED
    for kind, example in text.EXAMPLES.items():
        shown = cards(example)
        if kind == "triple-straight":
            shown = shown[: 3 * query.options["triple_straight_min"]]
        combo = classify(shown, query.options)
        assert combo is not None and combo.type == kind, kind
        rows.append(
            {
                "name": _(KINDS[kind]),
                "term": TERMS[kind],
                "cards": fan(combo.cards),
                "compared": f"{in_words(combo)} · {_(compared[kind])}",
                "beaten": [fan(better) for better in beaten_by(query, combo)],
            }
        )
    return Shown("combinations", extra={"combinations": rows})


def beaten_by(query: RulesQuery, combo: Combo) -> list[tuple[int, ...]]:
    """Return the lowest play of each kind that beats a combination, its own kind first."""
    rules = rules_of(query.options)
    rest = mask_of(query.game.pack(query.options)) & ~combo.mask
    cards_by_type: dict[str, tuple[int, ...]] = {}
    for group in answers(rest, combo, rules):
        better = combo_of(sum(part[0] for part in group.parts), rules)
        assert better is not None
        cards_by_type.setdefault(better.type, better.cards)
    return [cards_by_type[kind] for kind in sorted(cards_by_type, key=lambda kind: kind != combo.type)]


def doubtful(query: RulesQuery) -> Shown:
    """Return sets of cards that people ask about, with what they are."""
    pack = set(query.game.pack(query.options))
    lines = []
    for example in text.DOUBTFUL:
        shown = cards(example)
        if not pack.issuperset(shown):
            continue
        combo = classify(shown, query.options)
        if combo is None:
            lines.append(Line("", fan(shown), _(query.game.refusals["not-a-combination"].sentence), "no"))
        else:
            lines.append(Line("", fan(combo.cards), in_words(combo), "yes"))
    return Shown("lines", lines=lines)


def beats(query: RulesQuery) -> Shown:
    """Return plays on plays with the engine's answer."""
    return figure_parts.positions(query, text.BEATS)


def sizes(query: RulesQuery) -> Shown:
    """Return how many cards each gets, from the dealer on."""
    count = query.options["players"]
    dealt = deal(query.game.pack(query.options), 0, count)
    others = (_("Player %(number)s after the dealer") % {"number": at} for at in range(1, count))
    names = [pgettext("who deals", "Dealer"), *others]
    return Shown(
        "table",
        head=[_("Seat"), _("Number of cards")],
        rows=[plain(n, len(h)) for n, h in zip(names, dealt, strict=True)],
    )


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
    return Shown("lines", _("A loser's highest cards"), lines=lines)


def relead(query: RulesQuery) -> Shown:
    """Return the plays after which no passes are taken, found among all singles and pairs."""
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
    """Return by how much cards left count, from one up to a whole hand."""
    count = query.options["players"]
    most = max(map(len, deal(query.game.pack(query.options), 0, count)))
    seventeen = rules_of(query.options).seventeen
    runs: list[tuple[int, int, int]] = []
    for left in range(1, most + 1):
        times = score.factor(left, True, count, seventeen)
        if runs and runs[-1][2] == times:
            runs[-1] = (runs[-1][0], left, times)
        else:
            runs.append((left, left, times))
    rows = [plain(figure_parts.ranges(low, high), f"× {times}") for low, high, times in runs]
    if not seventeen:
        rows.append(plain(_("any, without having played a card"), f"× {score.factor(1, False, count)}"))
    return Shown("table", head=[_("Cards left"), _("Points for each")], rows=rows)


def worked(query: RulesQuery) -> Shown:
    """Return the score of an example, seat by seat."""
    count = query.options["players"]
    left, has_played = text.WORKED[count]
    if query.options["ending"] == "last-loser":
        left = text.LAST_LOSER[count]
        has_played = (True,) * count
    gained = score.points(left, has_played, 0, rules_of(query.options).seventeen)
    names = figure_parts.players(count)
    rows = []
    for at, name in enumerate(names):
        rows.append(
            [
                *plain(name, left[at], figure_parts.yes(has_played[at])),
                Cell(f"{gained[at]:+d}".replace("-", "−"), at == 0),
            ]
        )
    head = [_("Player"), _("Cards left"), _("Has played"), _("Points")]
    return Shown("table", head=head, rows=rows)


FIGURES: Mapping[str, Any] = {
    "options": figure_parts.options,
    "order": order,
    "sequence": sequence,
    "combinations": combinations,
    "doubtful": doubtful,
    "beats": beats,
    "sizes": sizes,
    "tribute": tribute,
    "relead": relead,
    "factors": factors,
    "worked": worked,
    "refusals": figure_parts.refused,
    "advice": lambda query: figure_parts.advice(text.ADVICE),
}
