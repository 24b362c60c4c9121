"""Combinations: what a set of cards is, where the games agree (/rules/winner/#3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from games.rules.cards import BIG_JOKER, LITTLE_JOKER
from games.rules.climbing.order import RANKS, Order, at_least
from games.rules.core import N_, Cards, Message

FOURS = frozenset({"four", "four+1", "four+2"})
#: types in which the ranks are neighbours
STRAIGHTS = frozenset({"straight", "straight-flush", "pair-straight", "triple-straight"})


class Combo(NamedTuple):
    """A combination. ``rank`` and ``suit`` are named as in the table of /rules/winner/#3.

    ``strength`` orders the combinations of one type and size: four times the rank, plus the suit where suits count,
    plus what a game adds for its better types. ``mask``: its cards as bits of ``order``.
    """

    type: str
    size: int
    rank: str
    suit: str | None
    strength: int
    mask: int
    order: Order

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards in display order: straights from the top down, extra cards last."""
        return _laid(self)

    @property
    def top(self) -> int:
        """The card that is compared, or the highest of the rank where suits do not count."""
        return self.cards[0]

    def _place(self, card: int) -> tuple[int, int]:
        height = self.order.heights[card]
        if self.type not in STRAIGHTS:
            return (0 if height < 52 and RANKS[height >> 2] == self.rank else 1, -height)
        # Straights run round the thirteen ranks: below the three comes the two, below that the ace.
        return ((RANKS.index(self.rank) - (height >> 2)) % 13, -height)


@lru_cache(maxsize=4096)
def _laid(combo: Combo) -> tuple[int, ...]:
    return tuple(sorted(combo.order.cards_of(combo.mask), key=combo._place))


def singles(order: Order) -> tuple[Combo, ...]:
    """Return height → the single card of that height, compared by rank and suit; jokers have no suit."""
    ranked = [Combo("single", 1, RANKS[at >> 2], order.suits[at & 3], at, 1 << at, order) for at in range(52)]
    return (*ranked, *(Combo("single", 1, RANKS[at - 39], None, at, 1 << at, order) for at in (52, 53)))


def of_one_rank(mask: int, size: int, order: Order) -> Combo:
    """Return the combination of two to four cards of a rank; pairs are compared by suit too."""
    height = mask.bit_length() - 1
    if size == 2:
        return Combo("pair", 2, RANKS[height >> 2], order.suits[height & 3], height, mask, order)
    return Combo("triple" if size == 3 else "four", size, RANKS[height >> 2], None, height & ~3, mask, order)


def suit_of_rank(mask: int, rank: int) -> int:
    """Return the highest suit of a rank in a set."""
    return (mask >> 4 * rank & 15).bit_length() - 1


# --- words -------------------------------------------------------------------------------

WORDS = {
    "single": "%(cards)s",
    "pair": N_("a pair, %(cards)s"),
    "triple": N_("three %(rank)ss"),
    "four": N_("four %(rank)ss"),
    "triple+1": N_("three %(rank)ss and one"),
    "full-house": N_("a full house of %(rank)ss"),
    "four+1": N_("four %(rank)ss and one"),
    "four+2": N_("four %(rank)ss and two"),
    "straight-flush": N_("a straight flush of %(size)s, up to %(top)s"),
    "straight": N_("a straight of %(size)s, up to %(top)s"),
    "flush": N_("a flush up to %(top)s"),
    "pair-straight": N_("%(ranks)s pairs in a row, up to %(top)s"),
    "triple-straight": N_("%(ranks)s triples in a row, up to %(top)s"),
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
    "flush": N_("flush"),
    "pair-straight": N_("straight of pairs"),
    "triple-straight": N_("straight of triples"),
}
#: the number of cards or ranks of a combination, in words
SIZES = (
    "",
    "",
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
    N_("eleven"),
    N_("twelve"),
    N_("thirteen"),
)
JOKERS = {LITTLE_JOKER: N_("the little joker"), BIG_JOKER: N_("the big joker")}


def describe(combo: Combo, words: Mapping[str, str] = WORDS) -> Message:
    """Return a combination in words: «a straight of four, up to J♠»; ``words``: a game's own names of types."""
    if combo.size == 1 and combo.top in JOKERS:
        return Message(JOKERS[combo.top])
    ranks = at_least(combo.mask)[0].bit_count()
    values: dict[str, Any] = {"cards": Cards(combo.cards), "top": Cards((combo.top,))}
    values |= {"size": SIZES[combo.size] if combo.size < len(SIZES) else combo.size, "ranks": SIZES[ranks]}
    values["rank"] = combo.rank.replace("T", "10")
    text = words[combo.type]
    return Message(text, {name: value for name, value in values.items() if f"%({name})s" in text})
