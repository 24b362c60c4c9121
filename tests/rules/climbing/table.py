"""Hands of the climbing games for tests: given cards, actions as text, and the cases of the rules pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from games.rules.cards import NUMBERS, cards
from games.rules.climbing.actions import PASSES, Play
from games.rules.core import Action, Game, Illegal, Setup

FIRST = {"dealer": 0, "winner": None, "loser": None}

Case = dict[str, Any]


def play(seat: int, names: str) -> Play:
    return Play(seat, cards(names))


def passes(*seats: int) -> tuple[Action, ...]:
    return tuple(PASSES[seat] for seat in seats)


def after(game: Game, state: Any, *actions: Action) -> Any:
    """Return the state after these actions, all of which must be legal."""
    for action in actions:
        game.check(state, action)
        state = game.step(state, action)
    return state


def refused(game: Game, state: Any, action: Action) -> Illegal | None:
    """Return the refusal of an action, ``None`` where it is legal."""
    try:
        game.check(state, action)
    except Illegal as illegal:
        return illegal
    return None


def code(game: Game, state: Any, action: Action) -> str | None:
    """Return the code that refuses an action, ``None`` where it is legal."""
    illegal = refused(game, state, action)
    return None if illegal is None else illegal.code


def with_hands(game: Game, at_lead: Callable[..., Any], context: dict[str, Any], *hands: str, **chosen: Any) -> Any:
    """Return a state in which seat 0 leads with hands given as text; ``leader`` and ``lowest`` (the name of a
    card that the first play must contain) may be given besides the options."""
    leader, lowest = chosen.pop("leader", 0), chosen.pop("lowest", None)
    held = [cards(hand) for hand in hands]
    resolved = game.resolve({"players": len(held), **chosen})
    empty = at_lead(Setup(resolved, context, ()), (0,) * len(held), leader)
    mask_of = empty.rules.order.mask_of
    masks = tuple(mask_of(hand) for hand in held)
    return at_lead(empty.setup, masks, leader, *([mask_of(cards(lowest))] if lowest else []))


def random_states(game: Game, state: Any, rng: Random) -> list[Any]:
    """Return the states of a hand played at random from this one on."""
    states = [state]
    while state.to_act:
        state = game.step(state, rng.choice(game.legal(state)))
        states.append(state)
    return states


# --- cases -------------------------------------------------------------------------------


def numbers(names: Iterable[str]) -> tuple[int, ...]:
    return tuple(NUMBERS[name] for name in names)
