"""Set up a lesson step of a game without a turn-up; see ``games.lessons.positions``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.lessons import lesson
from games.lessons.lesson import READER
from games.lessons.positions import fill, held_cards, rest_of
from games.rules.cards import SUITS, cards
from games.rules.core import Game, Setup
from games.rules.four_chances.following import JOKER
from games.rules.four_chances.score import PIPS
from games.rules.four_chances.view import FourChancesView


@dataclass(frozen=True, slots=True)
class Position(lesson.Position):
    """The position: the ``dealer`` and the top cards of a ``stock``, besides the hands."""

    dealer: int = 1
    stock: str = ""


def following(hand: str, led: str, **more: Any) -> Position:
    """Return a position in which the reader deals and holds ``hand``, and the other player has led ``led``; ``more`` as
    in ``Position``."""
    return Position({READER: hand, 1: led}, dealer=0, so_far=(f"1 play {led}",), **more)


def lay_out(game: Game, position: Position, context: Mapping[str, Any]) -> tuple[Setup, list[dict[str, Any]]]:
    """Return the deal of a step; ``context``: the game's own context besides dealer and scores."""
    options = game.resolve(dict(position.options))
    players, stock = game.seats(options), list(cards(position.stock))
    held = held_cards(position, players)
    rest = rest_of(game.pack(options), stock, *held)
    fill(held, [6] * players, rest)
    order = [(position.dealer + 1 + at) % players for at in range(players)]
    deck = [number for packet in (0, 3) for seat in order for number in held[seat][packet : packet + 3]]
    full_context = {"dealer": position.dealer, "scores": [0] * players, **context, **position.context}
    return game.setup(dict(position.options), full_context, (*deck, *stock, *rest)), []


def is_trump(card: int, view: FourChancesView) -> bool:
    """Return whether a card is a trump."""
    return card == JOKER or (view.trump is not None and SUITS[card // 13] == view.trump)


def counts_for_game(card: int, view: FourChancesView) -> bool:
    """Return whether a card has pips for Game."""
    return PIPS[card] > 0


KINDS = {"trumps": is_trump, "pips": counts_for_game}
