"""Every set of President that may be led or that beats a play (/rules/president/#3 and #4)."""

from __future__ import annotations

from games.rules.climbing.combos import Combo
from games.rules.climbing.listing import of_a_kind
from games.rules.climbing.moves import Group, Plays, leading
from games.rules.climbing.order import JOKERS, RANK_BITS, at_least, bits_of
from games.rules.president.combos import BEST
from games.rules.president.options import Rules
from games.rules.president.order import ORDER

KINDS = ("single", "pair", "triple", "four")


def plays(seat: int, hand: int, top: Combo | None, rules: Rules, must: int, turned: bool) -> Plays:
    """Return a seat's plays on ``top``, the pass last; with ``None`` it leads, and ``must`` is the bit of a card that
    the play must contain. ``turned``: whether the ranks are reversed."""
    if top is None:
        return leading(seat, leads(hand), ORDER, must)
    return Plays(seat, answers(hand, top, rules, turned), ORDER, passing=True)


def leads(hand: int) -> list[Group]:
    """Return every set in a hand."""
    groups = []
    for size, ranks in enumerate(at_least(hand), 1):
        sets = of_a_kind(hand, ranks, size) + _of_jokers(hand, size)
        if sets:
            groups.append(Group(KINDS[size - 1], (sets,)))
    return groups


def answers(hand: int, top: Combo, rules: Rules, turned: bool) -> list[Group]:
    """Return every set in a hand that beats ``top``."""
    size, strength, equal = top.size, top.strength, rules.equal_beats
    if strength == BEST:
        ranks = 0
    elif turned:
        ranks = RANK_BITS & (1 << strength + equal) - 1
    else:
        ranks = RANK_BITS >> strength + 1 - equal << strength + 1 - equal
    sets = of_a_kind(hand, at_least(hand)[size - 1] & ranks, size)
    if strength < BEST or equal:
        sets += _of_jokers(hand, size)
    return [Group(top.type, (sets,))] if sets else []


def _of_jokers(hand: int, size: int) -> list[int]:
    jokers = hand & JOKERS
    if size == 1:
        return bits_of(jokers)
    return [JOKERS] if size == 2 and jokers == JOKERS else []
