"""What a rules page is made of: sections of sentences and figures.

Sentences are English marked with ``N_``. A ``Rule`` may hang on options: it stands on the page of
a table that plays so, and is marked there where it is not the standard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString

NO_CARDS = SafeString("")


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence or a few. ``when``: option → values with which it holds; ``only``: the game it
    is said of, where two share a page. Places like ``%(target)s`` are filled with options."""

    text: str
    when: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    only: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """The place of a figure: its name in the game's figures."""

    name: str
    only: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A section under the number it has in the rules, which a refusal carries. ``term`` is the
    Chinese word for it; a number with a point stands under the one before it."""

    number: str
    title: str
    term: str = ""
    blocks: tuple[Rule | Figure, ...] = ()
    only: str = ""


def rule(text: str, **when: Any) -> Rule:
    """Return a sentence that holds with these values of options: of each one value, or several in a tuple or range."""
    several = {key: value if isinstance(value, (tuple, range)) else (value,) for key, value in when.items()}
    return Rule(text, several)


def section(number: str, title: str, *blocks: Rule | Figure, term: str = "") -> Section:
    """Return a section of these blocks; the rest as in ``Section``."""
    return Section(number, title, term, blocks)


@dataclass(frozen=True, slots=True)
class Position:
    """A small position: may these cards be played?

    ``led`` lies on the table, ``hand`` is held (nothing: just the cards played), ``play`` is
    tried; ``others`` hold what the test of a throw needs. ``note`` is the rule where the answer
    is yes; a refusal brings its own sentence.
    """

    key: str
    play: str
    led: str = ""
    hand: str = ""
    note: str = ""
    trump: str | None = "H"
    level: str = "2"
    others: tuple[str, ...] = ()


# --- what templates are given ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """Cards in a row with what is said of them; ``mark`` is ``yes``, ``no`` or nothing."""

    label: str = ""
    cards: SafeString = NO_CARDS
    note: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table; ``lit``: it is the one that counts here, ``diff``: not as the standard."""

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
