"""Windows of neighbouring ranks, as straights need them (/rules/winner/#3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Window(NamedTuple):
    """Neighbouring ranks. ``top`` orders windows of one length, usually the highest rank; ``mask``: one bit for each
    rank; ``ranks``: the ranks, with the one whose suit decides last."""

    top: int
    mask: int
    ranks: tuple[int, ...]


def window(ranks: Sequence[int], top: int) -> Window:
    """Return the window of these ranks, the deciding one last."""
    return Window(top, sum(1 << 4 * rank for rank in ranks), tuple(ranks))


#: length → windows of that length, lowest first; none if it is too short for a straight
Windows = tuple[tuple[Window, ...], ...]


def tops_of(windows: Windows) -> dict[int, int]:
    """Return mask → top for each window."""
    return {one.mask: one.top for row in windows for one in row}
