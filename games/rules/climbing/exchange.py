"""The exchange before the play: a tribute and the gift in return (/rules/winner/#5, /rules/president/#5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Swap:
    """``payer`` pays the ``tribute`` to ``taker``, who returns the ``gift``. Cards as bits; the gift is ``None``
    until it is chosen. Until then the tribute is in nobody's hand, so that it cannot be given back."""

    payer: int
    taker: int
    tribute: int
    gift: int | None = None


def highest_of(hand: int, count: int) -> int:
    """Return the highest cards of a hand, as bits."""
    highest = 0
    for _ in range(count):
        highest |= 1 << (hand ^ highest).bit_length() - 1
    return highest


def without_tributes(hands: Sequence[int], swaps: Iterable[Swap]) -> tuple[int, ...]:
    """Return the hands after the tributes are taken."""
    left = list(hands)
    for swap in swaps:
        left[swap.payer] ^= swap.tribute
    return tuple(left)


def exchanged(hands: Sequence[int], swap: Swap) -> tuple[int, ...]:
    """Return the hands after a swap's tribute and gift have changed hands."""
    assert swap.gift is not None
    after = list(hands)
    after[swap.taker] ^= swap.gift | swap.tribute
    after[swap.payer] |= swap.gift
    return tuple(after)


def with_gift(swaps: Sequence[Swap], taker: int, gift: int) -> tuple[tuple[Swap, ...], Swap]:
    """Return the swaps after one taker has chosen, and that taker's swap."""
    own = next(replace(swap, gift=gift) for swap in swaps if swap.taker == taker)
    return tuple(own if swap.taker == taker else swap for swap in swaps), own
