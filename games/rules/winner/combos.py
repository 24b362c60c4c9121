"""Combinations (牌型): what a set of cards is, and what beats what (winner.md 3, 4 and 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.rules.core import N_, Cards, Said
from games.rules.winner.options import Rules, rules_of
from games.rules.winner.order import HEIGHT, JOKERS, RANKS, SEQUENCE, SUITS, at_least, cards_of, mask_of

FOURS = frozenset({"four", "four+1", "four+2"})
#: types in which a straight's ranks run through the row ``A 2 3 … K A``
STRAIGHTS = frozenset({"straight", "straight-flush", "pair-straight", "triple-straight"})

#: added to the strength of a straight flush: it beats any straight of its size
FLUSH = 1 << 8


class Window(NamedTuple):
    """Neighbouring ranks: ``top`` is the rank of the highest, -1 for the 2 of ``A 2``;
    ``mask`` the diamonds of the ranks, ``ranks`` the ranks from the lowest on."""

    top: int
    mask: int
    ranks: tuple[int, ...]


def _windows(length: int) -> tuple[Window, ...]:
    found = []
    for start in range(14 - length + 1):
        ranks = SEQUENCE[start : start + length]
        # The thirteen ranks are read as 2 3 … K A (winner.md 3).
        if length < 13 or start == 1:
            found.append(Window(start + length - 3, sum(1 << 4 * rank for rank in ranks), ranks))
    return tuple(found)


#: length → windows, the lowest first
WINDOWS: tuple[tuple[Window, ...], ...] = ((), (), *(_windows(length) for length in range(2, 14)))
#: diamonds of the ranks → top, for each window of two ranks and more
TOPS = {window.mask: window.top for windows in WINDOWS for window in windows}


class Combo(NamedTuple):
    """A combination. ``rank`` and ``suit`` are names as in the table of section 3.

    ``strength`` orders the combinations of one type and size: four times the rank, plus the suit
    where suits count, plus ``FLUSH``. ``mask``: its cards as bits.
    """

    type: str
    size: int
    rank: str
    suit: str | None
    strength: int
    mask: int

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards as they are laid out: straights from the top down, extra cards last."""
        return tuple(sorted(cards_of(self.mask), key=self._place))

    @property
    def top(self) -> int:
        """The card that is compared, or the highest of the rank where suits do not count."""
        return self.cards[0]

    def _place(self, card: int) -> tuple[int, int]:
        height = HEIGHT[card]
        if self.type not in STRAIGHTS:
            return (0 if height < 52 and RANKS[height >> 2] == self.rank else 1, -height)
        rank, twos = height >> 2, (self.mask >> 48).bit_count()
        if rank == 12:
            return (1, -height)
        # With a 2 the ace is low, save in the thirteen ranks (winner.md 3).
        return (2 if rank == 11 and twos and self.size < 13 * twos else -rank, -height)


def classify(cards: Iterable[int], options: Mapping[str, Any]) -> Combo | None:
    """Return what cards are, by resolved options; ``None`` where they fit no row of section 3."""
    return combo_of(mask_of(cards), rules_of(options))


def combo_of(mask: int, rules: Rules) -> Combo | None:
    """Return what a set of cards is; ``None`` where it fits no row of section 3."""
    size = mask.bit_count()
    if size == 1:
        height = mask.bit_length() - 1
        if height < 52:
            return Combo("single", 1, RANKS[height >> 2], SUITS[height & 3], height, mask)
        return Combo("single", 1, RANKS[height - 39], None, height, mask)
    ranks, twos, threes, fours = at_least(mask)
    if mask >= 1 << 52:
        if size == 2:
            joined = rules.joker_pair and mask == JOKERS
            return Combo("pair", 2, "BJ", None, 53, mask) if joined else None
    elif size > 2 and ranks in TOPS:
        return _straight(mask, size, ranks, twos, threes, rules)
    elif ranks & (ranks - 1) == 0 and size > 1:
        return _of_one_rank(mask, size)
    return _with_extras(mask, size, ranks, threes, fours, rules)


def _of_one_rank(mask: int, size: int) -> Combo:
    height = mask.bit_length() - 1
    if size == 2:
        return Combo("pair", 2, RANKS[height >> 2], SUITS[height & 3], height, mask)
    return Combo("triple" if size == 3 else "four", size, RANKS[height >> 2], None, height & ~3, mask)


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
    return Combo(kind, size, RANKS[strength >> 2], None, strength, mask)


