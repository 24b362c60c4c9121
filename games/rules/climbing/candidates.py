"""A small selection of the legal plays, for hints and for players that weigh each: every type and rank once, in the
lowest suits, with the extra cards that would be missed least; where suits rank, a single card that is certain to win as
well."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.climbing.actions import PASSES, Play
from games.rules.climbing.moves import Group, Plays
from games.rules.climbing.order import FLUSH_CARDS, LITTLE, RANK_BITS, bits_of
from games.rules.core import Action

WITH_EXTRAS = frozenset({"triple+1", "full-house", "four+1", "four+2"})


def sensible(plays: Plays, hand: int, extras: int = 1, unseen: int = 0) -> list[Action]:
    """Return a seat's plays that are worth considering, the pass last. ``hand``: its cards as bits; ``extras``: how
    many choices of extra cards to list for each triple or four; ``unseen``: where suits rank, the cards that others may
    hold."""
    cards_of = plays.order.cards_of
    masks = [mask for group in plays.groups for mask in (*_choice(group, hand, extras), *_sure(group, hand, unseen))]
    chosen: list[Action] = [Play(plays.seat, cards_of(mask)) for mask in masks]
    return [*chosen, PASSES[plays.seat]] if plays.passing else chosen


def _choice(group: Group, hand: int, extras: int) -> list[int]:
    """Return a group's plays worth considering, as bits."""
    parts = group.parts
    if group.type in WITH_EXTRAS:
        missed = sorted(parts[1], key=lambda mask: _value(mask, hand))
        return [parts[0][0] | extra for extra in one_a_rank(missed)[:extras]]
    if len(parts) == 1:
        return one_a_rank(parts[0])
    lowest = sum(part[0] for part in parts)
    return [lowest, *(flush for flush in _flushes(group) if flush != lowest)]


def _sure(group: Group, hand: int, unseen: int) -> list[int]:
    """Return of each rank the highest single card that nobody can beat, if the lowest may be beaten or belong to a
    flush."""
    if group.type != "single" or not unseen:
        return []
    ranks: dict[int, list[int]] = {}
    for bit in group.parts[0]:
        if bit < LITTLE:
            ranks.setdefault(_rank(bit), []).append(bit)
    return [
        max(bits)
        for bits in ranks.values()
        if max(bits) > max(unseen, min(bits)) and (min(bits) < unseen or _may_be_flush(min(bits), hand))
    ]


def _may_be_flush(card: int, hand: int) -> bool:
    """Return whether a hand holds enough cards of a card's suit for a flush."""
    return (hand >> (card.bit_length() - 1 & 3) & RANK_BITS).bit_count() >= FLUSH_CARDS


def one_a_rank(masks: Sequence[int]) -> list[int]:
    """Return the first of each set of masks with the same ranks."""
    first: dict[tuple[int, ...], int] = {}
    for mask in masks:
        first.setdefault(tuple([_rank(bit) for bit in bits_of(mask)]), mask)
    return list(first.values())


def _value(mask: int, hand: int) -> tuple[int, int]:
    """Return how much extra cards would be missed: by the company they leave, then by rank."""
    if mask >= LITTLE:
        return (9, mask)
    company = 0
    for bit in bits_of(mask):
        company += (hand >> (bit.bit_length() - 1 & ~3) & 15).bit_count()
    return (company - mask.bit_count(), mask)


def _rank(bit: int) -> int:
    height = bit.bit_length() - 1
    return height >> 2 if height < 52 else height


def _flushes(group: Group) -> list[int]:
    """Return the straight flushes among the straights of a group."""
    if group.type != "straight":
        return []
    flushes = []
    for suit in range(4):
        cards = [bit for part in group.parts for bit in part if (bit.bit_length() - 1) & 3 == suit]
        if len(cards) == len(group.parts):
            flushes.append(sum(cards))
    return flushes
