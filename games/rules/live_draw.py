"""The live draw: a clock deals cards one by one, and seats may show some while it runs.

Few games have it. They derive from ``LiveDraw`` beside ``Game``; the functions below ask any game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from games.rules.core import Action, Game, Setup


class LiveDraw(ABC):
    """What a game with a live draw adds to ``Game``. In a record the draw is always over."""

    @abstractmethod
    def start(self, setup: Setup, live: bool = False) -> Any:
        """Return the first state: with the draw running if ``live``, else over."""

    @abstractmethod
    def view(self, state: Any, seat: int | None, dealt: int | None = None) -> Any:
        """Return what a seat may know. ``dealt``: cards dealt so far while the draw runs, None for all."""

    @abstractmethod
    def drawing(self, state: Any) -> int:
        """Return how many cards the running draw deals in all, 0 if none is running."""

    @abstractmethod
    def receiver(self, state: Any, count: int) -> int:
        """Return the seat that gets card number ``count``, from 1."""

    @abstractmethod
    def may_still_declare(self, state: Any) -> bool:
        """Say, from public information alone, whether anybody could still show cards."""

    @abstractmethod
    def declarations(self, view: Any) -> Sequence[Any]:
        """Return what the view's seat could show now, the weakest first."""

    @abstractmethod
    def close(self, state: Any) -> Action | None:
        """Return the action with which the house ends the draw, None if none is running."""


@lru_cache(maxsize=64)
def _has(game: Game) -> bool:
    """Return whether a game has a live draw. Cached, as ``isinstance`` is slow for abstract classes."""
    return isinstance(game, LiveDraw)


def start(game: Game, setup: Setup, live: bool = True) -> Any:
    """Return the first state of a hand of any game, with the draw running if the game has one."""
    return game.start(setup, live) if isinstance(game, LiveDraw) else game.start(setup)


def view(game: Game, state: Any, seat: int | None, dealt: int | None) -> Any:
    """Return what a seat may know of a hand of any game, with ``dealt`` cards drawn."""
    return game.view(state, seat, dealt) if _has(game) else game.view(state, seat)  # type: ignore[call-arg]


def drawing(game: Game, state: Any) -> int:
    """Return how many cards a running draw deals in all, 0 if none is running."""
    return game.drawing(state) if isinstance(game, LiveDraw) else 0


def receiver(game: Game, state: Any, count: int) -> int:
    """Return the seat that gets card number ``count``, from 1, of the running draw."""
    assert isinstance(game, LiveDraw)
    return game.receiver(state, count)


def may_still_declare(game: Game, state: Any) -> bool:
    """Say, from public information alone, whether anybody could still show cards in a draw."""
    return isinstance(game, LiveDraw) and game.may_still_declare(state)


def declarations(game: Game, view: Any) -> Sequence[Any]:
    """Return what the view's seat could show now in a draw, the weakest first; empty if none is running."""
    return game.declarations(view) if isinstance(game, LiveDraw) else ()


def close(game: Game, state: Any) -> Action | None:
    """Return the action with which the house ends a draw, None if none is running."""
    return game.close(state) if isinstance(game, LiveDraw) else None
