"""The play of Tien Len on integers, for playouts: what a hand may try, who may chop, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.climbing.order import TWO, at_least
from games.rules.climbing.score import seats_of
from games.rules.tien_len.combos import WINDOWS, combo_of, four_chops, pairs_that_chop, worth_of_twos
from games.rules.tien_len.options import Rules
from games.rules.tien_len.score import points
from games.titles.climbing.bot import core
from games.titles.climbing.bot.mind import Mind
from games.titles.climbing.bot.parts import Part, fours, pairs, rows, singles, triples
from games.titles.tien_len.bot.sight import Sight

#: the lowest strength of twos
TWOS = 4 * TWO
#: power of a four among the choppers
FOUR = 2


class Table(core.Table):
    """A hand of Tien Len being played out. ``chop``: who pays whom how much for the last play, where it is a chop;
    ``chops``: seat → what chops have brought and cost so far."""

    __slots__ = ("chop", "chops")

    rules: Rules

    def __init__(self, state: Any, hands: Sequence[int], left: int, top: Part | None) -> None:
        super().__init__(state, hands, left, top)
        self.chop: tuple[int, int, int] | None = state.chop
        self.chops = list(state.chops)

    def leads(self, seat: int, hand: int) -> list[Part]:
        _, twos, threes, foursome = at_least(hand)
        parts = singles(hand) + pairs(hand, twos)
        if threes:
            parts += triples(hand, threes) + fours(foursome)
        return parts + _straights(hand) + _pair_straights(hand, twos, 3)

    def answers(self, seat: int, hand: int, top: Part) -> list[Part]:
        if self.pass_out and self.passed >> seat & 1:
            return [part for part in answers(hand, top, self.rules) if self._late(part)]
        return answers(hand, top, self.rules)

    def _late(self, part: Part) -> bool:
        """Say whether a pass does not bar a play (/rules/tien-len/#6)."""
        if part[0] == "four":
            return self.rules.late_fours
        return part[0] == "pair-straight" and part[1] >= 2 * self.rules.late_chops > 0

    def mind(self, hand: int, unseen: int, sizes: Sequence[int], follows: int | None, fresh: bool) -> Mind:
        return mind(hand, unseen, sizes, follows, fresh, self.rules)

    def is_over(self) -> bool:
        return not self.rules.last_loser or self.holding & self.holding - 1 == 0

    def answerers(self, seat: int, before: Part | None) -> int:
        assert self.top is not None
        if self.rules.late_chops and (is_twos(self.top) or power(self.top)):
            return self.holding & ~(1 << seat)
        return super().answerers(seat, before)

    def note(self, seat: int, part: Part) -> Part:
        before, mine = self.top, power(part)
        if before is None or not mine or not (self.chop or is_twos(before) or power(before) not in (0, mine)):
            self.chop = None
        else:
            stood = 0 if self.chop is None else self.chop[2]
            self.chop = self.leader, seat, stood + worth(before)
        return part

    def end_trick(self) -> None:
        if self.chop is not None and self.rules.chop_points:
            payer, chopper, amount = self.chop
            self.chops[payer] -= amount
            self.chops[chopper] += amount
        self.chop = None

    def is_settled(self, seat: int) -> bool:
        paid = self.rules.chop_points or self.rules.twos_left
        return not self.hands[seat] and not paid

    def points(self) -> list[int]:
        played = seats_of(self.played, len(self.hands))
        hands, out = self.hands, self.out
        if self.rules.last_loser and self.holding & self.holding - 1:
            # It is settled for who is out: the others may take their places in any order.
            *others, last = (seat for seat, hand in enumerate(hands) if hand)
            hands, out = [hand if seat == last else 0 for seat, hand in enumerate(hands)], [*out, *others]
        scored = points(hands, played, out, self.rules, None)
        return [own + chopped for own, chopped in zip(scored, self.chops, strict=True)]


def mind(hand: int, unseen: int, sizes: Sequence[int], follows: int | None, fresh: bool, rules: Rules) -> Mind:
    """Return what a player thinks of before one play."""
    return Mind(hand, unseen, sizes, follows, fresh, Sight(hand, unseen, sizes), rules.last_loser)


def part_of(mask: int) -> Part:
    """Return cards as playouts have them."""
    combo = combo_of(mask)
    assert combo is not None
    start = 0
    if combo.type in ("straight", "pair-straight"):
        ranks = at_least(combo.mask)[0]
        start = next(at for at, window in enumerate(WINDOWS[ranks.bit_count()]) if window.mask == ranks)
    return (combo.type, combo.size, combo.strength, combo.mask, start)


def is_twos(part: Part) -> bool:
    """Say whether a play is one, two or three twos, which choppers may beat."""
    return part[1] <= 3 and part[2] >= TWOS


def power(part: Part) -> int:
    """Return the strength of a chopper in the ladder; 0 for what is none (/rules/tien-len/#4)."""
    if part[0] == "four":
        return FOUR
    if part[0] != "pair-straight":
        return 0
    return 1 if part[1] == 6 else part[1] // 2 - 1


def worth(part: Part) -> int:
    """Return what a play that is chopped is worth (/rules/tien-len/#7)."""
    if is_twos(part):
        return worth_of_twos(part[3])
    if part[0] == "four":
        return 4
    return 3 if part[1] == 6 else 5


def answers(hand: int, top: Part, rules: Rules) -> list[Part]:
    """Return what a hand may play on another's play."""
    kind, size, strength, _, _ = top
    if kind == "single":
        parts = singles(hand, strength)
    elif kind == "pair":
        parts = pairs(hand, at_least(hand)[1] >> (strength & ~3) << (strength & ~3), strength)
    elif kind == "straight":
        return rows(hand, WINDOWS[size], 1, kind, strength) if hand.bit_count() >= size else []
    elif kind == "triple":
        parts = triples(hand, at_least(hand)[2] >> strength + 1 << strength + 1)
    elif kind == "four":
        return _on_four(hand, strength, rules)
    else:
        return _on_pair_straight(hand, top, rules)
    if strength >= TWOS:
        ranks, foursome = at_least(hand)[1], at_least(hand)[3]
        parts += _pair_straights(hand, ranks, pairs_that_chop(size))
        if foursome and four_chops(size, rules):
            parts += fours(foursome)
    return parts


def _on_four(hand: int, strength: int, rules: Rules) -> list[Part]:
    if strength >= TWOS:
        return []
    _, ranks, _, foursome = at_least(hand)
    longer = _pair_straights(hand, ranks, 4) if rules.chop_ladder else []
    return fours(foursome >> strength + 1 << strength + 1) + longer


def _on_pair_straight(hand: int, top: Part, rules: Rules) -> list[Part]:
    count = top[1] // 2
    parts = rows(hand, WINDOWS[count], 2, "pair-straight", top[2])
    if rules.chop_ladder:
        _, ranks, _, foursome = at_least(hand)
        parts += _pair_straights(hand, ranks, count + 1)
        if count == 3:
            parts += fours(foursome)
    return parts


def _straights(hand: int) -> list[Part]:
    """Return the straights of a hand."""
    ranks = at_least(hand)[0]
    parts: list[Part] = []
    # two neighbours, three, and so on: where there are none of a length there are none longer
    row, length = ranks & (1 << TWOS) - 1, 3
    row &= row >> 4
    while (row := row & ranks >> 4 * (length - 1)) and length < len(WINDOWS):
        parts += rows(hand, WINDOWS[length], 1, "straight")
        length += 1
    return parts


def _pair_straights(hand: int, ranks: int, shortest: int) -> list[Part]:
    """Return the pair straights of so many pairs and more; ``ranks``: those of which the hand holds a pair."""
    parts: list[Part] = []
    if not ranks & ranks >> 4 & ranks >> 8:
        return parts
    for length in range(shortest, min(ranks.bit_count(), len(WINDOWS) - 1) + 1):
        longer = rows(hand, WINDOWS[length], 2, "pair-straight")
        if not longer:
            break
        parts += longer
    return parts
