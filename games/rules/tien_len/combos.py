"""Combinations: what a set of cards is, what beats what, and what is a chop (/rules/tien-len/#3, #4 and #7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.rules.climbing.combos import Combo, of_one_rank, singles, suit_of_rank
from games.rules.climbing.order import RANKS, TWO, at_least
from games.rules.climbing.windows import Window, Windows, tops_of, window
from games.rules.tien_len.options import Rules, rules_of
from games.rules.tien_len.order import ORDER, RED_TWOS, TWOS, mask_of

CHOPPERS = frozenset({"four", "pair-straight"})


def _windows(length: int) -> tuple[Window, ...]:
    """Return the windows of a length; none contains a two."""
    return tuple(window(range(start, start + length), start + length - 1) for start in range(TWO - length + 1))


#: length → windows, the lowest first
WINDOWS: Windows = ((), (), (), *(_windows(length) for length in range(3, TWO + 1)))
#: the ranks of each window → its top
TOPS = tops_of(WINDOWS)
SINGLES = singles(ORDER)


def classify(cards: Iterable[int], options: Mapping[str, Any]) -> Combo | None:
    """Return what cards are, whatever the options; ``None`` if they fit no row of /rules/tien-len/#3."""
    return combo_of(mask_of(cards))


def combo_of(mask: int) -> Combo | None:
    """Return what a set of cards is; ``None`` if it fits no row of /rules/tien-len/#3."""
    size = mask.bit_count()
    if size == 1:
        return SINGLES[mask.bit_length() - 1]
    ranks, twos, _, _ = at_least(mask)
    if ranks & (ranks - 1) == 0:
        return of_one_rank(mask, size, ORDER)
    top = TOPS.get(ranks)
    if top is None:
        return None
    length = ranks.bit_count()
    if size == length:
        kind = "straight"
    elif size == 2 * length and twos == ranks:
        kind = "pair-straight"
    else:
        return None
    suit = suit_of_rank(mask, top)
    return Combo(kind, size, RANKS[top], ORDER.suits[suit], 4 * top + suit, mask, ORDER)


# --- choppers ----------------------------------------------------------------------------


def is_twos(combo: Combo) -> bool:
    """Return whether a combination is one, two or three twos, which choppers may beat."""
    return combo.rank == "2" and combo.size <= 3


def power(combo: Combo) -> int:
    """Return the strength of a chopper in the ladder; 0 if it is none (4)."""
    if combo.type == "four":
        return 2
    if combo.type != "pair-straight":
        return 0
    pairs = combo.size // 2
    return 1 if pairs == 3 else pairs - 1


def pairs_that_chop(count: int) -> int:
    """Return how many pairs in a row it takes to beat so many twos."""
    return count + 2


def four_chops(count: int, rules: Rules) -> bool:
    """Return whether a four of a kind beats so many twos."""
    return count == 1 or (count == 2 and rules.four_chops_pair)


def _chops_twos(new: Combo, twos: Combo, rules: Rules) -> bool:
    if new.type == "four":
        return four_chops(twos.size, rules)
    return new.size // 2 >= pairs_that_chop(twos.size)


def refusal(new: Combo, old: Combo, rules: Rules) -> str | None:
    """Return the code of /rules/tien-len/#4 if ``new`` fails to beat ``old``, else ``None``."""
    mine, theirs = power(new), power(old)
    if mine and is_twos(old):
        return None if _chops_twos(new, old, rules) else "wrong-type"
    if old.rank == "2" and old.size == 4:
        return "too-low" if mine else "wrong-type"
    if rules.chop_ladder and mine and theirs and mine != theirs:
        return None if mine > theirs else "too-low"
    if new.type != old.type or new.size != old.size:
        return "wrong-type"
    return None if new.strength > old.strength else "too-low"


def beats(new: Combo, old: Combo, options: Mapping[str, Any]) -> bool:
    """Return whether ``new`` may be played on ``old``, by these resolved options."""
    return refusal(new, old, rules_of(options)) is None


def is_choppable(combo: Combo) -> bool:
    """Return whether players who have passed are asked about a play too (6)."""
    return is_twos(combo) or combo.type in CHOPPERS


def chops_late(combo: Combo, rules: Rules) -> bool:
    """Return whether a player who has passed may play this at all (6)."""
    if combo.type == "four":
        return rules.late_fours
    return combo.type == "pair-straight" and combo.size >= 2 * rules.late_chops > 0


def is_chop(new: Combo, old: Combo, on_chop: bool) -> bool:
    """Return whether a play that beats another chops it (7); ``on_chop``: whether the other is itself a chop."""
    mine = power(new)
    return mine > 0 and (on_chop or is_twos(old) or power(old) not in (0, mine))


def worth(combo: Combo) -> int:
    """Return what a chopped play is worth (7)."""
    if is_twos(combo):
        return worth_of_twos(combo.mask)
    if combo.type == "four":
        return 4
    return 3 if combo.size == 6 else 5


def worth_of_twos(mask: int) -> int:
    """Return what the twos in a set are worth: black ones 1 each, red ones 2."""
    return (mask & TWOS).bit_count() + (mask & RED_TWOS).bit_count()


#: type → the Vietnamese term, shown beside the words
TERMS = {
    "single": "rác",
    "pair": "đôi",
    "triple": "sám",
    "four": "tứ quý",
    "straight": "sảnh",
    "pair-straight": "đôi thông",
}
