"""The play of Winner as kernels, for playouts: the family's, with Winner's own plays, gifts and points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.ai.compiled import Integers, kernel
from games.rules.climbing.score import seats_of
from games.rules.winner.options import Rules
from games.rules.winner.order import THREE_OF_DIAMONDS
from games.rules.winner.score import points
from games.titles.climbing.bot import chances, playing
from games.titles.climbing.bot.layout import (
    HANDS,
    MADE,
    MASK,
    OUT,
    PART,
    PLAYED,
    SEATS,
    SIZE,
    Part,
)
from games.titles.climbing.bot.playing import Kernels, act
from games.titles.winner.bot.chances import of_play, weigh_hand
from games.titles.winner.bot.plays import answers, leads

#: the size that marks a choice as a gift, and the leader if the three of diamonds decides
GIFT, BY_THREE = -1, -1


def gift_of(card: int, giver: int, taker: int, leader: int) -> Part:
    """Return a gift as kernels encode it. ``card``: as its bit; ``leader``: who leads afterwards, or ``BY_THREE``."""
    return (giver, GIFT, leader, card, taker)


def own_of(state: Any) -> list[int]:
    """Return what kernels store besides the state: nothing."""
    return []


def points_of(end: Sequence[int], rules: Rules) -> list[int]:
    """Return seat → points after a hand was played out."""
    left = [hand.bit_count() for hand in end[HANDS : HANDS + end[SEATS]]]
    return points(left, seats_of(end[PLAYED], len(left)), end[OUT], rules.seventeen)


@kernel
def begin(table: Integers, seat: int, choices: Integers, chosen: int) -> int:
    """Carry out a choice, which may be a gift (5 and 8); the first trick is led after it."""
    if choices[chosen + SIZE] == GIFT:
        giver, leader, card, taker = choices[chosen], choices[chosen + 2], choices[chosen + MASK], choices[chosen + 4]
        table[HANDS + giver] ^= card
        table[HANDS + taker] |= card
        if leader == BY_THREE:
            for other in range(table[SEATS]):
                if table[HANDS + other] & THREE_OF_DIAMONDS:
                    leader = other
        return leader
    for place in range(PART):
        table[MADE + place] = choices[chosen + place]
    return act(table, seat, MADE if table[MADE + SIZE] else 0)


KERNELS = Kernels(
    "winner",
    {
        chances.weigh: weigh_hand,
        chances.of: of_play,
        playing.leads: leads,
        playing.answers: answers,
        playing.begin: begin,
    },
)
