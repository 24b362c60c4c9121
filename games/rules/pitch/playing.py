"""The play of Pitch: the first card led makes trumps (/rules/pitch/#5)."""

from __future__ import annotations

from games.rules.cards import SUITS
from games.rules.four_chances.actions import Play
from games.rules.four_chances.following import JOKER
from games.rules.four_chances.playing import play_and
from games.rules.four_chances.state import NO_TRUMP
from games.rules.pitch.score import score_hand
from games.rules.pitch.state import PitchState

SPADES = SUITS.index("S")


def trick_taken(state: PitchState) -> PitchState:
    """Return what follows a trick: after the last one the count."""
    return state if state.hands[state.lead] else score_hand(state)


_play_on = play_and(trick_taken)


def play(state: PitchState, action: Play) -> PitchState:
    """A card is played; the first one is pitched."""
    if state.trump == NO_TRUMP:
        state = state._replace(trump=SPADES if action.card == JOKER else action.card // 13)
    return _play_on(state, action)
