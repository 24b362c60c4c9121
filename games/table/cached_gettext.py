"""The reader's language, looked up once per picture.

Drawing a picture translates a hundred and forty sentences and, for pieces cached by language, asks a
hundred times which language is active. Django looks this up in the thread's context each time, which
took a quarter of the drawing time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from django.utils import translation

#: Sentences kept per language; the source has fewer to translate.
MOST = 8192


class _Catalogue(dict[str, str]):
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


_fixed_catalogue: ContextVar[_Catalogue | None] = ContextVar("fixed_catalogue", default=None)
#: The sentences of the language fixed by ``one_language``, or None.
fixed_catalogue = _fixed_catalogue.get


@contextmanager
def one_language() -> Iterator[None]:
    """Fix the active language for everything translated within; it must not change there."""
    if fixed_catalogue() is not None:  # already fixed
        yield
        return
    before = _fixed_catalogue.set(_catalogue(translation.get_language()))
    try:
        yield
    finally:
        _fixed_catalogue.reset(before)


def get_language() -> str | None:
    """Return the active language."""
    catalogue = fixed_catalogue()
    return translation.get_language() if catalogue is None else catalogue.language


def gettext(message: str) -> str:
    """Return a sentence in the active language."""
    catalogue = fixed_catalogue()
    return _catalogue(translation.get_language())[message] if catalogue is None else catalogue[message]


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the sentence for a number in the active language."""
    return _counted(singular, plural, number, get_language())


def pgettext(context: str, message: str) -> str:
    """Return a sentence in a context, in the active language."""
    return _in_context(context, message, get_language())


def of_game(game: str, message: str) -> str:
    """Return a sentence in the active language, worded for a game (named in English) if that
    language has its own words for it, otherwise for any game."""
    translated = pgettext(f"of {game}", message)
    return gettext(message) if translated == message else translated


@lru_cache(maxsize=256)
def _catalogue(language: str | None) -> _Catalogue:
    return _Catalogue(language)


@lru_cache(maxsize=4096)
def _counted(singular: str, plural: str, number: int, language: str | None) -> str:
    return translation.ngettext(singular, plural, number)


@lru_cache(maxsize=4096)
def _in_context(context: str, message: str, language: str | None) -> str:
    return translation.pgettext(context, message)
