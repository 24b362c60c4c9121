"""HTML from a pattern and escaped pieces, byte for byte as ``django.utils.html`` makes it.

A picture of a table takes some forty of these. Django's functions look for lazy translations in every piece,
which costs more than all the rest; ours check a piece's type once, cache short escaped texts, and compile
each pattern once.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Sequence
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


#: How a compiled pattern escapes a piece: as ``escaped`` does, without a call for the usual types.
_PIECE = "{0} if type({0}) is SafeString else texts[{0}] if type({0}) is str else escaped({0})"
_SCOPE = {"SafeString": SafeString, "texts": _escaped, "escaped": escaped}


def format_html(pattern: str, *pieces: object) -> SafeString:
    """Return a pattern with its ``{}`` filled. Raises ``TypeError`` without pieces, as if filled beforehand."""
    if not pieces:
        raise TypeError("A piece must be given: what is filled in beforehand is not escaped.")
    return SafeString(_filler(pattern)(*pieces))


def format_html_join(between: str, pattern: str, rows: Iterable[Sequence[object]]) -> SafeString:
    """Return the pattern filled with each row, joined by ``between``."""
    fill = _filler(pattern)
    return SafeString(escaped(between).join([fill(*row) for row in rows]))


@lru_cache(maxsize=1024)
def _filler(pattern: str) -> Callable[..., str]:
    """Return a function that fills a pattern with pieces, compiled to Python. ``str.format`` makes a call for each safe
    piece."""
    parts, places = list[str](), list[int]()
    for text, name, spec, conversion in Formatter().parse(pattern):
        parts += [repr(text)] if text else []
        if name is None:
            continue
        if spec or conversion or not (name == "" or name.isdecimal()):
            raise ValueError(f"«{{{name}}}» is no place of HTML.")
        places.append(int(name) if name else len(places))
        parts.append(_PIECE.format(f"p{places[-1]}"))
    names = ", ".join([f"p{place}" for place in range(max(places, default=-1) + 1)])
    source = f"lambda {names}: ''.join(({', '.join(parts)},))"
    fill: Callable[..., str] = eval(source, _SCOPE)  # noqa: S307  the source is one of this site's patterns
    return fill
