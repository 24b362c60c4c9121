"""How a result is compared with the others of the same deal and side: matchpoints, IMPs, the difference.

Matchpoints and the table of IMPs are those of duplicate bridge (Laws of Duplicate Bridge 2017, 78); its points are
taken as ten of its own for one of these games, whose deals are worth some tens of points.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping

#: Margin in hundredths of a point → at how many tables.
Spread = Mapping[int, int]
#: From what difference in bridge's points on one gets 1, 2, 3 … IMPs.
STEPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900)
STEPS += (1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000)
#: Bridge's points for one of these games.
BRIDGE = 10


def imps(margin: int) -> int:
    """Return the IMPs for a difference in hundredths of a point, with its sign."""
    size = bisect_right(STEPS, abs(margin) * BRIDGE // 100)
    return size if margin >= 0 else -size


def matchpoints(spread: Spread, margin: int) -> float:
    """Return how many of the others a result beats, in percent, those that are equal as halves; 50 where there are
    none. ``spread`` counts the result itself too."""
    others = sum(spread.values()) - 1
    if others < 1:
        return 50.0
    beaten = sum(count for other, count in spread.items() if other < margin)
    equal = spread[margin] - 1
    return 100 * (beaten + equal / 2) / others


def cross_imps(spread: Spread, margin: int) -> float:
    """Return the mean of a result's IMPs against each of the others; 0 where there are none."""
    others = sum(spread.values()) - 1
    if others < 1:
        return 0.0
    return sum(count * imps(margin - other) for other, count in spread.items()) / others


def difference(spread: Spread, margin: int) -> float:
    """Return by how many points a result is above the mean of the others; 0 where there are none."""
    others = sum(spread.values()) - 1
    if others < 1:
        return 0.0
    total = sum(count * other for other, count in spread.items()) - margin
    return (margin - total / others) / 100
