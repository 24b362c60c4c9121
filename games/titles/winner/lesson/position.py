"""Set up a step of Winner: see ``games.lessons.positions``."""

from __future__ import annotations

from typing import Any

from games.lessons.positions import Held, fill, held_cards, raw_of, rest_of
from games.rules.cards import card, names
from games.rules.core import Game, Setup
from games.rules.winner.order import HEIGHT
from games.titles.climbing.lesson.position import Position


def lay_out(game: Game, position: Position) -> tuple[Setup, list[dict[str, Any]]]:
    """Return the deal of a step, and what was played before it: one long trick of rising single cards."""
    options = game.resolve(dict(position.options))
    players, pack = game.seats(options), game.pack(options)
    # In the first trick the dealer leads the three of diamonds and the leader plays last.
    dealer = position.context.get("dealer", (position.leader - 1) % players)
    context = {"dealer": dealer, "winner": None, "loser": None, **position.context}
    sizes = [len(pack[(seat - dealer) % players :: players]) for seat in range(players)]
    held = held_cards(position, players)
    rest = rest_of(pack, *held, [card("3D")])
    rest = ([] if any(card("3D") in hand for hand in held) else [card("3D")]) + rest
    fill(held, [position.size or size for size in sizes], rest)
    spare = sorted(rest, key=HEIGHT.__getitem__)
    earlier: Held = [[] for _ in range(players)]
    actions: list[dict[str, Any]] = []
    for at, number in enumerate(spare):
        seat = (dealer + at) % players
        earlier[seat].append(number)
        actions.append(raw_of(game, seat, "play", names([number])))
    if spare and spare[-1] != card("BJ"):  # nobody can answer the big joker
        actions += [raw_of(game, (position.leader + at) % players, "pass", ()) for at in range(1, players)]
    hands = [iter((*held[seat], *earlier[seat])) for seat in range(players)]
    deck = tuple(next(hands[(dealer + at) % players]) for at in range(len(pack)))
    return game.setup(dict(position.options), context, deck), actions
