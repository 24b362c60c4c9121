"""HTML from a pattern and pieces, each escaped: what ``django.utils.html`` makes, to the letter.

A picture of a table is some forty of these. Django's own look for lazy translations in every piece,
which costs more than all else they do; ours look at the kind of a piece once, and remember short texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString

#: longer texts are escaped anew each time
SHORT = 100


@lru_cache(maxsize=8192)
def _short(text: str) -> str:
    return escape(text)


def escaped(piece: object) -> str:
    """Return a piece as it stands in HTML; what is safe already stays as it is."""
    kind = type(piece)
    if kind is SafeString:
        return piece  # type: ignore[return-value]
    if kind is str and len(piece) <= SHORT:  # type: ignore[arg-type]
        return _short(piece)  # type: ignore[arg-type]
    return str(piece) if kind is int else conditional_escape(piece)


def format_html(pattern: str, *pieces: object) -> SafeString:
    """Return a pattern with its ``{}`` filled; ``TypeError`` without a piece, for then it was filled before."""
    if not pieces:
        raise TypeError("A piece must be given: what is filled in beforehand is not escaped.")
    return SafeString(pattern.format(*[one if type(one) is SafeString else escaped(one) for one in pieces]))


def format_html_join(between: str, pattern: str, rows: Iterable[Sequence[object]]) -> SafeString:
    """Return the pattern filled with each row, one after the other."""
    filled = [pattern.format(*[one if type(one) is SafeString else escaped(one) for one in row]) for row in rows]
    return SafeString(escaped(between).join(filled))
