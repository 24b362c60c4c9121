"""Payments, points and result of a finished hand of Big Two (/rules/big-two/#7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.big_two.options import Rules
from games.rules.climbing.order import TWO
from games.rules.climbing.score import loser, paid_to_winner
from games.rules.climbing.score import result as result_of

__all__ = ["factor", "loser", "payment", "points", "result", "twos_in"]

#: ``doubling`` → (number of cards left, factor from there on), the most cards first; then the factor of a
#: player who has played no card
STEPS: dict[str, tuple[tuple[tuple[int, int], ...], int]] = {
    "10": (((10, 2),), 3),
    "8": (((10, 3), (8, 2)), 4),
    "none": ((), 1),
}


def factor(left: int, played: bool, doubling: str) -> int:
    """Return the factor by which the cards left count."""
    steps, idle = STEPS[doubling]
    if not played:
        return idle
    return next((times for least, times in steps if left >= least), 1)


def twos_in(hand: int) -> int:
    """Return how many twos a hand holds."""
    return (hand >> 4 * TWO & 15).bit_count()


def payment(hand: int, played: bool, rules: Rules) -> int:
    """Return what a player owes for the cards left, given as bits."""
    left = hand.bit_count()
    doubled = twos_in(hand) if rules.twos_double else 0
    return left * factor(left, played, rules.doubling) << doubled


def points(hands: Sequence[int], played: Sequence[bool], winner: int, rules: Rules) -> list[int]:
    """Return seat → points: all pay the winner, or each pair of players settles the difference."""
    payments = [payment(hand, moved, rules) for hand, moved in zip(hands, played, strict=True)]
    if not rules.pairs:
        return paid_to_winner(payments, winner)
    return [sum(payments) - len(payments) * owed for owed in payments]


def result(hands: Sequence[int], played: Sequence[bool], winner: int, rules: Rules) -> dict[str, Any]:
    """Return the record's ``result``."""
    left = [hand.bit_count() for hand in hands]
    return result_of(left, loser(left, played, winner), [winner], points(hands, played, winner, rules))
