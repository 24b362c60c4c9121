"""What a player of a playout may try: the same few plays as ``candidates`` lists, as integers."""

from __future__ import annotations

from games.rules.climbing.combos import STRAIGHTS, Combo
from games.rules.climbing.order import CHOICES, JOKERS, at_least, bits_of
from games.rules.climbing.windows import Window
from games.rules.winner.combos import FLUSH, WINDOWS
from games.rules.winner.options import Rules
from games.titles.climbing.bot.parts import (
    EXTRAS,
    LOWEST,
    ONE,
    THREE,
    TWO,
    Part,
    company,
    fours,
    least_missed,
    pairs,
    places,
    singles,
)
from games.titles.winner.bot.sight import in_a_row


def part_of(combo: Combo) -> Part:
    """Return a combination as playouts have it."""
    kind = "straight" if combo.type == "straight-flush" else combo.type
    start = 0
    if kind in STRAIGHTS:
        ranks = at_least(combo.mask)[0]
        start = next(at for at, window in enumerate(WINDOWS[ranks.bit_count()]) if window.mask == ranks)
    return (kind, combo.size, combo.strength, combo.mask, start)


def leads(hand: int, rules: Rules) -> list[Part]:
    """Return what a hand may lead: every type and rank once, in the lowest suits."""
    ones, twos, threes, foursome = at_least(hand)
    parts = singles(hand)
    parts += _pairs(hand, twos, -1, rules)
    if threes:
        left = threes
        while left:
            low = left & -left
            left ^= low
            rank = low.bit_length() - 1
            body = THREE[rank >> 2][hand >> rank & 15]
            parts.append(("triple", 3, rank, body, 0))
            parts += _with_extras(hand, rank, body, rules, (("triple+1", 1), ("full-house", 2)))
        parts += _rows(hand, threes, 3, rules.triple_min, rules)
    if foursome:
        for rank in places(foursome):
            body = 15 << rank
            parts.append(("four", 4, rank, body, 0))
            parts += _with_extras(hand, rank, body, rules, (("four+1", 1), ("four+2", 0)))
    row = in_a_row(ones)
    starts, length = row & row >> 4 & row >> 8, 3
    while starts:
        for start in places(starts):
            if length < 13 or start == 4:
                parts += _straights(hand, 0 if length == 13 else start >> 2, length, rules)
        starts &= row >> 4 * length
        length += 1
    if twos & twos >> 4:
        parts += _rows(hand, twos, 2, 3, rules)
    return parts


