"""What a state of the family's games records about how it came about."""

from __future__ import annotations

from random import Random

from games.rules.four_chances.state import actions_of
from games.rules.registry import GAMES
from tests.rules.chance import random_hand, random_setup


def test_the_actions_of_a_hand_are_its_own_whichever_hand_was_read_before() -> None:
    """Forwards, backwards and in turns with another hand: the cached actions are always those of the hand read."""
    game = GAMES["pitch"]
    hands = [list(random_hand(game, random_setup(game, Random(seed)), Random(seed))) for seed in range(2)]
    courses = [
        [(state, tuple(move for _, move in hand[1 : at + 1])) for at, (state, _) in enumerate(hand)] for hand in hands
    ]
    by_turns = [one for both in zip(*courses, strict=False) for one in both]
    for state, expected in (*courses[0], *courses[1], *reversed(courses[0]), *by_turns):
        assert actions_of(state) == expected
