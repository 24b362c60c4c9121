"""Set up a lesson step of All Fours; see ``games.lessons.positions``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.lessons import lesson
from games.lessons.positions import fill, held_cards, rest_of
from games.rules.cards import card
from games.rules.core import Game, Setup


@dataclass(frozen=True, slots=True)
class Position(lesson.Position):
    """The position: the ``dealer`` and the card ``turned`` up, besides the hands."""

    dealer: int = 1
    turned: str = ""


def lay_out(game: Game, position: Position) -> tuple[Setup, list[dict[str, Any]]]:
    options = game.resolve(dict(position.options))
    players, turned = game.seats(options), card(position.turned)
    held = held_cards(position, players)
    rest = rest_of(game.pack(options), [turned], *held)
    fill(held, [6] * players, rest)
    order = [(position.dealer + 1 + at) % players for at in range(players)]
    deck = [number for packet in (0, 3) for seat in order for number in held[seat][packet : packet + 3]]
    context = {"dealer": position.dealer, "scores": [0, 0], **position.context}
    return game.setup(dict(position.options), context, (*deck, turned, *rest)), []
