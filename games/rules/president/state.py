"""A hand of President at one moment: exchange, skips, revolution, places (/rules/president/#5 to #7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from games.rules.climbing import state
from games.rules.climbing.combos import Combo
from games.rules.climbing.deal import deal
from games.rules.climbing.exchange import Swap, highest_of
from games.rules.climbing.state import NEXT
from games.rules.core import Setup
from games.rules.president import score
from games.rules.president.combos import TWOS, combo_of
from games.rules.president.options import Rules, rules_of
from games.rules.president.order import THREE_OF_CLUBS, mask_of


class State(state.State):
    """A hand of President. ``turned``: whether the ranks are reversed. ``on_two``: seats that went out with a two or
    a joker where that costs the place, in order. ``skipped``: the seat that the last play skipped. ``exchange``: the
    scum's swap comes first."""

    __slots__ = ("on_two", "skipped", "turned")

    rules: Rules

    def __init__(self, setup: Setup, rules: Rules, hands: Sequence[int]) -> None:
        super().__init__(setup, rules, hands)
        self.turned = False
        self.on_two: tuple[int, ...] = ()
        self.skipped: int | None = None

    def copy(self) -> Self:
        twin = super().copy()
        twin.turned = self.turned
        twin.on_two = self.on_two
        twin.skipped = self.skipped
        return twin

    def combo_of(self, mask: int) -> Combo | None:
        return combo_of(mask)

    def named_leader(self) -> int | None:
        """Return president or scum, ``None`` if the three of clubs decides (8)."""
        order = self.setup.context["order"]
        if order is None or self.rules.next_lead == "lowest":
            return None
        leader: int = order[0 if self.rules.next_lead == "winner" else -1]
        return leader

    def leading_card(self) -> int:
        return THREE_OF_CLUBS

    def note(self, before: Self, combo: Combo) -> None:
        """Reverse the ranks after a four; record who goes out on a two (4 and 7)."""
        self.skipped = None
        if combo.size == 4 and self.rules.revolution:
            self.turned = not before.turned
        if combo.strength >= TWOS and not self.rules.finish_on_two and not self.hands[self.top_seat]:
            self.on_two = (*before.on_two, self.top_seat)

    def is_over(self) -> bool:
        return self.holding.bit_count() == 1

    def answerers(self, before: Self) -> int:
        """Return who is asked: nobody after twos that clear; an equal rank may skip the next (6)."""
        assert self.top is not None
        rules, strength = self.rules, self.top.strength
        if strength == TWOS and rules.two_clears and not self.turned:
            return 0
        seats = super().answerers(before)
        if rules.equal_skips and seats and before.top is not None and before.top.strength == strength:
            self.skipped = NEXT[seats][self.top_seat]
            seats &= ~(1 << self.skipped)
        return seats

    def result_of(self) -> dict[str, Any]:
        left = [hand.bit_count() for hand in self.hands]
        order = score.order_of(self.out, self.on_two, len(left))
        return score.result(left, order, self.rules.titles)


def tributes(order: Sequence[int] | None, rules: Rules) -> list[tuple[int, int, int]]:
    """Return (who pays, to whom, how many cards), the scum first; ``order``: seats by place of the last hand."""
    if order is None:
        return []
    scum, vice = rules.tributes
    paid = [(order[-1], order[0], scum), (order[-2], order[1], vice)]
    return [tribute for tribute in paid if tribute[2]]


def start(setup: Setup) -> State:
    """Return the first state of a hand: the exchange if there is one, else the first lead."""
    rules = rules_of(setup.options)
    context = setup.context
    first = State(setup, rules, [mask_of(cards) for cards in deal(setup.deck, context["dealer"], rules.players)])
    swaps = [
        Swap(payer, taker, highest_of(first.hands[payer], count))
        for payer, taker, count in tributes(context["order"], rules)
    ]
    if swaps:
        first.begin_exchange(swaps)
    else:
        first.begin_play()
    return first


def at_lead(setup: Setup, hands: tuple[int, ...], leader: int, lowest: int = 0) -> State:
    """Return the state in which ``leader`` is to lead the first trick with these hands; ``lowest``: the bit of the card
    that chose the leader."""
    first = State(setup, rules_of(setup.options), hands)
    first.lowest = lowest
    first.lead(leader)
    return first
