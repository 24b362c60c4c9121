"""Random deals of Forty and Eighty, in lumps, so that shapes, throws and kills are common."""

from __future__ import annotations

from tests.reference.forty_eighty_cards import RANKS, SUITS, order, suit
from tests.reference.forty_eighty_form import CARDS, DEALT


def some_deck(rng, game):
    """Return a shuffled deck in which like cards often go to the same seat."""
    copies = 1 if game == "forty" else 2
    size = rng.choice([1, 1, copies, copies, 2 * copies, 3 * copies, 26])
    cards = sorted(CARDS * copies, key=lambda card: (SUITS.find(card[1]), RANKS.find(card[0])))
    lumps = [cards[at : at + size] for at in range(0, len(cards), size)]
    rng.shuffle(lumps)
    flat = [card for lump in lumps for card in lump]
    for _ in range(rng.choice([0, 0, 4, 20])):
        a, b = rng.randrange(len(flat)), rng.randrange(len(flat))
        flat[a], flat[b] = flat[b], flat[a]
    each = DEALT[game] // 4
    hands = [flat[seat * each : seat * each + each] for seat in range(4)]
    for hand in hands:
        rng.shuffle(hand)
    bottom = flat[4 * each :]
    rng.shuffle(bottom)
    return [hands[i % 4][i // 4] for i in range(4 * each)] + bottom


def staged(rng):
    """Return options, context and deck in which seat 0 leads from a long suit: a side suit that the
    others lack and can kill, or trumps, of which there may be few (no trump suit)."""
    level, side, trump = rng.choice(RANKS), *rng.sample(SUITS, 2)
    shown = level + trump
    if rng.random() < 0.25:
        trump, shown = None, "LJ"
    t = {"trump": trump, "level": level, "tractor": "chain", "twos": False}
    ordered = sorted(CARDS * 2, key=lambda card: (order(card, t), card))
    trumps = lumped(rng, minus([card for card in ordered if suit(card, t) == "trump"], [shown]))
    long = lumped(rng, [card for card in ordered if suit(card, t) == side])
    hands = [long[: rng.randint(6, 24)], trumps[:12], trumps[12:24], trumps[24:36]]
    if rng.random() < 0.4:
        most = rng.randint(len(trumps) // 3, min(len(trumps), 22))
        hands = [trumps[:most], *(trumps[most + at :: 3] for at in range(3))]
        if rng.random() < 0.5:
            hands[1:] = [trumps[most:], [], []]
    rest = shuffled(rng, minus(ordered, [shown] + [card for hand in hands for card in hand]))
    # Trumps dealt to nobody must not go to the bottom either: no level card may lie there.
    rest.sort(key=lambda card: suit(card, t) != "trump", reverse=True)
    for hand in hands:
        while len(hand) < 25:
            hand.append(rest.pop())
        rng.shuffle(hand)
    deck = [hands[i % 4][i // 4] for i in range(100)] + [shown, *rest]
    context = {"levels": [level, rng.choice(RANKS)], "banker": 0, "first": 0}
    return {"throw": True, "no_trump": trump is None}, context, deck


def lumped(rng, cards):
    """Return cards shuffled in lumps of neighbours."""
    lumps = []
    while cards:
        size = rng.choice([1, 2, 2, 4, 4, 6])
        lumps, cards = [*lumps, cards[:size]], cards[size:]
    return [card for lump in shuffled(rng, lumps) for card in lump]


def some_context(rng, game, options, deck):
    first = rng.randrange(4)
    if rng.random() < 0.5:
        level = rng.choice([*RANKS, "2", "2"])
        context = {"levels": [level, level], "banker": None, "first": first}
        if options.get("trump_making") == "drawn":
            places = [at for at in range(DEALT[game]) if deck[at] not in ("LJ", "BJ")]
            context["drawn"] = rng.choice(places)
        return context
    levels = [rng.choice([*RANKS, "A", "A", "5", "K"]) for _ in range(2)]
    return {"levels": levels, "banker": first, "first": first}


def shuffled(rng, cards):
    return rng.sample(cards, len(cards))


def minus(cards, taken):
    rest = list(cards)
    for card in taken:
        if card in rest:
            rest.remove(card)
    return rest
