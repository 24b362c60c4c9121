"""What all the games refuse, with its sentence, and the checks that come first (/rules/all-fours/#11)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from games.rules.core import N_, Action, Illegal
from games.rules.four_chances.actions import Ask, Play
from games.rules.four_chances.asking import may_ask
from games.rules.four_chances.state import State

SENTENCES = {
    "hand-over": N_("The hand is already over."),
    "wrong-phase": N_("That cannot be done at this point of the hand."),
    "cannot-ask": N_("You may ask only about a trump that you have just played."),
    "not-your-turn": N_("It is not your turn."),
    "not-in-hand": N_("You do not hold that card."),
    "must-follow-trump": N_("A trump was led, so you must play a trump."),
    "must-follow-or-trump": N_("You must follow suit or play a trump."),
    "wrong-result": N_("The result in this record is not what the rules give."),
}


def check(state: State[Any], action: Action, phases: Mapping[str, Collection[str]]) -> None:
    """Raise ``Illegal`` where an action is out of place or a card may not be played.

    ``phases``: those to which an action's word belongs. What else a game refuses comes after this.
    """
    if state.result is not None:
        raise Illegal("hand-over")
    if state.phase not in phases[action.do]:
        raise Illegal("wrong-phase")
    if isinstance(action, Ask):
        if not may_ask(state, action.seat):
            raise Illegal("cannot-ask")
        return
    if action.seat not in state.to_act:
        raise Illegal("not-your-turn")
    if isinstance(action, Play):
        _check_play(state, action)


def _check_play(state: State[Any], action: Play) -> None:
    hand, following = state.hands[action.seat], state.table.following
    if action.card not in hand:
        raise Illegal("not-in-hand")
    if action.card not in following.playable(hand, state.trick, state.trump):
        raise following.refusal(hand, state.trick, state.trump)
