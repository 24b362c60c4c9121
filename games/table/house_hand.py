"""Playing a hand to its end with AI players, each knowing only what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings

from games.ai import thinking
from games.matches.models import Hand, Match
from games.matches.turns import seed
from games.rules.core import Action, Game, Setup
from games.table import bidding


def play_out(
    game: Game, setup: Setup, salt: bytes, level: Callable[[int], str]
) -> tuple[list[Action], dict[str, object]]:
    """Return all actions of a hand and its result, with trumps made by bidding. ``level``: seat → AI level; ``salt``
    seeds their choices. Raises ``thinking.WorkerFailed``."""
    actions = list(bidding.bid(game, setup, -1, ()).actions)
    more, result = play_on(game, bidding.stated(game, setup, actions), len(actions), salt, level)
    return [*actions, *more], result


def play_on(
    game: Game, state: Any, seq: int, salt: bytes, level: Callable[[int], str]
) -> tuple[Sequence[Action], dict[str, object]]:
    """Return the remaining actions of a hand after ``seq`` actions, with no draw under way, and its result, as
    ``play_out`` does."""
    hand = Hand(salt=salt, match=Match(game=game.key))
    actions: list[Action] = []
    while state.result is None:
        seat = state.to_act[0]
        number = seed(hand, seat, seq + len(actions))
        action = thinking.think(game.view(state, seat), level(seat), number, apart=settings.THINK_APART)
        game.check(state, action)
        state = game.step(state, action)
        actions.append(action)
    return actions, state.result
