"""Walks through hands that the policy plays, with the reason given for each choice."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games import ai
from games.ai import arena
from games.rules.core import Message
from games.rules.registry import GAMES
from games.table.game_table import habits, table_of, why

#: what hints are asked about
CHOICES = {"play", "bury", "discard", "exchange", "beg", "answer", "offer", "bid"}


def choices(key: str, deals: int, seed: int, **options: Any) -> Iterator[tuple[Any, Any]]:
    """Yield (state, action) for every choice in hands that the policy plays, a third of the actions being random."""
    game, rng = GAMES[key], Random(f"{key}/{seed}")
    for _number, setup in arena.deals(game, options, deals, seed):
        state = arena.opened(game, setup, ["policy"] * game.seats(setup.options), rng)
        while state.result is None:
            view = game.view(state, state.to_act[0])
            moves = game.moves(view)
            action = ai.choose(view, "policy", rng) if rng.random() < 0.7 else rng.choice(moves)
            if view.phase in CHOICES and len(moves) > 1:
                yield state, action
            state = game.step(state, action)


def key_of(game: str, message: Message | None) -> str:
    """Return the key of the reason in a message, "" for none."""
    if message is None:
        return ""
    family = table_of(game).reasons
    assert family is not None
    return next(reason.key for reason in family.reasons if reason.sentence == message.text)


def reason(state: Any, action: Any, game: str) -> str:
    """Return the key of the reason given for an action, "" for none."""
    view = GAMES[game].view(state, action.seat)
    return key_of(game, why(view, action, GAMES[game].moves(view)))


def keys(game: str) -> set[str]:
    """Return the keys of all reasons of a game."""
    family = table_of(game).reasons
    assert family is not None
    return {one.key for one in family.reasons}


def shown(game: str, state: Any, action: Any, better: Any) -> list[str]:
    """Return the keys of the habits that an action shows."""
    return [habit.key for habit in habits(GAMES[game].view(state, action.seat), action, better)]
