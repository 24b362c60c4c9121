"""What a follower owes to a lead (/rules/eighty/#7), and every play that pays it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.rules.core import Illegal
from games.rules.shengji.hands import FIRST, NAMES_HELD, SECOND, cards_of, names_of, plus, without
from games.rules.shengji.shapes import Shape, longest_run, places, tractors
from games.rules.shengji.trumps import Trumps


class Duty(NamedTuple):
    """What the play of ``size`` cards must contain of the suit led: ``suited`` cards, a tractor of
    ``run`` pairs (0: none), ``pairs`` pairs; ``held``: the hand's cards of the suit, as a hand."""

    size: int
    suited: int
    run: int
    pairs: int
    held: int


def duty(table: Trumps, follow: str, lead: Shape, suit: int, hand: int) -> Duty:
    """Return what a hand owes to a lead; ``follow`` is the option of that name."""
    held = hand & table.both[suit]
    pairs = held >> NAMES_HELD
    run = 0
    if lead.longest and pairs and follow != "pairs":
        longest = longest_run(places(table, pairs))
        if follow == "longest":
            run = min(lead.longest, longest)
            run = run if run >= 2 else 0
        elif longest >= lead.longest:
            run = lead.longest
    return Duty(
        lead.size,
        min(lead.size, held.bit_count()),
        run,
        min(lead.all_pairs, pairs.bit_count()),
        held,
    )


def check_follow(table: Trumps, owed: Duty, suit: int, played: int) -> None:
    """Raise ``Illegal`` for the first duty that a play of the right size leaves unmet."""
    suited = played & table.both[suit]
    if suited.bit_count() < owed.suited:
        raise Illegal("must-follow-suit", cards_of(owed.held))
    pairs = suited >> NAMES_HELD
    if owed.run and longest_run(places(table, pairs)) < owed.run:
        bound = 0
        for tractor in tractors(table, owed.held >> NAMES_HELD, owed.run):
            bound |= tractor
        raise Illegal("must-follow-tractor", cards_of(bound))
    if pairs.bit_count() < owed.pairs:
        held = owed.held >> NAMES_HELD
        raise Illegal("must-follow-pair", cards_of(held | held << NAMES_HELD))


def every_follow(table: Trumps, owed: Duty, hand: int) -> Iterator[int]:
    """Yield every legal follow once, as a hand. Each comes quickly, but they may be very many."""
    if owed.suited < owed.size or owed.suited == owed.held.bit_count():
        rest = without(hand, owed.held)
        for discards in _selections(rest, owed.size - owed.suited, 0):
            yield plus(owed.held, discards)
        return
    if not owed.run:
        yield from _selections(owed.held, owed.size, owed.pairs)
        return
    before: list[int] = []
    for tractor in tractors(table, owed.held >> NAMES_HELD, owed.run):
        more = owed.size - 2 * owed.run
        for rest in _selections(without(owed.held, tractor), more, max(0, owed.pairs - owed.run)):
            follow = tractor | rest
            if not any(earlier & follow == earlier for earlier in before):
                yield follow
        before.append(tractor)


def _selections(hand: int, count: int, pairs: int) -> Iterator[int]:
    """Yield every choice of ``count`` cards of a hand with at least so many pairs, as hands."""
    names = names_of(hand & (1 << NAMES_HELD) - 1)
    doubles = [bool(hand & SECOND[card]) for card in names]
    # What the names from here on can still give: cards, and pairs.
    pairs_left = [sum(doubles[i:]) for i in range(len(names) + 1)]
    cards_left = [len(names) - i + pairs_left[i] for i in range(len(names) + 1)]

    def extend(at: int, chosen: int, count: int, pairs: int) -> Iterator[int]:
        if not count:
            yield chosen
            return
        bit = FIRST[names[at]]
        rest, couples = cards_left[at + 1], pairs_left[at + 1]
        if doubles[at] and count >= 2 and count - 2 >= 2 * (pairs - 1) and rest >= count - 2 and couples >= pairs - 1:
            yield from extend(at + 1, chosen | bit | bit << NAMES_HELD, count - 2, max(0, pairs - 1))
        if count - 1 >= 2 * pairs and rest >= count - 1 and couples >= pairs:
            yield from extend(at + 1, chosen | bit, count - 1, pairs)
        if rest >= count and couples >= pairs:
            yield from extend(at + 1, chosen, count, pairs)

    if cards_left[0] >= count:
        yield from extend(0, 0, count, pairs)
