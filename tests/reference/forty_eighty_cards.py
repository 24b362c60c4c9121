"""A second, slow reading of /rules/eighty/#2 and #6 to #9: cards, shapes, tricks, throws.

Written from the page alone, to be compared with ``games.rules.shengji``; it shares no line with it.
A card is its name. ``t`` is the hand's trumps: ``{"trump", "level", "tractor", "twos"}``,
``twos`` where they are always trumps (常主): the page leaves that out.
"""

from __future__ import annotations

from itertools import product

RANKS = "23456789TJQKA"
SUITS = "SHCD"

# --- 2. Cards, suits, order


def suit(card, t):
    """Return ``"trump"`` or the letter of a side suit."""
    rank, printed = card[0], card[1]
    if card in ("LJ", "BJ") or rank == t["level"] or printed == t["trump"] or (rank == "2" and t["twos"]):
        return "trump"
    return printed


#: 常主, high to low: the cards above all others; ``=``: of the trump suit, ``~``: of another
HIGH_WITH_TWOS = ["BJ", "LJ", "level=", "level~", "2=", "2~"]


def order_with_twos(card, t):
    """Return a trump's order when twos are trumps, below the level cards, which are of another rank."""
    others = [rank for rank in RANKS if rank not in ("2", t["level"])]
    if card[0] in others:
        return others.index(card[0])
    what = "level" if card[0] == t["level"] else "2"
    name = card if card in ("LJ", "BJ") else what + ("=" if card[1] == t["trump"] else "~")
    ladder = [step for step in HIGH_WITH_TWOS if t["trump"] or "=" not in step]
    return 11 + (t["trump"] is None) + ladder[::-1].index(name)


def order(card, t):
    if t["twos"] and t["level"] != "2":
        return order_with_twos(card, t)
    if card == "BJ":
        return 15
    if card == "LJ":
        return 14
    if card[0] == t["level"]:
        if t["trump"] is None:
            return 13
        return 13 if card[1] == t["trump"] else 12
    plain = [rank for rank in RANKS if rank != t["level"]]
    return plain.index(card[0])


def points(cards):
    return sum({"5": 5, "T": 10, "K": 10}.get(card[0], 0) for card in cards)


def of_suit(cards, name, t):
    return [card for card in cards if suit(card, t) == name]


def minus(cards, taken):
    """Return the cards without those taken, one copy for each."""
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return rest


# --- 6. Shapes


def place(card, t):
    """Return the number that says which pairs are consecutive."""
    if t["tractor"] == "chain":
        return order(card, t)
    if card == "BJ":
        return 23
    if card == "LJ":
        return 22
    if card[0] == t["level"]:
        return 21 if card[1] == t["trump"] else 20
    if card[0] == "2" and t["twos"]:
        return 19 if card[1] == t["trump"] else 18
    return RANKS.index(card[0])


def pairs(cards):
    """Return the names that occur twice, in the suit order S H C D."""
    twice = {card for card in cards if cards.count(card) >= 2}
    return sorted(twice, key=lambda card: (SUITS.find(card[1]), card))


