"""What a player of a climbing game thinks before one play, from a view, by running the kernels directly."""

from __future__ import annotations

from collections.abc import Sequence

from games.ai.compiled import PLAIN, Floats, Integers
from games.titles.climbing.bot.layout import (
    FEWEST,
    FOLLOWS,
    FRESH,
    HAND,
    HIGH,
    MADE,
    MOST,
    OTHERS,
    OWN,
    PART,
    SIZES,
    SQUARES,
    UNSEEN,
    Part,
    Terms,
)
from games.titles.climbing.bot.playing import Kernels


def note_sizes(table: Integers, sizes: Sequence[int]) -> None:
    """Store how many cards each other player who is still in holds."""
    table[OTHERS], table[FEWEST], table[MOST] = len(sizes), min(sizes), max(sizes)
    table[SQUARES] = sum(count * count for count in sizes if count >= 5)
    table[SIZES] = sum(1 << count for count in {*sizes})


class Opinion:
    """How a player rates their plays, in plays saved. ``sizes``: the number of cards of each other player still in;
    ``follows``: how many cards the player to be beaten holds, ``None`` at a lead; ``fresh``: the player has made no
    play yet; ``high``: the cards, as bits, with which going out costs the place; ``own``: the game's own data."""

    def __init__(
        self,
        kernels: Kernels,
        terms: Terms,
        hand: int,
        unseen: int,
        sizes: Sequence[int],
        follows: int | None = None,
        fresh: bool = False,
        high: int = 0,
        own: Sequence[int] = (),
    ) -> None:
        self._kernels = kernels
        self.table: Integers
        self.weights: Floats
        self.table, self.weights = terms.tables(PLAIN)
        table = self.table
        table[HAND], table[UNSEEN], table[HIGH] = hand, unseen, high
        table[FOLLOWS], table[FRESH] = -1 if follows is None else follows, int(fresh)
        table[OWN : OWN + len(own)] = own
        note_sizes(table, sizes)
        kernels.think(table, self.weights)

    def worth(self, part: Part) -> float:
        """Return what a play is worth."""
        worth: float = self._kernels.worth_of(self.table, self.weights, self._put(part))
        return worth

    def worth_of_pass(self) -> float:
        """Return what a pass is worth."""
        worth: float = self._kernels.worth_of_pass(self.table, self.weights)
        return worth

    def needs(self, cards: int) -> float:
        """Return how many plays ``cards`` still need; of no rank may they hold more than the hand did."""
        need: float = self._kernels.needs(self.table, self.weights, cards)
        return need

    def needs_without(self, cards: int) -> float:
        """Return how many plays the hand needs without some of its cards."""
        need: float = self._kernels.needs_without(self.table, self.weights, cards)
        return need

    def of(self, part: Part) -> tuple[float, float]:
        """Return the chance that nobody beats a play, and the least that its cards cost."""
        chance, cost = self._kernels.of(self.table, self.weights, self._put(part))
        return chance, cost

    def _put(self, part: Part) -> int:
        self.table[MADE : MADE + PART] = part
        return MADE
