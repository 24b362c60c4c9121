"""The straights of Big Two: rows of five ranks, and how they are ordered (/rules/big-two/#3)."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.climbing.order import RANKS
from games.rules.climbing.windows import Window, window

PLAIN = ("34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA")
#: ``straights`` → the rows, low to high; each named by its end except those that a 2 decides
LISTS = {
    "hong-kong": (*PLAIN, "23456", "A2345"),
    "poker": ("A2345", "23456", *PLAIN),
    "taiwan": ("A2345", *PLAIN, "23456"),
    "plain": (*PLAIN, "JQKA2"),
}
BY_TWO = {"hong-kong": ("23456", "A2345"), "poker": (), "taiwan": ("23456",), "plain": ()}


class Rows(NamedTuple):
    """The straights that a table knows. ``windows``: low to high, the deciding rank last; ``by_ranks``: the ranks of
    a row as bits → its window; ``ends``: the top of a window → the name of the row's end."""

    windows: tuple[Window, ...]
    by_ranks: dict[int, Window]
    ends: tuple[str, ...]


def _rows(straights: str) -> Rows:
    windows = []
    for place, row in enumerate(LISTS[straights]):
        ranks = [RANKS.index(rank) for rank in row]
        if row in BY_TWO[straights]:
            ranks.append(ranks.pop(row.index("2")))
        windows.append(window(ranks, place))
    ends = tuple(row[-1] for row in LISTS[straights])
    return Rows(tuple(windows), {one.mask: one for one in windows}, ends)


#: ``straights`` → its rows
ROWS = {straights: _rows(straights) for straights in LISTS}
