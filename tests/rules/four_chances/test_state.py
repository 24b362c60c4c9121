"""What a state of a game of the family tells of how it came about."""

from __future__ import annotations

from random import Random

from games.rules.four_chances.state import actions_of
from games.rules.registry import GAMES
from tests.rules.chance import random_hand, random_setup


def test_the_actions_of_a_hand_are_its_own_whichever_hand_was_read_before() -> None:
    """Forwards, backwards and by turns with another hand: what is remembered is what is read."""
    game = GAMES["pitch"]
    hands = [list(random_hand(game, random_setup(game, Random(seed)), Random(seed))) for seed in range(2)]
    told = [
        [(state, tuple(one for _, one in hand[1 : at + 1])) for at, (state, _) in enumerate(hand)] for hand in hands
    ]
    by_turns = [one for both in zip(*told, strict=False) for one in both]
    for state, made in (*told[0], *told[1], *reversed(told[0]), *by_turns):
        assert actions_of(state) == made
