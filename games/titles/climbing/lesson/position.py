"""Set up a step of a climbing game for four: see ``games.lessons.positions``."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from games.lessons import lesson
from games.lessons.lesson import READER
from games.lessons.positions import Held, fill, held_cards, raw_of, rest_of
from games.rules.cards import names
from games.rules.climbing.order import TWO, Order
from games.rules.core import Game, Setup


@dataclass(frozen=True, slots=True)
class Position(lesson.Position):
    """How the cards lie: ``leader`` leads the trick; ``context`` is set only if there is an exchange."""

    leader: int = READER


def leading(hand: str) -> Position:
    """Return a position in which the reader leads from these cards and all others hold as many."""
    return Position({READER: hand}, len(hand.split()))


def following(hand: str, led: str) -> Position:
    """Return a position in which the reader holds these cards, and the player before them has led others."""
    return Position({READER: hand, 3: led}, len(hand.split()), leader=3, so_far=(f"3 play {led}",))


def lay_out(
    game: Game, order: Order, lowest: int, position: Position, clears: bool = False
) -> tuple[Setup, list[dict[str, Any]]]:
    """Return the deal of a step, and what was played before it: tricks of single cards, one from each player.

    ``lowest``: the card that begins the first hand; when the reader acts, nobody holds it unless all hands are whole.
    ``clears``: a two ends a trick at once.
    """
    options = game.resolve(dict(position.options))
    players, pack = game.seats(options), game.pack(options)
    context = {**game.following(options, (), pack, Random(0)), "dealer": 0, **position.context}
    held = held_cards(position, players)
    rest = rest_of(pack, *held, [lowest])
    if not position.size:
        rest = [lowest, *rest] if not any(lowest in hand for hand in held) else rest
    fill(held, [position.size or len(pack) // players] * players, rest)
    spare = sorted([lowest, *rest] if position.size else [], key=lambda card: (card != lowest, order.heights[card]))
    earlier: Held = [[] for _ in range(players)]
    actions: list[dict[str, Any]] = []
    # The cards are spaced so that each is of a higher rank than the one before.
    tricks = len(spare) // players
    seat = (position.leader - tricks * (players - 1)) % players
    for trick in range(tricks):
        for place in range(players):
            number = spare[trick + place * tricks]
            earlier[(seat + place) % players].append(number)
            actions.append(raw_of(game, (seat + place) % players, "play", names([number])))
        seat = (seat + players - 1) % players
        if not clears or order.heights[number] < 4 * TWO:
            actions += [raw_of(game, (seat + place) % players, "pass", ()) for place in range(1, players)]
    dealer = context["dealer"]
    hands = [iter((*held[seat], *earlier[seat])) for seat in range(players)]
    deck = tuple(next(hands[(dealer + at) % players]) for at in range(len(pack)))
    return game.setup(dict(position.options), context, deck), actions
