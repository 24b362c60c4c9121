"""The reader's language, looked up once for a picture.

A picture asks for a hundred and forty sentences and, for what is remembered by language, a hundred
times which one is active. Django looks through the context of the thread each time, which took a
quarter of the whole drawing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from django.utils import translation

_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


@contextmanager
def one_language() -> Iterator[None]:
    """Take the language that is active now for all that is said within; nobody may change it there."""
    before = _spoken.set(translation.get_language())
    try:
        yield
    finally:
        _spoken.reset(before)


def get_language() -> str | None:
    """Return the language that is active."""
    return _spoken.get() or translation.get_language()


def gettext(message: str) -> str:
    """Return a sentence in the language that is active."""
    return _said(message, get_language())


def of_game(game: str, message: str) -> str:
    """Return a sentence in the language that is active as it is said of a game, named in English;
    where that language has no other words for this game, as of all."""
    return _said_of(game, message, get_language())


@lru_cache(maxsize=1024)
def _said_of(game: str, message: str, language: str | None) -> str:
    found = translation.pgettext(f"of {game}", message)
    return _said(message, language) if found == message else found


@lru_cache(maxsize=8192)
def _said(message: str, language: str | None) -> str:
    return translation.gettext(message)
