"""Every combination of Big Two that may be led or that beats a play (/rules/big-two/#3, #4 and #6)."""

from __future__ import annotations

from itertools import combinations

from games.rules.big_two.combos import BOMBS, LEVELS, STEP, flush_strength
from games.rules.big_two.options import Rules
from games.rules.climbing.combos import Combo
from games.rules.climbing.listing import (
    above,
    fours_with_one,
    full_houses,
    higher_pairs,
    higher_singles,
    higher_straights,
    of_a_kind,
    rows,
    straight_flushes,
)
from games.rules.climbing.moves import Group, Plays, leading
from games.rules.climbing.order import RANK_BITS, at_least, bits_of


def plays(seat: int, hand: int, top: Combo | None, rules: Rules, must: int, last_card: bool) -> Plays:
    """Return a seat's plays on ``top``, the pass last; with ``None`` it leads, and ``must`` is the bit of a card that
    the play must contain. ``last_card``: whether the next player has one card, so that a single must be the
    highest of the hand (/rules/big-two/#6)."""
    if top is None:
        groups = leads(hand, rules)
        return leading(seat, _highest_single(groups) if last_card else groups, rules.order, must)
    groups = answers(hand, top, rules)
    if not last_card or top.type != "single":
        return Plays(seat, groups, rules.order, passing=True)
    # If any single answers, the highest does.
    owed = rules.last_card == "forced" and any(group.type == "single" for group in groups)
    return Plays(seat, _highest_single(groups), rules.order, passing=not owed)


def _highest_single(groups: list[Group]) -> list[Group]:
    return [Group(kind, (parts[0][-1:],)) if kind == "single" else Group(kind, parts) for kind, parts in groups]


def leads(hand: int, rules: Rules) -> list[Group]:
    """Return every combination in a hand."""
    ranks, twos, threes, fours = at_least(hand)
    groups = [Group("single", (bits_of(hand),))]
    pairs = of_a_kind(hand, twos, 2)
    if pairs:
        groups.append(Group("pair", (pairs,)))
    if threes:
        groups.append(Group("triple", (of_a_kind(hand, threes, 3),)))
        groups += full_houses(hand, threes, pairs)
    groups += rows(hand, ranks, rules.rows.windows, "straight")
    if rules.flush:
        groups += _flushes(hand, rules)
    if fours:
        groups += fours_with_one(hand, fours)
    return groups


def answers(hand: int, top: Combo, rules: Rules) -> list[Group]:
    """Return every combination in a hand that beats ``top``."""
    size, strength = top.size, top.strength
    if size == 5:
        return _five(hand, top, rules) if hand.bit_count() >= 5 else []
    if size == 1:
        groups = higher_singles(hand, strength)
    elif size == 2:
        pairs = higher_pairs(hand, strength)
        groups = [Group("pair", (pairs,))] if pairs else []
    else:
        threes = above(at_least(hand)[2], strength)
        groups = [Group("triple", (of_a_kind(hand, threes, 3),))] if threes else []
    if rules.bomb and hand.bit_count() >= 5:
        groups += fours_with_one(hand, at_least(hand)[3]) + _straight_flushes(hand, rules)
    return groups


def _five(hand: int, top: Combo, rules: Rules) -> list[Group]:
    """Return the fives of each type that beat a given one."""
    kind, strength = top.type, top.strength % STEP
    ranks, twos, threes, fours = at_least(hand)
    # A straight flush beats any straight, so that it is listed with them.
    if kind in ("straight", "straight-flush"):
        groups = higher_straights(hand, ranks, rules.rows.windows, strength, kind == "straight-flush")
    else:
        groups = _straight_flushes(hand, rules) if ranks.bit_count() >= 5 else []
    if rules.flush and _answers("flush", kind, rules):
        groups += _flushes(hand, rules, strength if kind == "flush" else -1)
    if threes and _answers("full-house", kind, rules):
        triples = above(threes, strength) if kind == "full-house" else threes
        groups += full_houses(hand, triples, of_a_kind(hand, twos, 2))
    if fours and _answers("four+1", kind, rules):
        groups += fours_with_one(hand, above(fours, strength) if kind == "four+1" else fours)
    return groups


def _answers(kind: str, to: str, rules: Rules) -> bool:
    """Return whether some fives of one type beat some of another, or of the same."""
    if kind == to:
        return True
    return LEVELS[kind] > LEVELS[to] and (rules.ladder or kind in BOMBS)


def _flushes(hand: int, rules: Rules, strength: int = -1) -> list[Group]:
    """Return the flushes above a strength that are not straights."""
    known = rules.rows.by_ranks
    masks = []
    for suit in range(4):
        held = hand >> suit & RANK_BITS
        if held.bit_count() < 5:
            continue
        for ranks in map(sum, combinations(bits_of(held), 5)):
            if ranks not in known and flush_strength((ranks << suit).bit_length() - 1, rules) > strength:
                masks.append(ranks << suit)
    return [Group("flush", (masks,))] if masks else []


def _straight_flushes(hand: int, rules: Rules) -> list[Group]:
    return [group for row in rules.rows.windows for group in straight_flushes(hand, row.mask, range(4))]
