"""Loser, points and result of a finished hand, and the standing of a match (winner.md 7, 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.core import Played, Standing

#: players → the cards left from which a player pays double
DOUBLE_FROM = {3: 12, 4: 10}


def factor(left: int, played: bool, players: int) -> int:
    """Return by how much the cards left count: 3 for a player who made no play."""
    if not played:
        return 3
    return 2 if left >= DOUBLE_FROM[players] else 1


def points(left: Sequence[int], played: Sequence[bool], winner: int) -> list[int]:
    """Return seat → points; the winner gains what the others lose."""
    scored = [-count * factor(count, made, len(left)) for count, made in zip(left, played, strict=True)]
    scored[winner] = 0
    scored[winner] = -sum(scored)
    return scored


def loser(left: Sequence[int], played: Sequence[bool], winner: int) -> int:
    """Return the seat with the most cards left; of equals first one who made no play, then the
    last in the order of play from the winner's next seat."""
    players = len(left)
    others = [seat for seat in range(players) if seat != winner]
    return max(others, key=lambda seat: (left[seat], not played[seat], (seat - winner) % players))


def result(left: Sequence[int], played: Sequence[bool], out: Sequence[int]) -> dict[str, Any]:
    """Return the record's ``result``; ``out``: the seats that went out, in order."""
    winner = out[0]
    return {
        "winner": winner,
        "loser": loser(left, played, winner),
        "order": list(out),
        "left": list(left),
        "points": points(left, played, winner),
    }


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
