"""What a seat may do: all of it where that is little, else a sensible part (/rules/eighty/#5 to #9).

Everything is worked out from what the seat knows: its hand, the lead, the cards it has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from math import comb

from games.rules.shengji.actions import PAIRS, Bury, Play, play, singles
from games.rules.shengji.following import Duty, duty, every_follow
from games.rules.shengji.hands import FIRST, NAMES_HELD, ONES, POINTS, SECOND, cards_of, names_of, without
from games.rules.shengji.shapes import PAIR, SINGLE, Shape, cut, longest_run, places, split, tractors
from games.rules.shengji.throws import certain
from games.rules.shengji.trumps import TRUMP, Trumps

#: up to so many follows are all given
FEW = 24

Key = Callable[[int], tuple[int, ...]]


def leads(table: Trumps, seat: int, hand: int, unseen: Callable[[], int] | None) -> tuple[Play, ...]:
    """Return every single, pair and tractor a hand can lead; with ``throw`` a few throws too.

    ``unseen``: gives the cards that others may hold, as a hand; ``None`` if throws are off.
    """
    plays = singles(seat, hand & ONES)
    pairs = hand >> NAMES_HELD
    if pairs:
        plays += tuple(PAIRS[seat][card] for card in names_of(pairs))
        if pairs & (pairs - 1):
            plays += tuple(play(seat, cards_of(tractor)) for tractor in _every_tractor(table, pairs))
    if unseen is not None:
        plays += tuple(play(seat, cards_of(cards)) for cards in _throws(table, hand, unseen()))
    return plays


def follows(table: Trumps, follow: str, seat: int, hand: int, lead: Shape, suit: int) -> tuple[Play, ...]:
    """Return the legal follows: all of them after a single, and where they are few."""
    if lead is SINGLE:
        return singles(seat, hand & table.members[suit] or hand & ONES)
    owed = duty(table, follow, lead, suit, hand)
    if lead is PAIR and owed.pairs:
        return tuple(PAIRS[seat][card] for card in names_of(owed.held >> NAMES_HELD))
    if _at_least(owed, hand) <= FEW:
        some = list(islice(every_follow(table, owed, hand), FEW + 1))
        if len(some) <= FEW:
            return tuple(play(seat, cards_of(cards)) for cards in some)
    return tuple(play(seat, cards_of(cards)) for cards in _likely(table, owed, hand, lead, suit))


def every_play(
    table: Trumps, follow: str, seat: int, hand: int, lead: Shape | None, suit: int, throw: bool
) -> Iterator[Play]:
    """Yield every legal play once, lazily: with throws or long leads they may be very many."""
    if lead is not None:
        for cards in every_follow(table, duty(table, follow, lead, suit, hand), hand):
            yield play(seat, cards_of(cards))
        return
    if not throw:
        yield from leads(table, seat, hand, None)
        return
    for led in range(5):
        held = hand & table.both[led]
        for count in range(1, held.bit_count() + 1):
            for cards in every_follow(table, Duty(count, count, 0, 0, held), held):
                yield play(seat, cards_of(cards))


def buries(table: Trumps, seat: int, hand: int, count: int) -> tuple[Bury, ...]:
    """Return some sensible buries: low cards, a suit made void, points hidden or kept."""
    suits = table.suits
    length = [(hand & both).bit_count() for both in table.both]

    def cheap(card: int) -> tuple[int, ...]:
        return (suits[card] == TRUMP, POINTS[card], table.place[card])

    keys: list[Key] = [
        cheap,
        lambda card: (suits[card] == TRUMP, POINTS[card] > 0, length[suits[card]], table.place[card]),
        lambda card: (suits[card] == TRUMP, length[suits[card]], suits[card], table.place[card]),
        lambda card: (suits[card] == TRUMP, -POINTS[card], table.place[card]),
    ]
    choices = {_filled(0, hand, count, key): None for key in keys}
    for first in range(4):
        # One whole suit first, then the cheapest cards.
        inside = hand & table.both[first]
        some = _filled(0, inside, count, cheap)
        choices[_filled(some, without(hand, some), count - some.bit_count(), cheap)] = None
    return tuple(Bury(seat, cards_of(cards)) for cards in choices)


# --- leads ------------------------------------------------------------------------------------


def _every_tractor(table: Trumps, pairs: int) -> Iterator[int]:
    for members in table.members:
        inside = pairs & members
        if inside & (inside - 1):
            for length in range(2, longest_run(places(table, inside)) + 1):
                yield from tractors(table, inside, length)


def _throws(table: Trumps, hand: int, unseen: int) -> list[int]:
    """Return throws worth considering: in each suit what nobody can beat, and a whole side suit."""
    throws: dict[int, None] = {}
    for suit, both in enumerate(table.both):
        held = hand & both
        if not held & (held - 1):
            continue
        parts = split(table, held)
        sure = certain(table, suit, parts, unseen)
        if len(sure) > 1:
            throws[sum(part.cards for part in sure)] = None
        if len(parts) > 1 and suit != TRUMP:
            throws[held] = None
    return list(throws)


# --- follows ----------------------------------------------------------------------------------


def _at_least(owed: Duty, hand: int) -> int:
    """Return a cheap lower bound on the number of follows."""
    if owed.suited < owed.size or owed.suited == owed.held.bit_count():
        rest = without(hand, owed.held) & ONES
        return comb(rest.bit_count(), owed.size - owed.suited)
    if owed.run or owed.pairs:
        return 0
    return comb((owed.held & ONES).bit_count(), owed.size)


def _likely(table: Trumps, owed: Duty, hand: int, lead: Shape, suit: int) -> list[int]:
    """Return a choice of legal follows to a lead of several cards, as hands."""
    suits, place = table.suits, table.place

    def low(card: int) -> tuple[int, ...]:
        return (suits[card] == TRUMP, POINTS[card], place[card])

    def give(card: int) -> tuple[int, ...]:
        return (suits[card] == TRUMP, -POINTS[card], place[card])

    def high(card: int) -> tuple[int, ...]:
        return (-place[card],)

    keys = (low, give, high)
    follows: dict[int, None] = {}
    if owed.suited < owed.size or owed.suited == owed.held.bit_count():
        rest = without(hand, owed.held)
        follows = {_filled(owed.held, rest, owed.size - owed.suited, key): None for key in keys}
        if not owed.held and suit != TRUMP:
            follows |= dict.fromkeys(_ruffs(table, hand & table.both[TRUMP], lead))
        return list(follows)
    bases = list(tractors(table, owed.held >> NAMES_HELD, owed.run)) if owed.run else [0]
    for base in {bases[0], bases[-1]} if len(bases) > 1 else bases:
        for key in keys:
            cards = base
            rest = without(owed.held, base)
            couples = sorted(names_of(rest >> NAMES_HELD), key=key)[: max(0, owed.pairs - owed.run)]
            for card in couples:
                cards |= FIRST[card] | SECOND[card]
            follows[_filled(cards, without(owed.held, cards), owed.size - cards.bit_count(), key)] = None
    return list(follows)


def _ruffs(table: Trumps, trumps: int, lead: Shape) -> list[int]:
    """Return ruffs of a lead: all pairs, a few tractors, or a low and a high cut for a throw."""
    if lead is PAIR:
        return [FIRST[card] | SECOND[card] for card in names_of(trumps >> NAMES_HELD)]
    if not lead.throw:
        return list(islice(tractors(table, trumps >> NAMES_HELD, lead.longest), FEW))
    return [cards for cards in (cut(table, trumps, lead, False), cut(table, trumps, lead, True)) if cards]


def _filled(base: int, pool: int, count: int, key: Key) -> int:
    """Return ``base`` with the first ``count`` cards of a pool in the order of a key."""
    spare = sorted(cards_of(pool), key=key)[:count]
    cards = base
    for card in spare:
        cards |= SECOND[card] if cards & FIRST[card] else FIRST[card]
    return cards
