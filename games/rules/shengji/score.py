"""Points, levels, the next banker and the end of the match (/rules/eighty/#10 to #13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.rules.cards import RANKS
from games.rules.shengji.shapes import Part

#: the rank index of the ace, the highest level
TOP_LEVEL = len(RANKS) - 1
#: levels that must be played under ``must_play``: 5, T, K
STOPS = frozenset(RANKS.index(rank) for rank in "5TK")


class Row(NamedTuple):
    """What a number of points brings: the stage ``held`` or taken, and levels for the winners."""

    held: bool
    up: int


def threshold(eighty: bool) -> int:
    """Return the points with which the challengers take the stage."""
    return 80 if eighty else 40


def row(eighty: bool, table: str, points: int) -> Row:
    """Return the row of a score table (/rules/eighty/#11); ``points`` with the bottom."""
    need = threshold(eighty)
    if points < need:
        if points == 0:
            return Row(True, 3 if table == "c" else 4)
        half = points < need // 2
        return Row(True, int(half) + (table == "c"))
    over = points - need
    if eighty:
        if table == "b":
            return Row(False, over // 20)
        return Row(False, over // 40 if table == "c" else min(over // 40, 3))
    if table == "c":
        return Row(False, over // 20)
    return Row(False, min(over // 20, 3) if table == "b" else min(max(over // 20 - 1, 0), 2))


def row_range(eighty: bool, table: str, points: int) -> tuple[int, int | None]:
    """Return the lowest and the highest points (``None``: no limit) that bring what ``points`` bring."""
    same = row(eighty, table, points)
    # No row but a last one is wider than this; a bottom counted by the power of the lead may
    # bring millions, so the walk down a last row begins no further up.
    wide = 1000
    endless = row(eighty, table, points + wide) == same
    low = high = min(points, wide) if endless else points
    while low >= 5 and row(eighty, table, low - 5) == same:
        low -= 5
    if endless:
        return low, None
    while row(eighty, table, high + 5) == same:
        high += 5
    return low, high


def multiplier(option: str, count: int) -> int:
    """Return what buried points are multiplied by when the bottom is scooped (/rules/eighty/#10).

    ``option``: ``bottom``; ``count``: cards of the last trick's lead, of a throw its first component.
    """
    if option == "times":
        return 2 * count
    return 2**count if option == "power" else 2


def lead_count(parts: Sequence[Part]) -> int:
    """Return ``count`` for ``multiplier`` from the split of the last lead."""
    return max(1, 2 * parts[0].pairs)


def risen(level: int, up: int, must_play: bool, declarer: bool) -> int:
    """Return a level (0 … 12) after rising (/rules/eighty/#12); ``declarer``: in the hand now played."""
    if must_play and level in STOPS and not declarer:
        return level
    for _ in range(up):
        if level == TOP_LEVEL:
            break
        level += 1
        if must_play and level in STOPS:
            break
    return level


class Taken(NamedTuple):
    """How a hand ended. ``last_winner`` and ``multiplier`` only count where ``end`` is ``played``;
    ``offender`` only where it is not."""

    end: str
    offender: int | None
    banker: int
    trump: str | None
    trick_points: int
    bottom_points: int
    multiplier: int
    last_winner: int | None


def result(eighty: bool, options: Mapping[str, Any], levels: Sequence[str], ending: Taken) -> dict[str, Any]:
    """Return the record's ``result`` (/rules/eighty/#14). ``levels``: before the hand, by team."""
    declarers = ending.banker % 2
    before = [RANKS.index(level) for level in levels]
    points = ending.trick_points + ending.multiplier * ending.bottom_points
    if ending.offender is None:
        held, up = row(eighty, options["score_table"], points)
    else:
        held, up = ending.offender % 2 != declarers, 1
    winners = declarers if held else 1 - declarers
    after = list(before)
    after[winners] = risen(before[winners], up, options["must_play"], held)
    if ending.offender is not None:
        after[1 - winners] = max(0, before[1 - winners] - 1)
    over = held and before[declarers] == TOP_LEVEL
    return {
        "end": ending.end,
        "offender": ending.offender,
        "banker": ending.banker,
        "level": levels[declarers],
        "trump": ending.trump,
        "trick_points": ending.trick_points,
        "bottom_points": ending.bottom_points,
        "multiplier": ending.multiplier,
        "points": points,
        "last_winner": ending.last_winner,
        "stage": "held" if held else "taken",
        "winning_team": winners,
        "change": [after[0] - before[0], after[1] - before[1]],
        "levels": [RANKS[level] for level in after],
        "next_banker": None if over else (ending.banker + (2 if held else 1)) % 4,
        "match_over": over,
        "match_winner": declarers if over else None,
    }
