"""HTML from a pattern and escaped pieces, byte for byte as ``django.utils.html`` makes it.

A picture of a table takes some forty of these. Django's functions look for lazy translations in every piece,
which costs more than all the rest; ours check a piece's type once, cache short escaped texts, and parse each
pattern once.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from functools import lru_cache
from string import Formatter

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

#: longer texts are not cached
SHORT = 100
#: escaped texts cached
MOST = 8192


class _Escaped(dict[str, str]):
    """Texts escaped for HTML."""

    def __missing__(self, text: str) -> str:
        escaped = html.escape(text)  # as Django does after its lazy check
        if len(text) <= SHORT:
            if len(self) >= MOST:
                self.clear()
            self[text] = escaped
        return escaped


_escaped = _Escaped()


def escaped(piece: object) -> str:
    """Return a piece escaped for HTML; safe strings stay as they are."""
    kind = type(piece)
    if kind is SafeString:
        return piece  # type: ignore[return-value]
    if kind is str:
        return _escaped[piece]  # type: ignore[index]
    return str(piece) if kind is int else conditional_escape(piece)


def format_html(pattern: str, *pieces: object) -> SafeString:
    """Return a pattern with its ``{}`` filled. Raises ``TypeError`` without pieces, as if filled beforehand."""
    if not pieces:
        raise TypeError("A piece must be given: what is filled in beforehand is not escaped.")
    return SafeString(_fill(pattern, pieces))


def format_html_join(between: str, pattern: str, rows: Iterable[Sequence[object]]) -> SafeString:
    """Return the pattern filled with each row, joined by ``between``."""
    return SafeString(escaped(between).join([_fill(pattern, row) for row in rows]))


def _fill(pattern: str, pieces: Sequence[object]) -> str:
    """Return a pattern filled, without ``str.format``, which makes a call for each safe piece."""
    texts, places = _parse(pattern)
    parts = [
        piece if type(piece) is SafeString else _escaped[piece] if type(piece) is str else escaped(piece)  # type: ignore[misc]
        for piece in pieces
    ]
    whole = [*texts]
    whole[1::2] = parts if places is None else [parts[place] for place in places]
    return "".join(whole)


@lru_cache(maxsize=1024)
def _parse(pattern: str) -> tuple[tuple[str, ...], tuple[int, ...] | None]:
    """Return a pattern's texts, with "" for each placeholder, and the indexes of their pieces, None if these are in
    order."""
    texts, places = [""], []
    for text, name, spec, conversion in Formatter().parse(pattern):
        texts[-1] += text
        if name is None:
            continue
        if spec or conversion or not (name == "" or name.isdecimal()):
            raise ValueError(f"«{{{name}}}» is no place of HTML.")
        texts += ["", ""]
        places.append(int(name) if name else len(places))
    return tuple(texts), None if places == [*range(len(places))] else tuple(places)
