"""What a player of a playout may try: the same few plays as ``candidates`` lists, as integers."""

from __future__ import annotations

from games.rules.climbing.combos import STRAIGHTS, Combo
from games.rules.climbing.order import CHOICES, JOKERS, at_least, bits_of
from games.rules.climbing.windows import Window
from games.rules.winner.combos import FLUSH, WINDOWS
from games.rules.winner.options import Rules
from games.rules.winner.order import DIAMONDS
from games.titles.winner.bot.shapes import in_a_row

#: choices of extra cards for each triple or four, as the policy weighs them
EXTRAS = 4


#: A combination: its type (a straight flush counts as a straight), its size, its strength as the
#: rules reckon it, its cards as bits, and of a straight, where it starts among those of its length.
#: A plain tuple, for playouts make millions.
Part = tuple[str, int, int, int, int]


def part_of(combo: Combo) -> Part:
    """Return a combination as playouts have it."""
    kind = "straight" if combo.type == "straight-flush" else combo.type
    start = 0
    if kind in STRAIGHTS:
        ranks = at_least(combo.mask)[0]
        start = next(at for at, window in enumerate(WINDOWS[ranks.bit_count()]) if window.mask == ranks)
    return (kind, combo.size, combo.strength, combo.mask, start)


#: rank → its suits held → the lowest one, two, three of them
LOWEST = tuple(
    tuple(tuple((CHOICES[size][rank][held] or (0,))[0] for held in range(16)) for rank in range(13))
    for size in (1, 2, 3)
)
ONE, TWO, THREE = LOWEST


def leads(hand: int, rules: Rules) -> list[Part]:
    """Return what a hand may lead: every type and rank once, in the lowest suits."""
    ones, twos, threes, fours = at_least(hand)
    parts = []
    left = hand
    while left:
        low = left & -left
        height = low.bit_length() - 1
        parts.append(("single", 1, height, low, 0))
        left &= ~(15 << (height & ~3)) if height < 52 else ~low
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
    if fours:
        for rank in _places(fours):
            body = 15 << rank
            parts.append(("four", 4, rank, body, 0))
            parts += _with_extras(hand, rank, body, rules, (("four+1", 1), ("four+2", 0)))
    row = in_a_row(ones)
    starts, length = row & row >> 4 & row >> 8, 3
    while starts:
        for start in _places(starts):
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
        left = hand >> strength + 1 << strength + 1
        while left:
            low = left & -left
            height = low.bit_length() - 1
            parts.append(("single", 1, height, low, 0))
            left &= ~(15 << (height & ~3)) if height < 52 else ~low
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
        threes, fours = at_least(hand)[2:]
        triple = kind == "triple" or kind == "triple+1" or kind == "full-house"
        for rank in _places((threes if triple else fours) >> strength + 1 << strength + 1):
            body = THREE[rank >> 2][hand >> rank & 15] if triple else 15 << rank
            if kind == "triple" or kind == "four":
                parts.append((kind, size, rank, body, 0))
            else:
                each = 0 if size == 6 else 2 if kind == "full-house" else 1
                parts += _with_extras(hand, rank, body, rules, ((kind, each),))
    if rules.bomb and kind != "four":
        fours = at_least(hand)[3]
        if kind == "four+1" or kind == "four+2":
            fours = fours >> strength + 1 << strength + 1
        parts += [("four", 4, rank, 15 << rank, 0) for rank in _places(fours)]
    return parts


def _places(ranks: int) -> list[int]:
    """Return the heights of some diamonds, lowest first."""
    return [low.bit_length() - 1 for low in bits_of(ranks)]


def _pairs(hand: int, ranks: int, above: int, rules: Rules) -> list[Part]:
    parts = []
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        height = low.bit_length() - 1
        held = hand >> height & 15
        pair = TWO[height >> 2][held]
        if above >> 2 == height >> 2:
            # Of one's own rank only a higher suit beats.
            higher = [choice for choice in CHOICES[2][height >> 2][held] if choice >> above + 1]
            if not higher:
                continue
            pair = higher[0]
        parts.append(("pair", 2, pair.bit_length() - 1, pair, 0))
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
    ranks: list[tuple[int, int, int]] = []
    left = others & DIAMONDS * 15
    while left:
        height = (left & -left).bit_length() - 1 & ~3
        held = left >> height & 15
        ranks.append((held.bit_count(), height, held))
        left ^= held << height
    ranks.sort()
    for kind, each in kinds:
        extras = []
        if each == 1:
            extras = [ONE[height >> 2][held] for _, height, held in ranks[:EXTRAS]] + bits_of(others & JOKERS)
        elif each == 2:
            extras = [TWO[height >> 2][held] for count, height, held in ranks if count > 1]
            if rules.joker_pair and others & JOKERS == JOKERS:
                extras.append(JOKERS)
        else:
            extras = _any_two(ranks, others & JOKERS)
        size = body.bit_count() + (each or 2)
        parts += [(kind, size, rank, body | extra, 0) for extra in extras[:EXTRAS]]
    return parts


def _any_two(ranks: list[tuple[int, int, int]], jokers: int) -> list[int]:
    """Return two cards, of each two ranks once, those in the least company first."""
    ways = []
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
    return [mask for _, mask in ways]


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
    for place in _places(starts):
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
