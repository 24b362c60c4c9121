"""Hands of the family's games as text: decks, actions, and their outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.cards import PACK_52, cards
from games.rules.core import Action, Illegal
from games.rules.four_chances.game import FourChances
from games.rules.four_chances.state import State


def deck(*parts: str, pack: tuple[int, ...] = PACK_52) -> tuple[int, ...]:
    """Return a deck that begins with these cards; the rest follows in the order of the pack."""
    first = cards(" ".join(parts))
    return first + tuple(card for card in pack if card not in first)


def by_threes(*hands: str, then: str = "", pack: tuple[int, ...] = PACK_52) -> tuple[int, ...]:
    """Return the deck that deals these hands of six, the eldest's first, three at a time; ``then``: the
    cards that follow."""
    held = [hand.split() for hand in hands]
    rounds = [card for start in (0, 3) for hand in held for card in hand[start : start + 3]]
    return deck(*rounds, then, pack=pack)


def read(game: FourChances, options: Mapping[str, Any], text: str) -> Any:
    """Return the action that a text states: ``1 play AH``, ``2 bid 3``, ``1 claim 0 2``, ``1 announce high``."""
    seat, do, *rest = text.split()
    raw: dict[str, Any] = {"seat": int(seat), "do": do}
    match do:
        case "play":
            raw["card"] = rest[0]
        case "bid":
            raw["points"] = int(rest[0])
        case "discard":
            raw["cards"] = rest
        case "claim":
            raw |= {"against": int(rest[0]), "trick": int(rest[1])}
        case "announce":
            raw["items"] = rest
    return game.read_action(raw, options)


def actions(game: FourChances, state: State[Any], text: str) -> list[Action]:
    """Return the actions of a text, separated by commas."""
    return [read(game, state.table.setup.options, line) for line in text.split(",")]


def after(game: FourChances, state: State[Any], text: str) -> State[Any]:
    """Return the state after actions separated by commas, each of them legal."""
    for action in actions(game, state, text):
        game.check(state, action)
        state = game.step(state, action)
    return state


def refused(game: FourChances, state: State[Any], text: str) -> tuple[int, str]:
    """Return the index and code of the first refused action."""
    for at, action in enumerate(actions(game, state, text)):
        try:
            game.check(state, action)
        except Illegal as illegal:
            return at, illegal.code
        state = game.step(state, action)
    raise AssertionError("nothing was refused")


def played_out(game: FourChances, state: State[Any]) -> State[Any]:
    """Return the hand played to its end, with the first legal action each time."""
    while state.result is None:
        state = game.step(state, game.legal(state)[0])
    return state


def items(state: State[Any]) -> list[tuple[str, int, int]]:
    """Return the items of a finished hand."""
    assert state.result is not None
    return [tuple(item) for item in state.result["items"]]
