"""Asking whether a trump is the highest or the lowest out (/rules/all-fours/#5, /rules/pitch/#5).

It is only information: who may ask, and what was answered, follow from the actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from games.rules.core import Action
from games.rules.four_chances.actions import Ask, Play
from games.rules.four_chances.following import SUIT_OF, SUITS_UNDER
from games.rules.four_chances.state import C, State, cards_out


class Answer(NamedTuple):
    """The answer to a seat that asked about its trump."""

    seat: int
    card: int
    high: bool
    low: bool


def may_ask(state: State[Any], seat: int | None) -> bool:
    """Return whether a seat may ask now: the latest action is its own play of a trump."""
    if state.phase != "play" or state.past is None:
        return False
    latest = state.past[1]
    return isinstance(latest, Play) and latest.seat == seat and SUITS_UNDER[state.trump][latest.card] == state.trump


def ask(state: State[C], action: Ask) -> State[C]:
    """Return the state after a question, which changes nothing but what has been told."""
    return state._replace(past=(state.past, action))


def answer(out: Sequence[int], trump: int, card: int) -> tuple[bool, bool]:
    """Return whether a trump is the highest and whether it is the lowest of the trumps out; the joker
    is neither."""
    trumps = [other for other in out if SUIT_OF[other] == trump]
    return card == max(trumps, default=-1), card == min(trumps, default=-1)


def answers(state: State[Any], actions: Sequence[Action]) -> tuple[Answer, ...]:
    """Return the answers to all questions among the actions of a hand, in order."""
    if Ask not in map(type, actions):
        return ()
    out = [card for hand in cards_out(state) for card in hand]
    return tuple(
        Answer(played.seat, played.card, *answer(out, state.trump, played.card))
        for played, question in pairwise(actions)
        if isinstance(question, Ask) and isinstance(played, Play)
    )
