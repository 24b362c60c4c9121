"""Pieces of a picture, each cached by its inputs.

A piece is a function of explicit inputs: its arguments and the reader's language. It can therefore be shown to
everybody who may see the same inputs, at any table, and cannot reveal anything beyond them. Between two moves,
and between the viewers of one table, most inputs are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from games.table.cached_gettext import fixed_catalogue, get_language

P = ParamSpec("P")
T = TypeVar("T")
_clear: list[Callable[[], None]] = []


def cached_piece(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache the ``most`` recently used results of a function, by language and arguments.

    Arguments also differ by type: a safe «&lt;» is not the text «&lt;».
    """

    def decorate(make: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=most, typed=True)
        def cached(_language: str | None, *inputs: P.args, **options: P.kwargs) -> T:
            return make(*inputs, **options)

        _clear.append(cached.cache_clear)

        @wraps(make)
        def piece(*inputs: P.args, **options: P.kwargs) -> T:
            catalogue = fixed_catalogue()  # as in ``get_language``, a call of which costs as much as finding the piece
            return cached(get_language() if catalogue is None else catalogue.language, *inputs, **options)

        return piece

    return decorate


def clear_pieces() -> None:
    """Clear every cache of pieces."""
    for clear in _clear:
        clear()
