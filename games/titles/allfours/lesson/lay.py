"""Laying a position of All Fours: see ``games.lessons.positions``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.lessons import lesson
from games.lessons.positions import fill, held_cards, rest_of
from games.rules.cards import card
from games.rules.core import Game, Setup


@dataclass(frozen=True, slots=True)
class Lay(lesson.Lay):
    """How the cards lie: the ``dealer`` and the card ``turned`` up beside the hands."""

    dealer: int = 1
    turned: str = ""


def lay_out(game: Game, lay: Lay) -> tuple[Setup, list[dict[str, Any]]]:
    options = game.resolve(dict(lay.options))
    players, turned = game.seats(options), card(lay.turned)
    held = held_cards(lay, players)
    rest = rest_of(game.pack(options), [turned], *held)
    fill(held, [6] * players, rest)
    order = [(lay.dealer + 1 + at) % players for at in range(players)]
    deck = [number for packet in (0, 3) for seat in order for number in held[seat][packet : packet + 3]]
    context = {"dealer": lay.dealer, "scores": [0, 0], **lay.context}
    return game.setup(dict(lay.options), context, (*deck, turned, *rest)), []
