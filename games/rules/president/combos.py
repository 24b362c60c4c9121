"""Sets of one rank, and what beats what, even when the ranks are reversed (/rules/president/#3 and #4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.rules.climbing.combos import Combo, of_one_rank, singles
from games.rules.climbing.order import JOKERS, LITTLE
from games.rules.president.options import Rules
from games.rules.president.order import ORDER, mask_of

#: strength of the twos, and of the jokers, which are equal and stay above all ranks
TWOS, BEST = 48, 52

#: height → the single card of that height; suits do not count
SINGLES = tuple(
    single._replace(rank="BJ" if at >= BEST else single.rank, suit=None, strength=at & ~3)
    for at, single in enumerate(singles(ORDER))
)


def classify(cards: Iterable[int], options: Mapping[str, Any]) -> Combo | None:
    """Return what cards are, whatever the options; ``None`` if they fit no row of /rules/president/#3."""
    return combo_of(mask_of(cards))


def combo_of(mask: int) -> Combo | None:
    """Return what a set of cards is; ``None`` if it fits no row of /rules/president/#3."""
    size = mask.bit_count()
    if size == 1:
        return SINGLES[mask.bit_length() - 1]
    if mask >= LITTLE:
        return Combo("pair", 2, "BJ", None, BEST, mask, ORDER) if mask == JOKERS else None
    rank = mask.bit_length() - 1 & ~3
    if mask & ~(15 << rank):
        return None
    return of_one_rank(mask, size, ORDER)._replace(suit=None, strength=rank)


def height(combo: Combo, turned: bool) -> int:
    """Return the key that compares combinations of one size."""
    return TWOS - combo.strength if turned and combo.strength < BEST else combo.strength


def refusal(new: Combo, old: Combo, rules: Rules, turned: bool) -> str | None:
    """Return the code of /rules/president/#4 if ``new`` fails to beat ``old``, else ``None``."""
    if new.size != old.size:
        return "wrong-type"
    mine, theirs = height(new, turned), height(old, turned)
    return None if mine > theirs or (mine == theirs and rules.equal_beats) else "too-low"
