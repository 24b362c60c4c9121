"""Every combination of Winner that may be led or that beats a play (/rules/winner/#3 and #4)."""

from __future__ import annotations

from itertools import combinations

from games.rules.climbing.combos import FOURS, Combo
from games.rules.climbing.listing import (
    above,
    fours_with_one,
    full_houses,
    higher_pairs,
    higher_rows,
    higher_singles,
    higher_straights,
    of_a_kind,
    rows,
)
from games.rules.climbing.moves import Group, Plays, leading
from games.rules.climbing.order import JOKERS, at_least, bits_of
from games.rules.winner.combos import FLUSH, WINDOWS
from games.rules.winner.options import Rules
from games.rules.winner.order import ORDER


def plays(seat: int, hand: int, top: Combo | None, rules: Rules) -> Plays:
    """Return what a seat may play on ``top``, the pass last; ``None``: it leads."""
    if top is None:
        return leading(seat, leads(hand, rules), ORDER)
    return Plays(seat, answers(hand, top, rules), ORDER, passing=True)


# --- leading -----------------------------------------------------------------------------


def leads(hand: int, rules: Rules) -> list[Group]:
    """Return every combination in a hand."""
    levels = at_least(hand)
    groups = [Group("single", (bits_of(hand),))]
    pairs = of_a_kind(hand, levels[1], 2)
    if rules.joker_pair and hand & JOKERS == JOKERS:
        pairs.append(JOKERS)
    if pairs:
        groups.append(Group("pair", (pairs,)))
    if levels[2]:
        groups.append(Group("triple", (of_a_kind(hand, levels[2], 3),)))
        groups += _triples_with_one(hand, levels[2])
        groups += full_houses(hand, levels[2], pairs)
        groups += _rows(hand, levels[2], 3, rules.triple_min)
    if levels[3]:
        groups.append(Group("four", (of_a_kind(hand, levels[3], 4),)))
        groups += fours_with_one(hand, levels[3])
        groups += _fours_with_two(hand, levels[3])
    groups += _straights(hand, levels[0])
    if len(pairs) > 2:
        groups += _rows(hand, levels[1], 2, 3)
    return groups


def _triples_with_one(hand: int, ranks: int) -> list[Group]:
    groups = []
    for bit in bits_of(ranks):
        # With the fourth card of the rank it would be a four (/rules/winner/#3).
        others = hand & ~(bit * 15)
        if others:
            groups.append(Group("triple+1", (of_a_kind(hand, bit, 3), bits_of(others))))
    return groups


def _fours_with_two(hand: int, ranks: int) -> list[Group]:
    groups = []
    for bit in bits_of(ranks):
        others = list(map(sum, combinations(bits_of(hand ^ bit * 15), 2)))
        if others:
            groups.append(Group("four+2", ((bit * 15,), others)))
    return groups


def _straights(hand: int, ranks: int) -> list[Group]:
    """Return straights and straight flushes of every length, from the ranks that a hand holds."""
    groups = []
    for length in range(3, ranks.bit_count() + 1):
        longer = rows(hand, ranks, WINDOWS[length], "straight")
        if not longer:
            break
        groups += longer
    return groups


def _rows(hand: int, ranks: int, size: int, shortest: int) -> list[Group]:
    """Return pair straights or triple straights (``size`` cards a rank), six ranks at most."""
    groups = []
    kind = "pair-straight" if size == 2 else "triple-straight"
    for length in range(shortest, min(6, ranks.bit_count()) + 1):
        groups += rows(hand, ranks, WINDOWS[length], kind, size)
    return groups


# --- following ---------------------------------------------------------------------------


def answers(hand: int, top: Combo, rules: Rules) -> list[Group]:
    """Return every combination in a hand that beats ``top``."""
    kind, strength = top.type, top.strength
    if hand.bit_count() < top.size and not rules.bomb:
        return []
    if kind == "single":
        groups = higher_singles(hand, strength)
    elif kind == "pair":
        groups = _higher_pairs(hand, strength, rules)
    elif kind == "straight" or kind == "straight-flush":
        suited = strength >= FLUSH
        windows = WINDOWS[top.size]
        groups = higher_straights(hand, at_least(hand)[0], windows, strength & FLUSH - 1, suited, rules.full_rank)
    elif kind == "pair-straight":
        windows = WINDOWS[top.size // 2]
        groups = higher_rows(hand, at_least(hand)[1], windows, strength, kind, 2, rules.full_rank)
    else:
        groups = _higher_by_rank(hand, top, rules)
    if rules.bomb and kind != "four":
        fours = at_least(hand)[3]
        if kind in FOURS:
            fours = above(fours, strength)
        if fours:
            groups.append(Group("four", (of_a_kind(hand, fours, 4),)))
    return groups


def _higher_pairs(hand: int, strength: int, rules: Rules) -> list[Group]:
    pairs = higher_pairs(hand, strength)
    if rules.joker_pair and hand & JOKERS == JOKERS and strength < 52:
        pairs.append(JOKERS)
    return [Group("pair", (pairs,))] if pairs else []


def _higher_by_rank(hand: int, top: Combo, rules: Rules) -> list[Group]:
    """Return what beats a play compared by rank alone."""
    kind = top.type
    if kind == "triple-straight":
        higher = [window for window in WINDOWS[top.size // 3] if 4 * window.top > top.strength]
        return rows(hand, at_least(hand)[2], higher, kind, 3)
    level = 3 if kind in FOURS else 2
    ranks = above(at_least(hand)[level], top.strength)
    if not ranks:
        return []
    if kind == "triple" or kind == "four":
        return [Group(kind, (of_a_kind(hand, ranks, level + 1),))]
    if kind == "triple+1":
        return _triples_with_one(hand, ranks)
    if kind == "full-house":
        pairs = of_a_kind(hand, at_least(hand)[1], 2)
        if rules.joker_pair and hand & JOKERS == JOKERS:
            pairs.append(JOKERS)
        return full_houses(hand, ranks, pairs)
    return fours_with_one(hand, ranks) if kind == "four+1" else _fours_with_two(hand, ranks)
