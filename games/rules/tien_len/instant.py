"""Hands that win at the deal, tới trắng (/rules/tien-len/#5)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.climbing.order import RANK_BITS, at_least
from games.rules.core import N_
from games.rules.tien_len.combos import WINDOWS
from games.rules.tien_len.order import TWOS

#: key → English name, the highest first
NAMES = {
    "dragon": N_("every rank from three to ace"),
    "four-twos": N_("the four twos"),
    "five-pairs": N_("five pairs in a row"),
    "six-pairs": N_("six pairs"),
}
#: key → Vietnamese term, shown beside the words
TERMS = {
    "dragon": "sảnh rồng",
    "four-twos": "tứ quý heo",
    "five-pairs": "năm đôi thông",
    "six-pairs": "sáu đôi",
}
#: number of pairs that wins
MANY = 6


def instant_of(hand: int) -> str | None:
    """Return the name of the highest win at the deal that a hand holds, ``None`` if it holds none."""
    ranks, twos, _, fours = at_least(hand)
    if ranks & ~TWOS == RANK_BITS & ~TWOS:
        return "dragon"
    if hand & TWOS == TWOS:
        return "four-twos"
    if any(twos & row.mask == row.mask for row in WINDOWS[5]):
        return "five-pairs"
    return "six-pairs" if twos.bit_count() + fours.bit_count() >= MANY else None


def winner_at_deal(hands: Sequence[int], leader: int) -> tuple[int, str] | None:
    """Return who wins at the deal, and with what: the highest name, of equals the first in the order of play from
    ``leader``, who would have led. ``None`` if nobody does."""
    named = [instant_of(hand) for hand in hands]
    for name in NAMES:
        holders = [seat for seat, own in enumerate(named) if own == name]
        if holders:
            return min(holders, key=lambda seat: (seat - leader) % len(hands)), name
    return None
