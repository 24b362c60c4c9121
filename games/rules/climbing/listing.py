"""The combinations in a hand, type by type, as groups of plays (/rules/winner/#3)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.climbing.moves import Group, Masks
from games.rules.climbing.order import CHOICES, at_least, bits_of
from games.rules.climbing.windows import Window


def above(ranks: int, strength: int) -> int:
    """Return those bits that are above a strength."""
    return ranks >> strength + 1 << strength + 1


# --- of one rank -------------------------------------------------------------------------


def of_a_kind(hand: int, ranks: int, size: int) -> list[int]:
    """Return the sets of ``size`` cards of each of these ranks, the lowest rank first."""
    choices = CHOICES[size]
    masks: list[int] = []
    for bit in bits_of(ranks):
        shift = bit.bit_length() - 1
        masks += choices[shift >> 2][hand >> shift & 15]
    return masks


def higher_singles(hand: int, strength: int) -> list[Group]:
    """Return the single cards above one."""
    higher = hand >> strength + 1 << strength + 1
    return [Group("single", (bits_of(higher),))] if higher else []


def higher_pairs(hand: int, strength: int) -> list[int]:
    """Return the pairs of a higher rank, or of the same rank and a higher suit."""
    same = strength & ~3
    twos = at_least(hand)[1] >> same << same
    return [pair for pair in of_a_kind(hand, twos, 2) if pair >> strength + 1]


# --- with other cards --------------------------------------------------------------------


def full_houses(hand: int, ranks: int, pairs: Masks) -> list[Group]:
    """Return triples of these ranks, each with pairs of other ranks."""
    groups = []
    for bit in bits_of(ranks):
        others = [pair for pair in pairs if not pair & bit * 15]
        if others:
            groups.append(Group("full-house", (of_a_kind(hand, bit, 3), others)))
    return groups


def fours_with_one(hand: int, ranks: int) -> list[Group]:
    """Return fours of these ranks, each with any one other card."""
    if hand.bit_count() < 5:
        return []
    return [Group("four+1", ((bit * 15,), bits_of(hand ^ bit * 15))) for bit in bits_of(ranks)]


# --- straights ---------------------------------------------------------------------------


def rows(hand: int, ranks: int, windows: Sequence[Window], kind: str, size: int = 1) -> list[Group]:
    """Return the straights in these windows with ``size`` cards of each rank; ``ranks``: those of which the hand
    holds that many."""
    choices = CHOICES[size]
    groups = []
    for _, mask, row in windows:
        if ranks & mask == mask:
            groups.append(Group(kind, tuple([choices[rank][hand >> 4 * rank & 15] for rank in row])))
    return groups


def higher_rows(
    hand: int, ranks: int, windows: Sequence[Window], strength: int, kind: str, size: int = 1, full_rank: bool = False
) -> list[Group]:
    """Return the straights above a strength: by top, then, unless ``full_rank``, by suit."""
    choices = CHOICES[size]
    top, suit = strength >> 2, strength & 3
    groups = []
    for highest, mask, row in windows:
        if ranks & mask != mask or highest < top or (highest == top and full_rank):
            continue
        parts: list[Masks] = [choices[rank][hand >> 4 * rank & 15] for rank in row]
        if highest == top:
            parts[-1] = _of_higher_suit(parts[-1], row[-1], suit)
        if parts[-1]:
            groups.append(Group(kind, tuple(parts)))
    return groups


def _of_higher_suit(masks: Masks, rank: int, suit: int) -> Masks:
    """Return the sets of one rank whose highest suit is above ``suit``."""
    return [mask for mask in masks if mask >> 4 * rank + suit + 1]


def higher_straights(
    hand: int, ranks: int, windows: Sequence[Window], strength: int, suited: bool, full_rank: bool = False
) -> list[Group]:
    """Return the straights and straight flushes that beat a straight, or, if that is ``suited``, the straight flushes
    that beat it: a straight flush beats any straight of its length."""
    singles = CHOICES[1]
    top, suit = strength >> 2, strength & 3
    groups = []
    for highest, mask, row in windows:
        if ranks & mask != mask:
            continue
        # Among equal ranks only a higher suit wins, or none if a full rank is required.
        lowest = 0 if highest > top else 4 if highest < top or full_rank else suit + 1
        if suited:
            groups += straight_flushes(hand, mask, range(lowest, 4))
            continue
        if lowest < 4:
            parts: list[Masks] = [singles[rank][hand >> 4 * rank & 15] for rank in row]
            if lowest:
                parts[-1] = _of_higher_suit(parts[-1], row[-1], suit)
            if parts[-1]:
                groups.append(Group("straight", tuple(parts)))
        # The flushes of a higher suit are among those straights.
        groups += straight_flushes(hand, mask, range(lowest))
    return groups


def straight_flushes(hand: int, mask: int, suits: range) -> list[Group]:
    """Return the straight flushes of a window's ranks in these suits."""
    masks = [mask << suit for suit in suits if not ~hand & mask << suit]
    return [Group("straight", (masks,))] if masks else []
