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

#: Sentences kept of one language; what is translated comes from the source, and is not so many.
MOST = 8192


class _Said(dict[str, str]):
    """Sentences in one language."""

    def __init__(self, language: str | None) -> None:
        super().__init__()
        self.language = language

    def __missing__(self, message: str) -> str:
        if len(self) >= MOST:
            self.clear()
        with translation.override(self.language):
            self[message] = translated = translation.gettext(message)
        return translated


_spoken: ContextVar[_Said | None] = ContextVar("spoken", default=None)
#: The sentences of the language that was taken (``one_language``), None where none was.
spoken = _spoken.get


@contextmanager
def one_language() -> Iterator[None]:
    """Take the language that is active now for all that is said within; nobody may change it there."""
    if spoken() is not None:  # it has been taken
        yield
        return
    before = _spoken.set(_said(translation.get_language()))
    try:
        yield
    finally:
        _spoken.reset(before)


def get_language() -> str | None:
    """Return the language that is active."""
    catalogue = spoken()
    return translation.get_language() if catalogue is None else catalogue.language


def gettext(message: str) -> str:
    """Return a sentence in the language that is active."""
    catalogue = spoken()
    return _said(translation.get_language())[message] if catalogue is None else catalogue[message]


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return a sentence for a number in the language that is active."""
    return _counted(singular, plural, number, get_language())


def pgettext(context: str, message: str) -> str:
    """Return a sentence that means this in a context, in the language that is active."""
    return _said_where(context, message, get_language())


def of_game(game: str, message: str) -> str:
    """Return a sentence in the language that is active as it is said of a game, named in English;
    where that language has no other words for this game, as of all."""
    translated = pgettext(f"of {game}", message)
    return gettext(message) if translated == message else translated


@lru_cache(maxsize=256)
def _said(language: str | None) -> _Said:
    return _Said(language)


@lru_cache(maxsize=4096)
def _counted(singular: str, plural: str, number: int, language: str | None) -> str:
    return translation.ngettext(singular, plural, number)


@lru_cache(maxsize=4096)
def _said_where(context: str, message: str, language: str | None) -> str:
    return translation.pgettext(context, message)
