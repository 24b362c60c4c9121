"""Hands of Forty and Eighty set up for tests: who holds what, under which trumps."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules.cards import cards, names
from games.rules.registry import GAMES
from games.rules.shengji.hands import hand_of
from games.rules.shengji.state import ALONE, Ground, State, deal_of
from games.rules.shengji.trumps import trumps_by

FIRST_HAND = {"levels": ["2", "2"], "banker": None, "first": 0}


def deck_with(key: str, at: dict[int, str]) -> list[str]:
    """Return a deck of names, in the order of the pack except for some cards at given places."""
    rest = names(GAMES[key].pack({}))
    for name in at.values():
        rest.remove(name)
    for place in sorted(at):
        rest.insert(place, at[place])
    return rest


def shuffled(key: str, seed: int) -> tuple[int, ...]:
    """Return a shuffled deck."""
    deck = list(GAMES[key].pack({}))
    Random(seed).shuffle(deck)
    return tuple(deck)


def record(key: str, deck: list[str], actions: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Return a hand record; ``more``: options, context, result."""
    return {
        "format": "cardsite-hand/1",
        "game": key,
        "context": FIRST_HAND,
        "deck": deck,
        "actions": actions,
    } | more


def at_play(
    key: str,
    hands: list[str],
    trump: str | None = "H",
    level: str = "2",
    turn: int = 0,
    buried: str | None = None,
    **options: Any,
) -> State:
    """Return a hand at a lead with these cards held, seat 0 the banker, hearts and twos trumps; unless
    given, the buried cards are the last of the pack (10 points)."""
    game = GAMES[key]
    context = {"levels": [level, level], "banker": 0, "first": 0}
    deal = deal_of(game.setup(options, context, game.pack({})), key == "eighty")
    table = trumps_by(deal.setup.options, trump, level)
    away = deal.bottom if buried is None else cards(buried)
    ground = Ground(deal, (), table, 0, (), away, False)
    held = [hand_of(cards(hand)) for hand in hands]
    return State(ground, "play", ALONE[turn], None, (held[0], held[1], held[2], held[3]), leaders=(turn,))


def play(state: State, key: str, *plays: str) -> State:
    """Return the state after some plays, each by the seat in turn and each of them legal."""
    game = GAMES[key]
    for text in plays:
        action = game.read_action({"seat": state.to_act[0], "do": "play", "cards": text.split()}, {})
        game.check(state, action)
        state = game.step(state, action)
    return state
