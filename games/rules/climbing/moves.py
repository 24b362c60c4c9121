"""Lazy lists of plays: a lead from 18 cards has thousands, of which most callers want one.

Plays come in groups. A group is a list of parts, a part a list of sets of cards; a play takes one set from each part.
So a group has as many plays as the product of its parts' lengths.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple, overload

from games.rules.climbing.actions import PASSES, Play
from games.rules.climbing.order import Order
from games.rules.core import Action

Masks = Sequence[int]


class Group(NamedTuple):
    """Plays of one type. ``type`` is ``straight`` for straight flushes too."""

    type: str
    parts: tuple[Masks, ...]


class Plays(Sequence[Action]):
    """All plays of some groups, then the pass if there is one, as a sequence.

    Each item is made on demand, from ``groups`` and ``passing``.
    """

    __slots__ = ("_count", "_ends", "groups", "order", "passing", "seat")

    def __init__(self, seat: int, groups: Sequence[Group], order: Order, passing: bool) -> None:
        self.seat = seat
        self.groups = groups
        self.order = order
        self.passing = passing
        ends = []
        count = 0
        for _, parts in groups:
            size = 1
            for part in parts:
                size *= len(part)
            count += size
            ends.append(count)
        self._ends = ends
        self._count = count

    def __len__(self) -> int:
        return self._count + self.passing

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < self._count:
            if self.passing and index == self._count:
                return PASSES[self.seat]
            raise IndexError(index)
        at = bisect_right(self._ends, index)
        if at:
            index -= self._ends[at - 1]
        mask = 0
        for part in reversed(self.groups[at].parts):
            index, chosen = divmod(index, len(part))
            mask |= part[chosen]
        return Play(self.seat, self.order.cards_of(mask))

    def __iter__(self) -> Iterator[Action]:
        for mask in self.masks():
            yield Play(self.seat, self.order.cards_of(mask))
        if self.passing:
            yield PASSES[self.seat]

    def masks(self) -> Iterator[int]:
        """Yield the cards of each play as bits, group by group."""
        for _, parts in self.groups:
            if len(parts) == 1:
                yield from parts[0]
            else:
                yield from map(sum, product(*parts))


def leading(seat: int, groups: Sequence[Group], order: Order, must: int = 0) -> Plays:
    """Return a seat's leads; ``must``: the bit of a card that they must contain, 0 for none."""
    return Plays(seat, containing(groups, must) if must else groups, order, passing=False)


def containing(groups: Sequence[Group], card: int) -> list[Group]:
    """Return the plays of some groups that contain a card (its bit)."""
    matching = []
    for kind, parts in groups:
        for at, part in enumerate(parts):
            # No play could take the same card from two parts of a group.
            held = [mask for mask in part if mask & card]
            if held:
                matching.append(Group(kind, (*parts[:at], held, *parts[at + 1 :])))
                break
    return matching
