"""The play of President on integers, for playouts. Cards are held as they rank now: a four that turns the ranks around
turns all hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.climbing.order import JOKERS, TWO, at_least, bits_of
from games.rules.climbing.state import NEXT
from games.rules.president.combos import BEST, TWOS, combo_of
from games.rules.president.options import Rules
from games.rules.president.score import order_of, points
from games.titles.climbing.bot import core
from games.titles.climbing.bot.mind import Mind
from games.titles.climbing.bot.parts import LOWEST, Part, places
from games.titles.president.bot.sight import Sight

#: so many cards → what they are called
KINDS = ("", "single", "pair", "triple", "four")


def seen(mask: int, turned: bool) -> int:
    """Return cards as they rank now: turned around, the lowest rank becomes the highest, and jokers stay."""
    if not turned:
        return mask
    mirrored = mask & JOKERS
    for rank in range(TWO + 1):
        mirrored |= (mask >> 4 * rank & 15) << 4 * (TWO - rank)
    return mirrored


def high_of(rules: Rules, turned: bool) -> int:
    """Return the cards, as they rank now, with which going out costs the place."""
    return 0 if rules.finish_on_two else seen(15 << TWOS | JOKERS, turned)


class Table(core.Table):
    """A hand of President being played out. ``turned``: whether the ranks are turned around; ``on_two``: seats that
    lost their place by going out; ``equal``: whether the last play is of the rank of the one before."""

    __slots__ = ("equal", "high", "on_two", "turned")

    rules: Rules

    def __init__(self, state: Any, hands: Sequence[int], left: int, top: Part | None) -> None:
        turned: bool = state.turned
        super().__init__(state, [seen(hand, turned) for hand in hands], seen(left, turned), top)
        self.turned = turned
        self.on_two: list[int] = list(state.on_two)
        self.high = high_of(self.rules, turned)
        self.equal = False

    def leads(self, seat: int, hand: int) -> list[Part]:
        parts: list[Part] = []
        for size, ranks in enumerate(at_least(hand), 1):
            parts += _sets(hand, ranks, size)
        return parts + _of_jokers(hand, 1) + _of_jokers(hand, 2)

    def answers(self, seat: int, hand: int, top: Part) -> list[Part]:
        _, size, strength, _, _ = top
        equal = self.rules.equal_beats
        if strength == BEST:
            return _of_jokers(hand, size) if equal else []
        above = strength + 1 - equal
        return _sets(hand, at_least(hand)[size - 1] >> above << above, size) + _of_jokers(hand, size)

    def mind(self, hand: int, unseen: int, sizes: Sequence[int], follows: int | None, fresh: bool) -> Mind:
        return mind(hand, unseen, sizes, follows, fresh, self.rules, self.turned)

    def is_over(self) -> bool:
        return self.holding & self.holding - 1 == 0

    def note(self, seat: int, part: Part) -> Part:
        self.equal = self.top is not None and self.top[2] == part[2]
        if part[3] & self.high and not self.hands[seat]:
            self.on_two.append(seat)
        if part[1] < 4 or not self.rules.revolution:
            return part
        self.turned = not self.turned
        self.hands = [seen(hand, True) for hand in self.hands]
        self.left = seen(self.left, True)
        self.high = high_of(self.rules, self.turned)
        return ("four", 4, TWOS - part[2], seen(part[3], True), 0)

    def answerers(self, seat: int, before: Part | None) -> int:
        assert self.top is not None
        if self.top[2] == TWOS and self.rules.two_clears and not self.turned:
            return 0
        seats = super().answerers(seat, before)
        if self.equal and seats and self.rules.equal_skips:
            seats &= ~(1 << NEXT[seats][seat])
        return seats

    def is_settled(self, seat: int) -> bool:
        if not self.hands[seat]:
            return True
        # By titles only the first two have points.
        return self.rules.titles and len(self.out) - len(self.on_two) >= 2

    def points(self) -> list[int]:
        # Where it is settled for some the others may take the places that are left in any order.
        others = [seat for seat, hand in enumerate(self.hands) if hand][:-1]
        return points(order_of([*self.out, *others], self.on_two, len(self.hands)), self.rules.titles)


def mind(
    hand: int, unseen: int, sizes: Sequence[int], follows: int | None, fresh: bool, rules: Rules, turned: bool
) -> Mind:
    """Return what a player thinks of before one play; cards as they rank now."""
    sight = Sight(hand, unseen, sizes, rules, rules.two_clears and not turned)
    return Mind(hand, unseen, sizes, follows, fresh, sight, last_loser=True, high=high_of(rules, turned))


def part_of(mask: int) -> Part:
    """Return cards, as they rank now, as playouts have them."""
    combo = combo_of(mask)
    assert combo is not None
    return (combo.type, combo.size, combo.strength, combo.mask, 0)


def _sets(hand: int, ranks: int, size: int) -> list[Part]:
    """Return so many cards of each of these ranks."""
    if size == 4:
        return [("four", 4, rank, 15 << rank, 0) for rank in places(ranks)]
    kind, lowest = KINDS[size], LOWEST[size - 1]
    return [(kind, size, rank, lowest[rank >> 2][hand >> rank & 15], 0) for rank in places(ranks)]


def _of_jokers(hand: int, size: int) -> list[Part]:
    jokers = hand & JOKERS
    if size == 1:
        return [("single", 1, BEST, joker, 0) for joker in bits_of(jokers)]
    return [("pair", 2, BEST, JOKERS, 0)] if size == 2 and jokers == JOKERS else []
