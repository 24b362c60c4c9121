"""Every combination of Tien Len that may be led or that beats a play (/rules/tien-len/#3, #4 and #6)."""

from __future__ import annotations

from games.rules.climbing.combos import Combo
from games.rules.climbing.listing import above, higher_pairs, higher_rows, higher_singles, of_a_kind, rows
from games.rules.climbing.moves import Group, Plays, leading
from games.rules.climbing.order import at_least, bits_of
from games.rules.tien_len.combos import WINDOWS, four_chops, is_twos, pairs_that_chop
from games.rules.tien_len.options import Rules
from games.rules.tien_len.order import ORDER

KINDS = ("single", "pair", "triple", "four")


def plays(seat: int, hand: int, top: Combo | None, rules: Rules, must: int, passed: bool) -> Plays:
    """Return a seat's plays on ``top``, the pass last; with ``None`` it leads, and ``must`` is the bit of a card that
    the play must contain. ``passed``: the seat is out of the trick and may only chop."""
    if top is None:
        return leading(seat, leads(hand), ORDER, must)
    groups = answers(hand, top, rules)
    return Plays(seat, _late(groups, rules) if passed else groups, ORDER, passing=True)


def _late(groups: list[Group], rules: Rules) -> list[Group]:
    """Return the plays that a pass does not bar (6)."""
    late = []
    for group in groups:
        if (group.type == "four" and rules.late_fours) or (
            group.type == "pair-straight" and len(group.parts) >= rules.late_chops > 0
        ):
            late.append(group)
    return late


def leads(hand: int) -> list[Group]:
    """Return every combination in a hand."""
    levels = at_least(hand)
    groups = [Group("single", (bits_of(hand),))]
    for size in (2, 3, 4):
        if levels[size - 1]:
            groups.append(Group(KINDS[size - 1], (of_a_kind(hand, levels[size - 1], size),)))
    for length in range(3, levels[0].bit_count() + 1):
        straights = rows(hand, levels[0], WINDOWS[length], "straight") if length < len(WINDOWS) else []
        if not straights:
            break
        groups += straights
    return groups + _pair_straights(hand, levels[1], 3)


def _pair_straights(hand: int, ranks: int, shortest: int) -> list[Group]:
    """Return the pair straights of this many pairs or more; ``ranks``: those of which the hand holds a pair."""
    groups: list[Group] = []
    for length in range(shortest, min(ranks.bit_count(), len(WINDOWS) - 1) + 1):
        longer = rows(hand, ranks, WINDOWS[length], "pair-straight", 2)
        if not longer:
            break
        groups += longer
    return groups


def _fours(hand: int, strength: int = -1) -> list[Group]:
    """Return the fours above a strength."""
    ranks = above(at_least(hand)[3], strength)
    return [Group("four", (of_a_kind(hand, ranks, 4),))] if ranks else []


def answers(hand: int, top: Combo, rules: Rules) -> list[Group]:
    """Return every combination in a hand that beats ``top``."""
    kind, size, strength = top.type, top.size, top.strength
    if kind == "single":
        groups = higher_singles(hand, strength)
    elif kind == "pair":
        pairs = higher_pairs(hand, strength)
        groups = [Group("pair", (pairs,))] if pairs else []
    elif kind == "straight":
        groups = higher_rows(hand, at_least(hand)[0], WINDOWS[size], strength, kind)
    elif kind == "triple":
        threes = above(at_least(hand)[2], strength)
        groups = [Group("triple", (of_a_kind(hand, threes, 3),))] if threes else []
    elif kind == "four":
        return _on_four(hand, top, rules)
    else:
        return _on_pair_straight(hand, top, rules)
    if is_twos(top):
        groups += _pair_straights(hand, at_least(hand)[1], pairs_that_chop(size))
        if four_chops(size, rules):
            groups += _fours(hand)
    return groups


def _on_four(hand: int, four: Combo, rules: Rules) -> list[Group]:
    if four.rank == "2":
        return []
    longer = _pair_straights(hand, at_least(hand)[1], 4) if rules.chop_ladder else []
    return _fours(hand, four.strength) + longer


def _on_pair_straight(hand: int, row: Combo, rules: Rules) -> list[Group]:
    pairs, ranks = row.size // 2, at_least(hand)[1]
    groups = higher_rows(hand, ranks, WINDOWS[pairs], row.strength, row.type, 2)
    if rules.chop_ladder:
        groups += _pair_straights(hand, ranks, pairs + 1)
        if pairs == 3:
            groups += _fours(hand)
    return groups
