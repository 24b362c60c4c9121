"""Points and result of a finished hand of Winner (/rules/winner/#7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.climbing.score import loser, paid_to_winner
from games.rules.climbing.score import result as result_of

__all__ = ["DOUBLE_FROM", "factor", "loser", "points", "result"]

#: players → the cards left from which a player pays double
DOUBLE_FROM = {3: 12, 4: 10}
#: the cards left from which one of three pays triple if the printed rule is taken literally
TRIPLE_FROM = 17


def factor(left: int, played: bool, players: int, seventeen: bool = False) -> int:
    """Return the factor of the cards left: 3 for a player who made no play or, under ``seventeen``, for one who has
    that many left instead."""
    if left >= TRIPLE_FROM if seventeen else not played:
        return 3
    return 2 if left >= DOUBLE_FROM[players] else 1


def points(left: Sequence[int], played: Sequence[bool], winner: int, seventeen: bool = False) -> list[int]:
    """Return seat → points; the winner gains what the others lose."""
    players = len(left)
    pays = [count * factor(count, moved, players, seventeen) for count, moved in zip(left, played, strict=True)]
    return paid_to_winner(pays, winner)


def result(left: Sequence[int], played: Sequence[bool], out: Sequence[int], seventeen: bool = False) -> dict[str, Any]:
    """Return the record's ``result``; ``out``: the seats that went out, in order."""
    winner = out[0]
    return result_of(left, loser(left, played, winner), out, points(left, played, winner, seventeen))
