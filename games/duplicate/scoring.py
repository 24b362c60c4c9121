"""How a result is compared with the others in the same deal and on the same side: matchpoints, IMPs, difference.

Matchpoints and the table of IMPs are those of duplicate bridge (Laws of Duplicate Bridge 2017, 78). One point of these
games, whose deals are worth tens of points, counts as ten points of bridge.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping

#: Margin in hundredths of a point → number of tables.
Spread = Mapping[int, int]
#: The smallest difference in bridge points that earns 1, 2, 3 … IMPs.
STEPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900)
STEPS += (1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000)
#: Bridge points per point of these games.
BRIDGE = 10


def imps(margin: int) -> int:
    """Return the signed IMPs for a difference in hundredths of a point."""
    size = bisect_right(STEPS, abs(margin) * BRIDGE // 100)
    return size if margin >= 0 else -size


def matchpoints(spread: Spread, margin: int) -> float:
    """Return the percentage of the other results that a result beats, ties counting half; 50 if there are no others.
    ``spread`` includes the result itself."""
    others = sum(spread.values()) - 1
    if others < 1:
        return 50.0
    beaten = sum(count for other, count in spread.items() if other < margin)
    equal = spread[margin] - 1
    return 100 * (beaten + equal / 2) / others


def cross_imps(spread: Spread, margin: int) -> float:
    """Return the mean of a result's IMPs against each of the others; 0 if there are none."""
    others = sum(spread.values()) - 1
    if others < 1:
        return 0.0
    return sum(count * imps(margin - other) for other, count in spread.items()) / others


def difference(spread: Spread, margin: int) -> float:
    """Return by how many points a result exceeds the mean of the others; 0 if there are none."""
    others = sum(spread.values()) - 1
    if others < 1:
        return 0.0
    total = sum(count * other for other, count in spread.items()) - margin
    return (margin - total / others) / 100