def answers(hand: int, top: Part, rules: Rules) -> list[Part]:
    """Return what a hand may play on another's play."""
    kind, size, strength, _, _ = top
    parts: list[Part] = []
    if hand.bit_count() < size and not rules.bomb:
        return parts
    if kind == "single":
        parts = singles(hand, strength)
    elif kind == "pair":
        if strength < 52:
            parts = _pairs(hand, at_least(hand)[1] >> (strength & ~3) << (strength & ~3), strength, rules)
    elif kind == "straight":
        parts = _higher_straights(hand, top, rules)
    elif kind == "pair-straight":
        parts = _higher_pair_straights(hand, top, rules)
    elif kind == "triple-straight":
        rows = _rows(hand, at_least(hand)[2], 3, size // 3, rules)
        parts = [part for part in rows if part[1] == size and part[2] > strength]
    else:
        threes, foursome = at_least(hand)[2:]
        triple = kind == "triple" or kind == "triple+1" or kind == "full-house"
        for rank in places((threes if triple else foursome) >> strength + 1 << strength + 1):
            body = THREE[rank >> 2][hand >> rank & 15] if triple else 15 << rank
            if kind == "triple" or kind == "four":
                parts.append((kind, size, rank, body, 0))
            else:
                each = 0 if size == 6 else 2 if kind == "full-house" else 1
                parts += _with_extras(hand, rank, body, rules, ((kind, each),))
    if rules.bomb and kind != "four":
        bombs = at_least(hand)[3]
        if kind == "four+1" or kind == "four+2":
            bombs = bombs >> strength + 1 << strength + 1
        parts += fours(bombs)
    return parts


def _pairs(hand: int, ranks: int, above: int, rules: Rules) -> list[Part]:
    parts = pairs(hand, ranks, above)
    if rules.joker_pair and hand & JOKERS == JOKERS:
        parts.append(("pair", 2, 53, JOKERS, 0))
    return parts


def _with_extras(hand: int, rank: int, body: int, rules: Rules, kinds: tuple[tuple[str, int], ...]) -> list[Part]:
    """Return a triple or four with the extra cards that would be missed least: those in the least
    company, of these the lowest; ``kinds`` with how many a rank, 0: any two."""
    others = hand & ~(15 << rank)
    if not others:
        return []
    parts = []
    for kind, each in kinds:
        extras = least_missed(others, each, rules.joker_pair) if each else _any_two(others)
        size = body.bit_count() + (each or 2)
        parts += [(kind, size, rank, body | extra, 0) for extra in extras]
    return parts


def _any_two(others: int) -> list[int]:
    """Return two cards, of each two ranks once, those in the least company first."""
    ways, ranks, jokers = [], company(others), others & JOKERS
    for number, (count, height, held) in enumerate(ranks):
        one = ONE[height >> 2][held]
        if count > 1:
            ways.append((2 * count - 2, TWO[height >> 2][held]))
        for other, place, those in ranks[number + 1 :]:
            ways.append((count + other - 2, one | ONE[place >> 2][those]))
        ways += [(9, one | joker) for joker in bits_of(jokers)]
    if jokers == JOKERS:
        ways.append((9, JOKERS))
    ways.sort()
    return [mask for _, mask in ways[:EXTRAS]]


def _rows(hand: int, ranks: int, per: int, shortest: int, rules: Rules) -> list[Part]:
    """Return straights of pairs or triples."""
    parts: list[Part] = []
    kind = "pair-straight" if per == 2 else "triple-straight"
    lowest = LOWEST[per - 1]
    for length in range(shortest, min(6, ranks.bit_count()) + 1):
        for start, (top, mask, row) in enumerate(WINDOWS[length]):
            if ranks & mask == mask:
                cards = sum([lowest[rank][hand >> 4 * rank & 15] for rank in row])
                suit = 0 if per == 3 or rules.full_rank else (cards >> 4 * top & 15).bit_length() - 1
                parts.append((kind, per * length, 4 * top + suit, cards, start))
    return parts


def _straights(hand: int, start: int, length: int, rules: Rules) -> list[Part]:
    """Return a straight in its lowest suits, and the straight flushes."""
    window = WINDOWS[length][start]
    cards = sum([ONE[rank][hand >> 4 * rank & 15] for rank in window.ranks])
    parts = [_straight(cards, start, window, rules)]
    mask = window.mask
    if hand & mask * 15 != cards:
        parts += [part for part in _flushes(hand, start, window, range(4), rules) if part[3] != cards]
    return parts


def _flushes(hand: int, start: int, window: Window, suits: range, rules: Rules) -> list[Part]:
    mask = window.mask
    return [_straight(mask << suit, start, window, rules) for suit in suits if not ~hand & mask << suit]


def _straight(cards: int, start: int, window: Window, rules: Rules) -> Part:
    suit = (cards >> 4 * window.top & 15).bit_length() - 1
    strength = 4 * window.top if rules.full_rank else 4 * window.top + suit
    if cards == window.mask << suit:
        strength += FLUSH
    return ("straight", len(window.ranks), strength, cards, start)


def _higher_straights(hand: int, top: Part, rules: Rules) -> list[Part]:
    """Return the straights and straight flushes that beat one."""
    parts = []
    _, size, strength, _, _ = top
    rank, suit, flush = (strength & FLUSH - 1) >> 2, strength & 3, strength >= FLUSH
    row = in_a_row(at_least(hand)[0])
    starts, length = row & row >> 4 & row >> 8, 3
    while starts and length < size:
        starts &= row >> 4 * length
        length += 1
    for place in places(starts):
        start = place >> 2
        if length == 13:
            if start != 1:
                continue
            start = 0
        window = WINDOWS[length][start]
        if window.top > rank:
            if flush:
                parts += _flushes(hand, start, window, range(4), rules)
            else:
                parts += _straights(hand, start, length, rules)
        elif window.top < rank or rules.full_rank:
            if not flush:
                parts += _flushes(hand, start, window, range(4), rules)
        else:
            higher = [bit for bit in CHOICES[1][rank][hand >> 4 * rank & 15] if bit >> 4 * rank + suit + 1]
            if higher and not flush:
                # The ace of A 2 3 is low: the top is the last of the ranks all the same.
                cards = sum([ONE[member][hand >> 4 * member & 15] for member in window.ranks[:-1]]) + higher[0]
                parts.append(_straight(cards, start, window, rules))
            parts += _flushes(hand, start, window, range(0 if not flush else suit + 1, 4), rules)
    return parts


def _higher_pair_straights(hand: int, top: Part, rules: Rules) -> list[Part]:
    parts = []
    size, rank, suit = top[1], top[2] >> 2, top[2] & 3
    for part in _rows(hand, at_least(hand)[1], 2, size // 2, rules):
        kind, others, strength, mask, start = part
        highest = strength >> 2
        if others != size or highest < rank or (highest == rank and rules.full_rank):
            continue
        if highest == rank:
            held = mask & 15 << 4 * rank
            higher = [pair for pair in CHOICES[2][rank][hand >> 4 * rank & 15] if pair >> 4 * rank + suit + 1]
            if not higher:
                continue
            cards = mask ^ held ^ higher[0]
            suit_of = (higher[0].bit_length() - 1) & 3
            part = (kind, size, 4 * rank + suit_of, cards, start)
        parts.append(part)
    return parts
