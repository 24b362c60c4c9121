"""Figures of the family: editions side by side, the books, the suits, the count of a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.guide import figure_parts
from games.guide.blocks import Cell, Line, Shown
from games.guide.figure_parts import Trumps, fan, plain
from games.guide.game_guide import RulesQuery
from games.rules.cards import RANKS, SUITS
from games.rules.four_chances.game import FourChances
from games.rules.four_chances.order import groups
from games.rules.four_chances.score import PIPS
from games.table.cards import rank_sign, suit_name
from games.table.room_settings import value_name
from games.titles.four_chances.table.board import TRUMPS


@dataclass(frozen=True, slots=True)
class Words:
    """A quotation from books about an option or a section: its ``key``, the ``years`` of the books, the words."""

    key: str
    years: str
    text: str


def is_trump(letter: str) -> Trumps:
    """Return whether a card is of the trump suit, or the joker."""
    return lambda number: number in TRUMPS[letter]


def order(query: RulesQuery) -> Shown:
    """Return the suits from high to low, the trumps first."""
    assert query.trump is not None
    lines = []
    for letter, held in groups(query.game.pack(query.options), SUITS.index(query.trump)):
        name = suit_name(letter)
        label = _("Trumps: %(suit)s") % {"suit": name} if letter == query.trump else name.capitalize()
        lines.append(Line(label, fan(held, is_trump(query.trump), over=True)))
    return Shown("lines", lines=lines)


def editions(query: RulesQuery) -> Shown:
    """Return every option in every edition, with differences from the first marked."""
    assert isinstance(query.game, FourChances)
    columns = query.game.columns
    first = next(iter(columns))
    edition = next(option for option in query.game.options if option.key == "edition")
    rows = []
    for option in query.game.options:
        if option.key == "edition" or len({str(column[option.key]) for column in columns.values()}) == 1:
            continue
        cells = [Cell(_(option.label))]
        for name, column in columns.items():
            value = column[option.key]
            cells.append(
                Cell(value_name(option, value), name == query.options["edition"], value != columns[first][option.key])
            )
        rows.append(cells)
    return Shown("editions", head=[_("Option"), *(value_name(edition, name) for name in columns)], rows=rows)


def sources(query: RulesQuery, books: Mapping[str, str], behind: Sequence[Words], labels: Mapping[str, str]) -> Shown:
    """Return the books with their years and words. ``labels``: for words that belong to no option."""
    names = {option.key: _(option.label) for option in query.game.options}
    names |= {key: _(label) for key, label in labels.items()}
    words = [
        {"label": names[passage.key], "years": _years(passage.years), "text": _(passage.text)} for passage in behind
    ]
    listed = [(_years(year), _(title)) for year, title in books.items()]
    extra = {"books": listed, "words": words, "collected": False, "reprints": ()}
    return Shown("sources", extra=extra)


def _years(years: str) -> str:
    """Return the years of books; some have only «later»."""
    return ", ".join(_("later") if year == "later" else year for year in years.split(", "))


def pips(query: RulesQuery) -> Shown:
    """Return what each card counts for Game."""
    ranks = [rank for rank in reversed(range(len(RANKS))) if PIPS[rank]]
    head = [_("Card"), *(rank_sign(rank) for rank in ranks), _("others")]
    return Shown("table", head=head, rows=[plain(_("of all suits"), *(PIPS[rank] for rank in ranks), 0)])


def advice(sentences: Sequence[tuple[str, str]]) -> Shown:
    """Return what books advise."""
    return figure_parts.advice([(_years(years), text) for years, text in sentences])
