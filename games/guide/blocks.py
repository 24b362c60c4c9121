"""The parts of a rules page: sections of sentences and figures.

Sentences are English marked with ``N_``. A ``Rule`` may depend on options: it appears on the page of a table with those
options, and is marked there if they are not the defaults.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString

NO_CARDS = SafeString("")


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence or a few. ``when``: option → values for which it applies; ``only``: the game it is about, if several
    share a page. Placeholders such as ``%(target)s`` are filled with options."""

    text: str
    when: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    only: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """The place of a figure; ``name`` is its key in the game's figures."""

    name: str
    only: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A section with its number in the rules, which refusals cite. ``term`` is its Chinese name; a number with a point
    is a subsection of the one before it."""

    number: str
    title: str
    term: str = ""
    blocks: tuple[Rule | Figure, ...] = ()
    only: str = ""


def rule(text: str, **when: Any) -> Rule:
    """Return a sentence that applies for these option values: one value each, or several in a tuple or range."""
    several = {key: value if isinstance(value, (tuple, range)) else (value,) for key, value in when.items()}
    return Rule(text, several)


def section(number: str, title: str, *blocks: Rule | Figure, term: str = "") -> Section:
    """Return a section of these blocks; the other arguments are as in ``Section``."""
    return Section(number, title, term, blocks)


@dataclass(frozen=True, slots=True)
class Position:
    """A small position: may these cards be played?

    ``led``: on the table; ``hand``: held (by default just the cards played); ``play``: to be tried; ``others``: hands
    against which a throw is tested. ``note``: the rule if the answer is yes; a refusal has its own sentence.
    """

    key: str
    play: str
    led: str = ""
    hand: str = ""
    note: str = ""
    trump: str | None = "H"
    level: str = "2"
    others: tuple[str, ...] = ()


# --- values for templates ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """Cards in a row with a comment; ``mark`` is ``yes``, ``no`` or empty."""

    label: str = ""
    cards: SafeString = NO_CARDS
    note: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table; ``lit``: it applies here; ``diff``: it differs from the default."""

    text: str
    lit: bool = False
    diff: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A figure in the reader's language: rows of cards, a table, or positions, by ``kind``."""

    kind: str
    caption: str = ""
    lines: Sequence[Line] = ()
    head: Sequence[str] = ()
    rows: Sequence[Sequence[Cell]] = ()
    positions: Sequence[Any] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
