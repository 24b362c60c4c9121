"""Combinations (牌型): what a set of cards is, and what beats what (/rules/big-two/#3 and #4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.rules.big_two.options import Rules, rules_of
from games.rules.big_two.order import ORDERS
from games.rules.climbing import combos as climbing
from games.rules.climbing.combos import Combo, of_one_rank, singles, suit_of_rank
from games.rules.climbing.order import RANKS, at_least
from games.rules.core import N_, Message

SINGLES = {order: singles(order) for order in ORDERS.values()}

#: types of five cards, low to high
LADDER = ("straight", "flush", "full-house", "four+1", "straight-flush")
BOMBS = frozenset({"four+1", "straight-flush"})
#: added to the strength of five cards for each lower type
STEP = 1 << 8
#: type → what is added to its strength
LEVELS = {kind: STEP * at for at, kind in enumerate(LADDER)}


def classify(cards: Iterable[int], options: Mapping[str, Any]) -> Combo | None:
    """Return what cards are, by resolved options; ``None`` if they fit no row of /rules/big-two/#3."""
    rules = rules_of(options)
    return combo_of(rules.order.mask_of(cards), rules)


def combo_of(mask: int, rules: Rules) -> Combo | None:
    """Return what a set of cards is; ``None`` if it fits no row of /rules/big-two/#3."""
    size = mask.bit_count()
    if size == 1:
        return SINGLES[rules.order][mask.bit_length() - 1]
    ranks, twos, threes, fours = at_least(mask)
    if size == 5:
        return _with_extras(mask, threes, fours, rules) if twos else _in_a_row_or_suit(mask, ranks, rules)
    if size < 4 and ranks & (ranks - 1) == 0:
        return of_one_rank(mask, size, rules.order)
    return None


def _with_extras(mask: int, threes: int, fours: int, rules: Rules) -> Combo | None:
    """Return a full house or a four and one, from five cards with a pair among them."""
    if fours:
        kind, strength = "four+1", fours.bit_length() - 1
    elif threes and at_least(mask)[0].bit_count() == 2:
        kind, strength = "full-house", threes.bit_length() - 1
    else:
        return None
    return Combo(kind, 5, RANKS[strength >> 2], None, LEVELS[kind] + strength, mask, rules.order)


def _in_a_row_or_suit(mask: int, ranks: int, rules: Rules) -> Combo | None:
    """Return a straight, a flush or both, from five cards of five ranks."""
    row, order = rules.rows.by_ranks.get(ranks), rules.order
    suited = mask == ranks << suit_of_rank(mask, (ranks.bit_length() - 1) >> 2)
    if row is not None:
        kind, suit = ("straight-flush" if suited else "straight"), suit_of_rank(mask, row.ranks[-1])
        strength = LEVELS[kind] + 4 * row.top + suit
        return Combo(kind, 5, rules.rows.ends[row.top], order.suits[suit], strength, mask, order)
    if not suited or not rules.flush:
        return None
    height = mask.bit_length() - 1
    strength = LEVELS["flush"] + flush_strength(height, rules)
    return Combo("flush", 5, RANKS[height >> 2], order.suits[height & 3], strength, mask, order)


def flush_strength(height: int, rules: Rules) -> int:
    """Return the key that compares flushes, from the height of the top card: its rank, then its suit, or the
    reverse."""
    return (height & 3) << 4 | height >> 2 if rules.by_suit else height


def refusal(new: Combo, old: Combo, rules: Rules) -> str | None:
    """Return the code of /rules/big-two/#4 if ``new`` fails to beat ``old``, else ``None``."""
    if rules.bomb and new.type in BOMBS and old.type not in BOMBS:
        return None
    if new.size != old.size:
        return "wrong-type"
    if new.type != old.type and not rules.ladder and new.type not in BOMBS:
        return "wrong-type"
    return None if new.strength > old.strength else "too-low"


def beats(new: Combo, old: Combo, options: Mapping[str, Any]) -> bool:
    """Return whether ``new`` may be played on ``old``, both read by these resolved options."""
    return refusal(new, old, rules_of(options)) is None


#: the types with a name of their own in this game
WORDS = {
    **climbing.WORDS,
    "full-house": N_("a full house, three %(rank)ss"),
    "four+1": N_("quads, four %(rank)ss"),
}


def describe(combo: Combo) -> Message:
    """Return a combination in words: «quads, four 9s»."""
    return climbing.describe(combo, WORDS)


#: type → the Chinese term, shown beside the words
TERMS = {
    "single": "单张",
    "pair": "对子",
    "triple": "三条",
    "full-house": "葫芦",
    "four+1": "铁支",
    "straight-flush": "同花顺",
    "straight": "顺子",
    "flush": "同花",
}
