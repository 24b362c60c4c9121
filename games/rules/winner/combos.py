"""Combinations (牌型): what a set of cards is, and what beats what (/rules/winner/#3, #4 and #6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.rules.climbing.combos import FOURS, Combo, of_one_rank, singles, suit_of_rank
from games.rules.climbing.order import JOKERS, RANKS, at_least
from games.rules.climbing.windows import Window, Windows, tops_of, window
from games.rules.winner.options import Rules, rules_of
from games.rules.winner.order import ORDER, SEQUENCE, mask_of

__all__ = [
    "FLUSH",
    "TERMS",
    "TOPS",
    "WINDOWS",
    "beats",
    "classify",
    "combo_of",
    "refusal",
    "unbeatable",
]

#: added to the strength of a straight flush: it beats any straight of its size
FLUSH = 1 << 8

SINGLES = singles(ORDER)


def _windows(length: int) -> tuple[Window, ...]:
    """Return the windows of a length; their top is the highest rank, -1 for the 2 of ``A 2``."""
    starts = range(14 - length + 1)
    # The thirteen ranks are read as 2 3 … K A (/rules/winner/#3).
    return tuple(
        window(SEQUENCE[start : start + length], start + length - 3) for start in starts if length < 13 or start == 1
    )


#: length → windows, the lowest first
WINDOWS: Windows = ((), (), *(_windows(length) for length in range(2, 14)))
#: the ranks of each window → its top
TOPS = tops_of(WINDOWS)


def classify(cards: Iterable[int], options: Mapping[str, Any]) -> Combo | None:
    """Return what cards are, by resolved options; ``None`` if they fit no row of /rules/winner/#3."""
    return combo_of(mask_of(cards), rules_of(options))


def combo_of(mask: int, rules: Rules) -> Combo | None:
    """Return what a set of cards is; ``None`` if it fits no row of /rules/winner/#3."""
    size = mask.bit_count()
    if size == 1:
        return SINGLES[mask.bit_length() - 1]
    ranks, twos, threes, fours = at_least(mask)
    if mask >= 1 << 52:
        if size == 2:
            joined = rules.joker_pair and mask == JOKERS
            return Combo("pair", 2, "BJ", None, 53, mask, ORDER) if joined else None
    elif size > 2 and ranks in TOPS:
        return _straight(mask, size, ranks, twos, threes, rules)
    elif ranks & (ranks - 1) == 0 and size > 1:
        return of_one_rank(mask, size, ORDER)
    return _with_extras(mask, size, ranks, threes, fours, rules)


def _with_extras(mask: int, size: int, ranks: int, threes: int, fours: int, rules: Rules) -> Combo | None:
    """Return three or four of a kind with the other cards that go with them."""
    if fours:
        if size not in (5, 6):
            return None
        kind, strength = ("four+1" if size == 5 else "four+2"), fours.bit_length() - 1
    elif not threes or not _goes_with_triple(mask, size, ranks, rules):
        return None
    else:
        kind, strength = ("triple+1" if size == 4 else "full-house"), threes.bit_length() - 1
    return Combo(kind, size, RANKS[strength >> 2], None, strength, mask, ORDER)


def _goes_with_triple(mask: int, size: int, ranks: int, rules: Rules) -> bool:
    if size == 4:
        return True
    jokers = mask & JOKERS
    if jokers:
        return size == 5 and jokers == JOKERS and rules.joker_pair
    return size == 5 and ranks.bit_count() == 2


def _straight(mask: int, size: int, ranks: int, twos: int, threes: int, rules: Rules) -> Combo | None:
    """Return a straight of any kind, from a set of neighbouring ranks."""
    length = ranks.bit_count()
    top = TOPS[ranks]
    if size == length:
        return _plain_straight(mask, size, ranks, top, rules)
    if threes == ranks and size == 3 * length:
        # The only one whose top may be the 2 (/rules/winner/#3): A A A 2 2 2.
        if rules.triple_min <= length <= 6:
            return Combo("triple-straight", size, RANKS[top if top >= 0 else 12], None, 4 * top, mask, ORDER)
    elif twos == ranks and size == 2 * length and 3 <= length <= 6:
        suit = suit_of_rank(mask, top)
        strength = 4 * top if rules.full_rank else 4 * top + suit
        return Combo("pair-straight", size, RANKS[top], ORDER.suits[suit], strength, mask, ORDER)
    # Neighbours too: a triple or four and its extra cards, 3 3 3 4, 3 3 3 3 4 5.
    return _with_extras(mask, size, ranks, threes, at_least(mask)[3], rules)


def _plain_straight(mask: int, size: int, ranks: int, top: int, rules: Rules) -> Combo | None:
    if size < 3:
        return None
    suit = suit_of_rank(mask, top)
    strength = 4 * top if rules.full_rank else 4 * top + suit
    if mask == ranks << suit:
        return Combo("straight-flush", size, RANKS[top], ORDER.suits[suit], strength + FLUSH, mask, ORDER)
    return Combo("straight", size, RANKS[top], ORDER.suits[suit], strength, mask, ORDER)


def refusal(new: Combo, old: Combo, rules: Rules) -> str | None:
    """Return the code of /rules/winner/#4 if ``new`` fails to beat ``old``, else ``None``."""
    if rules.bomb and new.type == "four":
        if old.type not in FOURS or new.strength > old.strength:
            return None
        return "too-low"
    if new.size != old.size or (new.type != old.type and not (_runs(new) and _runs(old))):
        return "wrong-type"
    return None if new.strength > old.strength else "too-low"


def _runs(combo: Combo) -> bool:
    return combo.type == "straight" or combo.type == "straight-flush"


def beats(new: Combo, old: Combo, options: Mapping[str, Any]) -> bool:
    """Return whether ``new`` may be played on ``old``, both read by these resolved options."""
    return refusal(new, old, rules_of(options)) is None


def unbeatable(combo: Combo, rules: Rules) -> bool:
    """Return whether the trick is over at once, without passes (/rules/winner/#6, Relead)."""
    if combo.type == "single":
        return combo.strength == rules.best_single
    return combo.type == "pair" and combo.strength == rules.best_pair


#: type → the Chinese term, shown beside the words
TERMS = {
    "single": "单张",
    "pair": "对子",
    "triple": "三张",
    "four": "四张",
    "triple+1": "三带一",
    "full-house": "三带二",
    "four+1": "四带一",
    "four+2": "四带二",
    "straight-flush": "同花顺",
    "straight": "顺子",
    "pair-straight": "连对",
    "triple-straight": "三顺",
}
