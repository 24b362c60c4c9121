"""Who loses a hand, who pays whom, and the standing of a match (/rules/winner/#7 and #9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.core import Played, Standing


def loser(left: Sequence[int], played: Sequence[bool], winner: int) -> int:
    """Return the seat with the most cards left; of equals first one that made no play, then the last in the order
    of play from the seat after the winner."""
    players = len(left)
    others = [seat for seat in range(players) if seat != winner]
    return max(others, key=lambda seat: (left[seat], not played[seat], (seat - winner) % players))


def paid_to_winner(payments: Sequence[int], winner: int) -> list[int]:
    """Return seat → points if each pays the winner; the winner's own payment does not count."""
    scored = [-payment for payment in payments]
    scored[winner] = 0
    scored[winner] = -sum(scored)
    return scored


def result(left: Sequence[int], lost: int, order: Sequence[int], points: Sequence[int]) -> dict[str, Any]:
    """Return the part of the record's ``result`` that the games share; ``lost``: the loser."""
    return {"winner": order[0], "loser": lost, "order": list(order), "left": list(left), "points": list(points)}


def seats_of(bits: int, players: int) -> list[bool]:
    """Return seat → whether it is among some seats (bits)."""
    return [bool(bits >> seat & 1) for seat in range(players)]


def standing(options: Mapping[str, Any], played: Sequence[Played]) -> Standing:
    """Return totals by seat; equal totals at the top share the first place."""
    totals = [0] * options["players"]
    for hand in played:
        for seat, scored in enumerate(hand.result["points"]):
            totals[seat] += scored
    over = 0 < options["hands"] <= len(played) or 0 < options["target"] <= max(totals)
    best = max(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == best) if over else ()
    return Standing(tuple(totals), winners, over)
