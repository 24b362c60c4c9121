"""The pairings of a tournament's rounds. Nobody sits out: a contestant without an opponent plays against the house."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from caissify_pairings import generate_pairings

#: The pairing engine's names for sides.
COLOURS = ("white", "black")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A contestant before a round: its total so far, its past opponents, and the side it played in each round."""

    pk: int
    total: float = 0.0
    met: frozenset[int] = frozenset()
    sides: tuple[int, ...] = ()


#: A table: the contestant on each side, None for the house.
Table = tuple[int | None, ...]


def swiss(entrants: Sequence[Entrant], number: int, rounds: int, sides: int) -> list[Table]:
    """Return the tables of Swiss round ``number`` (from 1): contestants with similar totals meet, and repeat meetings
    are avoided if possible."""
    if sides == 2:
        return _pairings("casual", entrants, number, rounds)
    return _groups(entrants, number, sides)


def robin(entrants: Sequence[Entrant], number: int) -> list[Table]:
    """Return the tables of a round-robin round, by the Berger tables."""
    return _pairings("round_robin", sorted(entrants, key=lambda one: one.pk), number, robin_rounds(len(entrants)))


def robin_rounds(count: int) -> int:
    """Return the number of rounds in which ``count`` contestants all meet once."""
    return max(1, count - 1 if count % 2 == 0 else count)


def _pairings(system: str, entrants: Sequence[Entrant], number: int, rounds: int) -> list[Table]:
    pairings = generate_pairings(
        system,
        [_player(one, at) for at, one in enumerate(entrants, start=1)],
        {(min(entrant.pk, other), max(entrant.pk, other)) for entrant in entrants for other in entrant.met},
        number,
        rounds,
    )
    tables = [(row["white_id"], row["black_id"]) for row in pairings if row["black_id"] is not None]
    single = [row["white_id"] for row in pairings if row["black_id"] is None]
    # Two contestants without a new opponent meet again rather than play against the house.
    while len(single) > 1:
        tables.append((single.pop(0), single.pop(0)))
    history = {entrant.pk: entrant.sides for entrant in entrants}
    tables += [
        (player, None) if history[player].count(0) <= history[player].count(1) else (None, player) for player in single
    ]
    return tables


def _groups(entrants: Sequence[Entrant], number: int, sides: int) -> list[Table]:
    """Return tables of several sides, in order of the standings, rotating the seats from round to round."""
    order = sorted(entrants, key=lambda one: (-one.total, one.pk))
    tables: list[Table] = []
    number_of_tables = -(-len(order) // sides)
    for at in range(number_of_tables):
        # fill tables evenly, so that nobody is alone with the house if that can be avoided
        first, last = (len(order) * edge // number_of_tables for edge in (at, at + 1))
        group: list[int | None] = [entrant.pk for entrant in order[first:last]]
        group += [None] * (sides - len(group))
        turn = number % sides
        tables.append(tuple(group[turn:] + group[:turn]))
    return tables


def _player(entrant: Entrant, number: int) -> dict[str, Any]:
    return {
        "id": entrant.pk,
        "name": str(entrant.pk),
        "score": entrant.total,
        "rating": 0,
        "starting_number": number,
        "color_hist": [COLOURS[side] for side in entrant.sides],
        "float_history": [],
        "bye_count": 0,
    }
