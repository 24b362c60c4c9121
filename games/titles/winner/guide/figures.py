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
from games.guide.game_guide import Asked
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


def order(asked: Asked) -> Shown:
    """Return the cards from low to high: a card of each rank, then the four of one rank."""
    pack = set(asked.game.pack(asked.options))
    ranks = [card for at, card in enumerate(ASCENDING) if card in pack and (at % 4 == 3 or at >= 52)]
    suits = [card for card in ASCENDING[:4] if card in pack]
    return Shown(
        "lines",
        lines=[
            Line(_("Ranks, low to high"), fan(ranks, over=True)),
            Line(_("Suits, low to high"), fan(suits)),
        ],
    )


def sequence(asked: Asked) -> Shown:
    """Return the row in which straights run."""
    row = [ASCENDING[4 * rank + 3] for rank in SEQUENCE]
    return Shown("lines", lines=[Line(_("The row of straights"), fan(row, over=True))])


def combinations(asked: Asked) -> Shown:
    """Return an example of every combination, as the rules read it."""
    rows = []
    compared = text.COMPARED_FULL if asked.options["straight_full_rank"] else text.COMPARED
    for kind, example in text.EXAMPLES.items():
        shown = cards(example)
        if kind == "triple-straight":
            shown = shown[: 3 * asked.options["triple_straight_min"]]
        combo = classify(shown, asked.options)
        assert combo is not None and combo.type == kind, kind
        rows.append(
            {
                "name": _(KINDS[kind]),
                "term": TERMS[kind],
                "cards": fan(combo.cards),
                "said": f"{in_words(combo)} · {_(compared[kind])}",
                "beaten": [fan(better) for better in beaten_by(asked, combo)],
            }
        )
    return Shown("combinations", extra={"combinations": rows})


def beaten_by(asked: Asked, combo: Combo) -> list[tuple[int, ...]]:
    """Return the lowest play of each kind that beats a combination, its own kind first."""
    rules = rules_of(asked.options)
    rest = mask_of(asked.game.pack(asked.options)) & ~combo.mask
    found: dict[str, tuple[int, ...]] = {}
    for group in answers(rest, combo, rules):
        better = combo_of(sum(part[0] for part in group.parts), rules)
        assert better is not None
        found.setdefault(better.type, better.cards)
    return [found[kind] for kind in sorted(found, key=lambda kind: kind != combo.type)]


def doubtful(asked: Asked) -> Shown:
    """Return sets of cards that people ask about, with what they are."""
    pack = set(asked.game.pack(asked.options))
    lines = []
    for example in text.DOUBTFUL:
        shown = cards(example)
        if not pack.issuperset(shown):
            continue
        combo = classify(shown, asked.options)
        if combo is None:
            lines.append(Line("", fan(shown), _(asked.game.refusals["not-a-combination"].sentence), "no"))
        else:
            lines.append(Line("", fan(combo.cards), in_words(combo), "yes"))
    return Shown("lines", lines=lines)


def beats(asked: Asked) -> Shown:
    """Return plays on plays with the engine's answer."""
    return figure_parts.positions(asked, text.BEATS)


def sizes(asked: Asked) -> Shown:
    """Return how many cards each gets, from the dealer on."""
    count = asked.options["players"]
    dealt = deal(asked.game.pack(asked.options), 0, count)
    others = (_("Player %(number)s after the dealer") % {"number": at} for at in range(1, count))
    names = [pgettext("who deals", "Dealer"), *others]
    return Shown(
        "table",
        head=[_("Seat"), _("Number of cards")],
        rows=[plain(n, len(h)) for n, h in zip(names, dealt, strict=True)],
    )


def tribute(asked: Asked) -> Shown:
    """Return what losers with these hands give."""
    pack = set(asked.game.pack(asked.options))
    lines = []
    for example in text.TRIBUTES:
        hand = cards(example)
        if not pack.issuperset(hand):
            continue
        given = tribute_of(mask_of(hand))
        said = _("Nothing is given.") if given is None else _("Given: %(card)s.") % {"card": brief(given)}
        lines.append(Line("", fan(hand, marked=() if given is None else (given,)), said))
    return Shown("lines", _("A loser's highest cards"), lines=lines)


def relead(asked: Asked) -> Shown:
    """Return the plays after which no passes are taken, found among all singles and pairs."""
    names = {1: _("Single card"), 2: _("Pair")}
    found = releads(asked.game.pack(asked.options), rules_of(asked.options))
    return Shown("lines", lines=[Line(names[len(shown)], fan(shown)) for shown in found])


@lru_cache(maxsize=64)
def releads(pack: tuple[int, ...], rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return the singles and pairs of a pack that nothing can beat."""
    sets = [*combinations_of(pack, 1), *combinations_of(pack, 2)]
    combos = [combo_of(mask_of(shown), rules) for shown in sets]
    return tuple(combo.cards for combo in combos if combo is not None and unbeatable(combo, rules))


def factors(asked: Asked) -> Shown:
    """Return by how much cards left count, from one up to a whole hand."""
    count = asked.options["players"]
    most = max(map(len, deal(asked.game.pack(asked.options), 0, count)))
    seventeen = rules_of(asked.options).seventeen
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


def worked(asked: Asked) -> Shown:
    """Return the score of an example, seat by seat."""
    count = asked.options["players"]
    left, made = text.WORKED[count]
    if asked.options["ending"] == "last-loser":
        left = text.LAST_LOSER[count]
        made = (True,) * count
    gained = score.points(left, made, 0, rules_of(asked.options).seventeen)
    names = figure_parts.players(count)
    rows = []
    for at, name in enumerate(names):
        rows.append(
            [
                *plain(name, left[at], figure_parts.yes(made[at])),
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
    "advice": lambda asked: figure_parts.advice(text.ADVICE),
}