def _goes_with_triple(mask: int, size: int, ranks: int, rules: Rules) -> bool:
    if size == 4:
        return True
    jokers = mask & JOKERS
    if jokers:
        return size == 5 and jokers == JOKERS and rules.joker_pair
    return size == 5 and ranks.bit_count() == 2


def _straight(mask: int, size: int, ranks: int, twos: int, threes: int, rules: Rules) -> Combo | None:
    """Return a straight of any kind, from a set whose ranks are neighbours."""
    length = ranks.bit_count()
    top = TOPS[ranks]
    if size == length:
        return _plain_straight(mask, size, ranks, top, rules)
    if threes == ranks and size == 3 * length:
        # The only one whose top may be the 2 (winner.md 3): A A A 2 2 2.
        if rules.triple_min <= length <= 6:
            return Combo("triple-straight", size, RANKS[top if top >= 0 else 12], None, 4 * top, mask)
    elif twos == ranks and size == 2 * length and 3 <= length <= 6:
        suit = _top_suit(mask, top)
        strength = 4 * top if rules.full_rank else 4 * top + suit
        return Combo("pair-straight", size, RANKS[top], SUITS[suit], strength, mask)
    # Neighbours too: a triple or four and its extra cards, 3 3 3 4, 3 3 3 3 4 5.
    return _with_extras(mask, size, ranks, threes, at_least(mask)[3], rules)


def _plain_straight(mask: int, size: int, ranks: int, top: int, rules: Rules) -> Combo | None:
    if size < 3:
        return None
    suit = _top_suit(mask, top)
    strength = 4 * top if rules.full_rank else 4 * top + suit
    if mask == ranks << suit:
        return Combo("straight-flush", size, RANKS[top], SUITS[suit], strength + FLUSH, mask)
    return Combo("straight", size, RANKS[top], SUITS[suit], strength, mask)


def _top_suit(mask: int, top: int) -> int:
    return (mask >> 4 * top & 15).bit_length() - 1


def refusal(new: Combo, old: Combo, rules: Rules) -> str | None:
    """Return the code of section 4 with which ``new`` fails to beat ``old``; ``None``: it beats."""
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
    """Say whether ``new`` may be played on ``old``, both read by these resolved options."""
    return refusal(new, old, rules_of(options)) is None


def unbeatable(combo: Combo, rules: Rules) -> bool:
    """Say whether the trick is over at once, the passes left out (winner.md 6, Relead)."""
    if combo.type == "single":
        return combo.strength == rules.best_single
    return combo.type == "pair" and combo.strength == rules.best_pair


# --- words -------------------------------------------------------------------------------

WORDS = {
    "single": N_("Single: %(cards)s"),
    "pair": N_("Pair: %(cards)s"),
    "triple": N_("Three of a kind: %(cards)s"),
    "four": N_("Four of a kind: %(cards)s"),
    "triple+1": N_("Three and one, rank %(rank)s"),
    "full-house": N_("Full house, rank %(rank)s"),
    "four+1": N_("Four and one, rank %(rank)s"),
    "four+2": N_("Four and two, rank %(rank)s"),
    "straight-flush": N_("Straight flush of %(size)s, top %(top)s"),
    "straight": N_("Straight of %(size)s, top %(top)s"),
    "pair-straight": N_("Straight of %(ranks)s pairs, top %(top)s"),
    "triple-straight": N_("Straight of %(ranks)s triples, top %(top)s"),
}
#: type → what it is called
KINDS = {
    "single": N_("single card"),
    "pair": N_("pair"),
    "triple": N_("three of a kind"),
    "four": N_("four of a kind"),
    "triple+1": N_("three and one"),
    "full-house": N_("full house"),
    "four+1": N_("four and one"),
    "four+2": N_("four and two"),
    "straight": N_("straight"),
    "straight-flush": N_("straight flush"),
    "pair-straight": N_("straight of pairs"),
    "triple-straight": N_("straight of triples"),
}
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


def describe(combo: Combo) -> Said:
    """Return a combination in words: «Straight of 4, top J♠»."""
    ranks = at_least(combo.mask)[0].bit_count()
    values = {"cards": Cards(combo.cards), "top": Cards((combo.top,)), "size": combo.size, "ranks": ranks}
    values["rank"] = combo.rank.replace("T", "10")
    text = WORDS[combo.type]
    return Said(text, {name: value for name, value in values.items() if f"%({name})s" in text})
