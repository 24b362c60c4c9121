"""Pieces of a picture, each kept by what it is made of.

A piece is a function of explicit inputs: what it is called with, and the reader's language. So it may be shown to
everybody who is to see the same inputs, at this table or another, and nobody can be shown by it what they are not
given. Between two moves, and between those who look at the same table, most inputs are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from games.table.cached_gettext import get_language, spoken

P = ParamSpec("P")
T = TypeVar("T")
_clear: list[Callable[[], None]] = []


def kept(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the ``most`` latest pieces that a function makes, in each language by what it is called with.

    Inputs are told apart by their kind too: «&lt;» that is safe is not the text «&lt;».
    """

    def keeping(make: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=most, typed=True)
        def drawn(_language: str | None, *inputs: P.args, **named: P.kwargs) -> T:
            return make(*inputs, **named)

        _clear.append(drawn.cache_clear)

        @wraps(make)
        def piece(*inputs: P.args, **named: P.kwargs) -> T:
            catalogue = spoken()  # as in ``get_language``, a call of which costs as much as finding the piece
            return drawn(get_language() if catalogue is None else catalogue.language, *inputs, **named)

        return piece

    return keeping


def forget() -> None:
    """Drop every piece; what follows is made anew."""
    for clear in _clear:
        clear()
