"""Neighbouring ranks, in which straights run (/rules/winner/#3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Window(NamedTuple):
    """Neighbouring ranks. ``top`` orders the windows of one length, mostly the rank of the highest; ``mask``: one
    bit for each rank; ``ranks``: the ranks, the one whose suit decides last."""

    top: int
    mask: int
    ranks: tuple[int, ...]


def window(ranks: Sequence[int], top: int) -> Window:
    """Return the window of these ranks, the deciding one last."""
    return Window(top, sum(1 << 4 * rank for rank in ranks), tuple(ranks))


#: length → windows of that length, the lowest first; none where it is shorter than a straight may be
Windows = tuple[tuple[Window, ...], ...]


def tops_of(windows: Windows) -> dict[int, int]:
    """Return the mask of each window → its top."""
    return {one.mask: one.top for row in windows for one in row}