def parts(cards, size, t):
    """Return every part of one suit's cards with this many cards: single, pair or tractor.

    The highest card of a part comes first. Equal places are in the suit order S H C D.
    """
    if size == 1:
        return [[card] for card in cards]
    if size == 2:
        return [[card, card] for card in pairs(cards)]
    if size % 2:
        return []
    chosen_parts, at = [], {card: place(card, t) for card in pairs(cards)}
    for top in sorted(set(at.values()), reverse=True):
        choices = [[card for card in at if at[card] == top - step] for step in range(size // 2)]
        for chosen in product(*choices):
            chosen_parts.append([card for card in chosen for _ in "12"])
    return chosen_parts


def longest(cards, t):
    """Return the number of pairs of the longest tractor in one suit's cards, 0 if there is none."""
    return max((k for k in range(2, len(cards) // 2 + 1) if parts(cards, 2 * k, t)), default=0)


def split(cards, t):
    """Return the components of one suit's cards (/rules/eighty/#9): tractors, then pairs, then singles."""
    components, rest = [], list(cards)
    while longest(rest, t):
        # `parts` begins with the higher top and, for equal places, with the first suit in S H C D.
        components.append(parts(rest, 2 * longest(rest, t), t)[0])
        rest = minus(rest, components[-1])
    for card in pairs(rest):
        components.append([card, card])
        rest = minus(rest, [card, card])
    return components + [[card] for card in rest]


# --- 6 and 9. The lead


def lead_refusal(game, options, cards, t):
    """Return why these cards cannot be led, or ``None``."""
    if game == "forty":
        return None if len(cards) == 1 else "wrong-count"
    if len({suit(card, t) for card in cards}) > 1:
        return "not-one-suit"
    if not cards:
        return "not-a-shape"
    if not options["throw"] and len(split(cards, t)) > 1:
        return "not-a-shape"
    return None


def is_beaten(component, others, t):
    """Return whether one of the other hands holds the same shape, strictly higher, in that suit."""
    for hand in others:
        held = of_suit(hand, suit(component[0], t), t)
        for part in parts(held, len(component), t):
            if order(part[0], t) > order(component[0], t):
                return True
    return False


def really_led(cards, others, t):
    """Return the cards that a legal lead plays: all of them, or one component of a throw that fails."""
    components = split(cards, t)
    fallen = [component for component in components if is_beaten(component, others, t)]
    if len(components) == 1 or not fallen:
        return list(cards)
    return min(fallen, key=lambda part: (order(part[0], t), -len(part), SUITS.find(part[0][1])))


# --- 7 and 9. Following


def follow_refusal(game, options, lead, hand, cards, t):
    """Return why these cards cannot follow the lead from this hand, or ``None``, whatever the discipline."""
    n, s = len(lead), suit(lead[0], t)
    held, played = of_suit(hand, s, t), of_suit(cards, s, t)
    if len(cards) != n:
        return "wrong-count"
    # 1
    if len(played) < min(n, len(held)):
        return "must-follow-suit"
    if game == "forty":
        return None
    # 2
    k = longest(lead, t)
    if k and options["follow"] == "tractor" and longest(held, t) >= k and longest(played, t) < k:
        return "must-follow-tractor"
    if k and options["follow"] == "longest":
        m = min(k, longest(held, t))
        if m >= 2 and longest(played, t) < m:
            return "must-follow-tractor"
    # 3
    p = len(pairs(lead))
    if len(pairs(played)) < min(p, len(pairs(held))):
        return "must-follow-pair"
    return None


# --- 8 and 9. Who wins the trick


def can_cut(cards, sizes, t):
    """Return whether one suit's cards can be split into parts of exactly these sizes (largest first)."""
    if not sizes or max(sizes) == 1:
        return len(cards) == len(sizes)
    return any(can_cut(minus(cards, part), sizes[1:], t) for part in unlike(parts(cards, sizes[0], t)))


def unlike(parts):
    return [part for at, part in enumerate(parts) if part not in parts[:at]]


def top_of_cut(cards, sizes, t):
    """Return the highest top that a play can have in its part for the largest component; None: no fit."""
    tops = [
        order(part[0], t) for part in unlike(parts(cards, sizes[0], t)) if can_cut(minus(cards, part), sizes[1:], t)
    ]
    return max(tops, default=None)


def winner(plays, t):
    """Return which of four plays, in order, takes the trick."""
    sizes = [len(component) for component in split(plays[0], t)]
    best, best_suit = 0, suit(plays[0][0], t)
    best_top = top_of_cut(plays[0], sizes, t)
    for at in (1, 2, 3):
        suits = {suit(card, t) for card in plays[at]}
        if len(suits) > 1:
            continue
        [its] = suits
        top = top_of_cut(plays[at], sizes, t) if len(plays[at]) == len(plays[0]) else None
        if top is None:
            continue
        kills = its == "trump" and best_suit != "trump"
        higher = its == best_suit and top > best_top
        if len(sizes) > 1 and at > 0 and best == 0 and not kills:
            higher = False  # in its own suit a throw that stands is not beaten
        if kills or higher:
            best, best_suit, best_top = at, its, top
    return best
