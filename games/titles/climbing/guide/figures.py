"""The figures of a climbing game, worked out by its combinations and its deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.guide import figure_parts
from games.guide.blocks import Cell, Line, Position, Shown
from games.guide.figure_parts import fan, plain
from games.guide.game_guide import FOLLOWER, RulesQuery, guide_of
from games.rules.cards import cards
from games.rules.climbing.combos import Combo
from games.rules.climbing.moves import Group
from games.rules.climbing.order import Order
from games.titles.climbing.table.hooks import Hooks


@dataclass(frozen=True)
class Examples:
    """A game's examples. ``order``: options → the order of the cards; ``answers``: which of some cards beat a play, by
    options; ``shown``: type → an example; ``compared``: type → what is compared; ``doubtful``: sets that people ask
    about; ``beats``: plays on plays; ``advice``: from whom, and what."""

    hooks: Hooks
    order: Callable[[Mapping[str, Any]], Order]
    answers: Callable[[int, Combo, Mapping[str, Any]], Sequence[Group]]
    shown: Mapping[str, str]
    compared: Mapping[str, str]
    doubtful: Sequence[str] = ()
    beats: Sequence[Position] = ()
    advice: Sequence[tuple[str, str]] = ()
    named: Mapping[str, str] = field(default_factory=dict)

    def example(self, kind: str, options: Mapping[str, Any]) -> Combo | None:
        """Return the example of a type; ``None`` if these options have no such type."""
        combo = self.hooks.classify(cards(self.shown[kind]), options)
        return combo if combo is not None and combo.type == kind else None

    def compares(self, kind: str, options: Mapping[str, Any]) -> str:
        """Return what is compared in a type."""
        return self.compared[kind]

    def figures(self) -> dict[str, Callable[[RulesQuery], Shown]]:
        """Return the figures that all games have, by name."""
        return {
            "order": self._order,
            "combinations": self._combinations,
            "doubtful": self._doubtful,
            "beats": self._beats,
            "advice": lambda query: figure_parts.advice(self.advice),
        }

    def _order(self, query: RulesQuery) -> Shown:
        """Return the cards from low to high: one of each rank, then all four of one rank."""
        pack, ascending = set(query.game.pack(query.options)), self.order(query.options).ascending
        ranks = [card for at, card in enumerate(ascending) if card in pack and (at % 4 == 3 or at >= 52)]
        suits = [card for card in ascending[:4] if card in pack]
        ranked = Line(_("Ranks, low to high"), fan(ranks, over=True))
        return Shown("lines", lines=[ranked, Line(_("Suits, low to high"), fan(suits))])

    def _combinations(self, query: RulesQuery) -> Shown:
        """Return an example of every combination, as the rules read it."""
        rows = []
        for kind in self.shown:
            combo = self.example(kind, query.options)
            if combo is None:
                continue
            rows.append(
                {
                    "name": _(self.named[kind]) if kind in self.named else self.hooks.kind_name(kind),
                    "term": self.hooks.terms.get(kind, "") if self.hooks.terms_in == "zh-Hans" else "",
                    "cards": fan(combo.cards),
                    "compared": f"{self.hooks.in_words(combo)} · {_(self.compares(kind, query.options))}",
                    "beaten": [fan(better) for better in self.beaten_by(query, combo)],
                }
            )
        return Shown("combinations", extra={"combinations": rows})

    def beaten_by(self, query: RulesQuery, combo: Combo) -> list[tuple[int, ...]]:
        """Return the lowest play of each kind that beats a combination, its own kind first."""
        order = combo.order
        rest = order.mask_of(query.game.pack(query.options)) & ~combo.mask
        cards_by_type: dict[str, tuple[int, ...]] = {}
        for group in self.answers(rest, combo, query.options):
            mask = sum(part[0] for part in group.parts)
            better = self.hooks.classify(order.cards_of(mask), query.options)
            assert better is not None
            cards_by_type.setdefault(better.type, better.cards)
        return [cards_by_type[kind] for kind in sorted(cards_by_type, key=lambda kind: kind != combo.type)]

    def _beats(self, query: RulesQuery) -> Shown:
        """Return pairs of plays that may occur at this table, with the engine's verdict."""
        guide = guide_of(query.game.key)
        possible = []
        for position in self.beats:
            state, action = guide.lay_out(query.options, position)
            if action.seat in state.to_act and action.seat == FOLLOWER:
                possible.append(position)
        return figure_parts.positions(query, possible)

    def _doubtful(self, query: RulesQuery) -> Shown:
        """Return sets of cards that people ask about, with what they are."""
        pack = set(query.game.pack(query.options))
        lines = []
        for example in self.doubtful:
            shown = cards(example)
            if not pack.issuperset(shown):
                continue
            combo = self.hooks.classify(shown, query.options)
            if combo is None:
                lines.append(Line("", fan(shown), _(query.game.refusals["not-a-combination"].sentence), "no"))
            else:
                lines.append(Line("", fan(combo.cards), self.hooks.in_words(combo), "yes"))
        return Shown("lines", lines=lines)


def sizes(query: RulesQuery, dealt: Sequence[int]) -> Shown:
    """Return how many cards each gets, from the dealer on."""
    others = (_("Player %(number)s after the dealer") % {"number": at} for at in range(1, len(dealt)))
    names = [pgettext("who deals", "Dealer"), *others]
    return Shown(
        "table",
        head=[_("Seat"), _("Number of cards")],
        rows=[plain(name, count) for name, count in zip(names, dealt, strict=True)],
    )


def worked_example(left: Sequence[int], played: Sequence[bool], points: Sequence[int]) -> Shown:
    """Return the score of an example, seat by seat; the first has won."""
    rows = []
    for at, name in enumerate(figure_parts.players(len(left))):
        signed = f"{points[at]:+d}".replace("-", "−")
        rows.append([*plain(name, left[at], figure_parts.yes(played[at])), Cell(signed, at == 0)])
    head = [_("Player"), _("Cards left"), _("Has played"), _("Points")]
    return Shown("table", head=head, rows=rows)


def factors(most: int, times: Callable[[int], int]) -> list[list[Cell]]:
    """Return the factor for each number of cards left, from one up to a whole hand."""
    rows: list[tuple[int, int, int]] = []
    for left in range(1, most + 1):
        if rows and rows[-1][2] == times(left):
            rows[-1] = (rows[-1][0], left, rows[-1][2])
        else:
            rows.append((left, left, times(left)))
    return [plain(figure_parts.ranges(low, high), f"× {each}") for low, high, each in rows]
