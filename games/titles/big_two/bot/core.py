"""The play of Big Two on integers, for playouts: what a hand may try, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from games.rules.big_two.combos import BOMBS, LEVELS, STEP, combo_of, flush_strength
from games.rules.big_two.options import Rules
from games.rules.big_two.score import points
from games.rules.climbing.combos import suit_of_rank
from games.rules.climbing.order import CHOICES, RANK_BITS, at_least, bits_of
from games.rules.climbing.score import seats_of
from games.rules.climbing.state import NEXT
from games.rules.climbing.windows import Window
from games.titles.big_two.bot.sight import Sight
from games.titles.climbing.bot import core
from games.titles.climbing.bot.mind import Mind
from games.titles.climbing.bot.parts import ONE, THREE, Part, least_missed, pairs, places, singles, triples

#: ``doubling`` → cards left from which each costs more
DEAR = {"10": (10,), "8": (8, 10), "none": ()}


class Table(core.Table):
    """A hand of Big Two being played out."""

    __slots__ = ()

    rules: Rules

    def leads(self, seat: int, hand: int) -> list[Part]:
        parts = leads(hand, self.rules)
        return highest_single(parts, hand) if self._last_card(seat) else parts

    def answers(self, seat: int, hand: int, top: Part) -> list[Part]:
        parts = answers(hand, top, self.rules)
        return highest_single(parts, hand) if parts and top[1] == 1 and self._last_card(seat) else parts

    def may_pass(self, seat: int, parts: Sequence[Part]) -> bool:
        if self.rules.last_card != "forced" or parts[0][0] != "single":
            return True
        return not self._last_card(seat)

    def _last_card(self, seat: int) -> bool:
        """Say whether who is next to act has one card, where that matters (/rules/big-two/#6)."""
        if self.rules.last_card == "off":
            return False
        others = self.holding & ~(1 << seat)
        if self.pass_out:
            others &= ~self.passed
        if not others:
            return False
        hand = self.hands[NEXT[others][seat]]
        return not hand & hand - 1

    def mind(self, hand: int, unseen: int, sizes: Sequence[int], follows: int | None, fresh: bool) -> Mind:
        return mind(hand, unseen, sizes, follows, fresh, self.rules)

    def points(self) -> list[int]:
        return points(self.hands, seats_of(self.played, len(self.hands)), self.out[0], self.rules)


def mind(hand: int, unseen: int, sizes: Sequence[int], follows: int | None, fresh: bool, rules: Rules) -> Mind:
    """Return what a player thinks of before one play."""
    sight = Sight(hand, unseen, sizes, rules)
    return Mind(hand, unseen, sizes, follows, fresh, sight, False, DEAR[rules.doubling])


def part_of(mask: int, rules: Rules) -> Part:
    """Return cards as playouts have them."""
    combo = combo_of(mask, rules)
    assert combo is not None
    start = 0
    if combo.type in ("straight", "straight-flush"):
        start = rules.rows.by_ranks[at_least(combo.mask)[0]].top
    return (combo.type, combo.size, combo.strength, combo.mask, start)


def highest_single(parts: list[Part], hand: int) -> list[Part]:
    """Return plays of which only the highest single card of the hand is allowed."""
    height = hand.bit_length() - 1
    return [("single", 1, height, 1 << height, 0), *(part for part in parts if part[1] > 1)]


def leads(hand: int, rules: Rules) -> list[Part]:
    """Return what a hand may lead: every type and rank once, in the lowest suits."""
    ranks, twos, threes, fours = at_least(hand)
    parts = singles(hand) + pairs(hand, twos)
    if threes:
        parts += triples(hand, threes)
        parts += _with_extras(hand, threes, "full-house")
    if ranks.bit_count() >= 5:
        for window in rules.rows.windows:
            if not window.mask & ~ranks:
                parts += _straights(hand, window)
        if rules.flush:
            parts += _flushes(hand, rules)
    if fours:
        parts += _with_extras(hand, fours, "four+1")
    return parts


def answers(hand: int, top: Part, rules: Rules) -> list[Part]:
    """Return what a hand may play on another's play."""
    size, strength = top[1], top[2]
    if hand.bit_count() < size:
        return []
    if size == 5:
        return _five(hand, top, rules)
    if size == 1:
        parts = singles(hand, strength)
    elif size == 2:
        parts = pairs(hand, at_least(hand)[1] >> (strength & ~3) << (strength & ~3), strength)
    else:
        parts = triples(hand, at_least(hand)[2] >> strength + 1 << strength + 1)
    if rules.bomb and hand.bit_count() >= 5:
        parts += _with_extras(hand, at_least(hand)[3], "four+1") + _straight_flushes(hand, rules)
    return parts


def _five(hand: int, top: Part, rules: Rules) -> list[Part]:
    """Return the fives of each type that beat one."""
    kind, strength = top[0], top[2] % STEP
    ranks, _, threes, fours = at_least(hand)
    parts: list[Part] = []
    if ranks.bit_count() >= 5:
        if kind == "straight" or kind == "straight-flush":
            for window in rules.rows.windows:
                if not window.mask & ~ranks:
                    parts += _higher(hand, window, strength, kind == "straight-flush")
        else:
            parts = _straight_flushes(hand, rules)
        if rules.flush and _answers("flush", kind, rules):
            parts += _flushes(hand, rules, strength if kind == "flush" else -1)
    if threes and _answers("full-house", kind, rules):
        parts += _with_extras(hand, _above(threes, strength) if kind == "full-house" else threes, "full-house")
    if fours and _answers("four+1", kind, rules):
        parts += _with_extras(hand, _above(fours, strength) if kind == "four+1" else fours, "four+1")
    return parts


def _above(ranks: int, strength: int) -> int:
    return ranks >> strength + 1 << strength + 1


def _answers(kind: str, to: str, rules: Rules) -> bool:
    """Say whether some fives of a type beat some of another, or of the same."""
    return kind == to or (LEVELS[kind] > LEVELS[to] and (rules.ladder or kind in BOMBS))


def _with_extras(hand: int, ranks: int, kind: str) -> list[Part]:
    """Return full houses, or fours and one, of these ranks, with the extra cards that would be missed least."""
    each = 2 if kind == "full-house" else 1
    parts: list[Part] = []
    for rank in places(ranks):
        body = THREE[rank >> 2][hand >> rank & 15] if each == 2 else 15 << rank
        for extra in least_missed(hand & ~(15 << rank), each):
            parts.append((kind, 5, LEVELS[kind] + rank, body | extra, 0))
    return parts


def _straights(hand: int, window: Window) -> list[Part]:
    """Return a straight in its lowest suits, and the straight flushes."""
    cards = sum([ONE[rank][hand >> 4 * rank & 15] for rank in window.ranks])
    plain = _straight(cards, window)
    return [plain, *(flush for flush in _suited(hand, window, range(4)) if flush[3] != cards)]


def _straight(cards: int, window: Window) -> Part:
    suit = suit_of_rank(cards, window.ranks[-1])
    kind = "straight-flush" if cards == window.mask << suit else "straight"
    return (kind, 5, LEVELS[kind] + 4 * window.top + suit, cards, window.top)


def _suited(hand: int, window: Window, suits: range) -> list[Part]:
    return [_straight(window.mask << suit, window) for suit in suits if not ~hand & window.mask << suit]


def _straight_flushes(hand: int, rules: Rules) -> list[Part]:
    return [flush for window in rules.rows.windows for flush in _suited(hand, window, range(4))]


def _higher(hand: int, window: Window, strength: int, suited: bool) -> list[Part]:
    """Return the straights of a window that beat a straight, or where that is ``suited`` a straight flush."""
    top, suit = strength >> 2, strength & 3
    lowest = 0 if window.top > top else 4 if window.top < top else suit + 1
    if suited:
        return _suited(hand, window, range(lowest, 4))
    if lowest == 0:
        return _straights(hand, window)
    parts = _suited(hand, window, range(4))
    last = window.ranks[-1]
    higher = [bit for bit in CHOICES[1][last][hand >> 4 * last & 15] if bit >> 4 * last + lowest]
    if higher:
        cards = higher[0] + sum([ONE[rank][hand >> 4 * rank & 15] for rank in window.ranks[:-1]])
        if all(cards != part[3] for part in parts):
            parts.append(_straight(cards, window))
    return parts


def _flushes(hand: int, rules: Rules, strength: int = -1) -> list[Part]:
    """Return the flushes higher than a strength that are no straights, of the same ranks one."""
    known = rules.rows.by_ranks
    parts: dict[int, Part] = {}
    for suit in range(4):
        held = hand >> suit & RANK_BITS
        if held.bit_count() < 5:
            continue
        for ranks in map(sum, combinations(bits_of(held), 5)):
            own = flush_strength((ranks << suit).bit_length() - 1, rules)
            if own > strength and ranks not in known:
                parts.setdefault(ranks, ("flush", 5, LEVELS["flush"] + own, ranks << suit, 0))
    return list(parts.values())
