"""Random hands for comparing two readings of /rules/eighty/: options, deals, actions, records.

Cards are dealt in lumps (pairs, runs of pairs, suits), so that shapes, throws and revokes are common.
By hand, on a free core: ``python -m tests.reference.forty_eighty_chance eighty 1 1000``.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations
from math import comb
from random import Random

from games.rules.cards import NUMBERS, names
from games.rules.core import Illegal
from games.rules.record import verify
from games.rules.registry import GAMES
from games.rules.shengji.actions import Play
from tests.reference import forty_eighty as reference
from tests.reference.forty_eighty_cards import (
    RANKS,
    SUITS,
    is_beaten,
    order,
    pairs,
    parts,
    really_led,
    split,
    suit,
    top_of_cut,
    winner,
)
from tests.reference.forty_eighty_deals import lumped, minus, shuffled, some_context, some_deck, staged
from tests.reference.forty_eighty_form import CARDS, KEYS, OPTIONS
from tests.reference.spoiling import spoil
from tests.rules.shengji.hands import at_play

# --- actions, most of them near the rules


def some_action(rng, h, rash=0.05):
    """Return an action for the reference's hand: often legal, sometimes far off."""
    if rng.random() < rash:
        return wild_action(rng, h)
    if h["phase"] == "bury":
        return some_declaration(rng, h) if rng.random() < 0.7 else some_bury(rng, h)
    if h["phase"] == "play":
        if rng.random() < 0.1:
            return some_claim(rng, h)
        seat = reference.turn(h)
        return {"seat": seat, "do": "play", "cards": some_play(rng, h, seat)}
    if rng.random() < 0.1:
        return some_claim(rng, h)
    return {"seat": rng.randrange(4), "do": "accept"}


def some_options(rng, game):
    options = {}
    for key, (games, values) in OPTIONS.items():
        if game in games and rng.random() < 0.6:
            options[key] = rng.choice(values)
    return options


def wild_action(rng, h):
    seat, do = rng.randrange(4), rng.choice(list(KEYS))
    hand = h["hands"][rng.choice([seat, seat, rng.randrange(4)])] or CARDS
    cards = rng.sample(hand, min(len(hand), rng.choice([0, 1, 1, 1, 2, 2, 3, 4, 6, 8])))
    if rng.random() < 0.1:
        cards = cards + cards[:1]
    if do == "declare":
        return {"seat": seat, "do": do, "cards": cards, "after": rng.randint(-1, h["n"] + 2)}
    if do == "claim":
        return some_claim(rng, h)
    return {"seat": seat, "do": do} if do == "accept" else {"seat": seat, "do": do, "cards": cards}


def some_declaration(rng, h):
    seat, level = rng.randrange(4), h["level"]
    card = level + rng.choice(SUITS)
    shown = [[card], [card], [card, card], [card, card], ["LJ", "LJ"], ["BJ", "BJ"], ["LJ", "BJ"], ["BJ", "LJ"]]
    shown += [["BJ"], [level + "S", level + "C"], [rng.choice(CARDS)], [], [card] * 3]
    cards = rng.choice(shown[:4] if rng.random() < 0.6 else shown[:8] if rng.random() < 0.8 else shown)
    holders = [one for one in range(4) if reference.holds(h["hands"][one], cards)]
    if holders and rng.random() < 0.8:
        seat = rng.choice(holders)
    low = h["declares"][-1]["after"] if h["declares"] else 1
    after = rng.randint(low, h["n"]) if rng.random() < 0.9 else rng.choice([h["n"], low, low - 1, 0, h["n"] + 1])
    return {"seat": seat, "do": "declare", "cards": cards, "after": after}


def some_bury(rng, h):
    banker = reference.close(h)[0]
    hand = h["hands"][banker] + h["bottom"]
    count = h["b"] if rng.random() < 0.9 else rng.randint(0, h["b"] + 2)
    return {"seat": banker, "do": "bury", "cards": rng.sample(hand, count)}


def some_claim(rng, h):
    honour = h["options"]["discipline"] == "honour" and rng.random() < 0.5
    revokes = [
        (number, play["seat"])
        for number, trick in enumerate(h["tricks"], 1)
        for play in trick[1:]
        if honour and reference.is_revoke(h, trick, play)
    ]
    if revokes:
        number, against = rng.choice(revokes)
        return {"seat": (against + 1) % 4, "do": "claim", "against": against, "trick": number}
    seat = rng.randrange(4)
    against = (seat + rng.choice([1, 1, 3, 3, 2, 0])) % 4
    trick = rng.randint(1, max(1, len(h["tricks"]))) if rng.random() < 0.9 else rng.randint(-2, 30)
    return {"seat": seat, "do": "claim", "against": against, "trick": trick}


def some_play(rng, h, seat):
    hand, t = h["hands"][seat], h["trumps"]
    leading = reference.leads(h)
    lead = [] if leading else h["tricks"][-1][0]["cards"]
    led_suit = suit(rng.choice(hand) if leading else lead[0], t)
    held = [card for card in hand if suit(card, t) == led_suit]
    if leading:
        return some_lead(rng, h, held)
    n = len(lead) if rng.random() < 0.97 else rng.randint(0, len(lead) + 2)
    # Some order (parts like the lead's first, then pairs) makes legal plays and kills more likely.
    source = held if held and rng.random() < 0.7 else [c for c in hand if suit(c, t) == "trump"] or hand
    chosen = []
    for size in [len(part) for part in split(lead, t)] if rng.random() < 0.6 else [rng.choice([2, 4, 6])]:
        chosen = chosen + rng.choice(parts(minus(source, chosen), size, t) or [[]])
    if not chosen or rng.random() < 0.5:
        chosen = chosen + [card for pair in shuffled(rng, pairs(minus(source, chosen))) for card in (pair, pair)]
    if rng.random() < 0.2:
        chosen = []
    chosen = chosen + shuffled(rng, minus(source, chosen))
    chosen = chosen + shuffled(rng, minus(hand, chosen))
    return shuffled(rng, chosen[:n])


def some_lead(rng, h, held):
    t = h["trumps"]
    if h["options"]["throw"] and rng.random() < 0.3:
        others = [hand for seat, hand in enumerate(h["hands"]) if seat != reference.turn(h)]
        sure = [part for part in split(held, t) if not is_beaten(part, others, t)]
        return [card for part in rng.sample(sure, rng.randint(0, len(sure))) for card in part] or held
    choices = parts(held, rng.choice([1, 2, 2, 4, 4, 6, 8]), t)
    if choices and rng.random() < 0.6:
        return shuffled(rng, rng.choice(choices))
    if rng.random() < 0.4:
        # Several parts at once: a throw of tractors and pairs where throws are allowed.
        chosen = []
        for size in rng.choice([[4, 4], [4, 4, 2], [4, 2], [6, 4], [4, 4, 4], [2, 1], [2, 2], [4, 1, 1], [6, 6]]):
            chosen = chosen + rng.choice(parts(minus(held, chosen), size, t) or [[]])
        return chosen or held
    return rng.sample(held, min(len(held), rng.choice([1, 2, 3, 4, 5, 7, 12, 25])))


# --- both readings in step


def played_together(rng, game, counts, tries=3):
    """Play a random hand, both readings in step; return its record. ``counts`` counts answers.

    At each step some actions are put to both, which must refuse or accept alike; then one that both
    accept is carried out. ``AssertionError`` where they differ.
    """
    house, options = GAMES[game], some_options(rng, game)
    deck = some_deck(rng, game)
    context = some_context(rng, game, options, deck)
    if game == "eighty" and rng.random() < 0.25:
        chosen, context, deck = staged(rng)
        options |= chosen
    record = {"format": "cardsite-hand/1", "game": game, "options": options, "context": context, "deck": deck}
    record["actions"] = []
    setup = house.setup(options, context, numbers(deck, ordered=True))
    state, h = house.start(setup), reference.begin(record)
    stop = rng.choice([0, 3, 10, 10**6, 10**6, 10**6, 10**6])
    # How likely the players are to claim, and to take what `legal` offers.
    claiming, plain = rng.choice([0, 0, 0.05, 0.4]), rng.choice([0.1, 0.3, 0.6])
    while h["phase"] != "over" and len(record["actions"]) < stop:
        assert tuple(reference.to_act(h)) == tuple(state.to_act), record
        assert state.phase == h["phase"], record
        move = None
        for _ in range(tries):
            action = some_action(rng, h)
            refused = compare(house, state, h, action, setup.options, record)
            counts[refused or action["do"]] += 1
            if refused is None and (action["do"] != "claim" or rng.random() < claiming):
                move = action
        if move is None or (move["do"] == "play" and rng.random() < plain):
            moves = [house.write_action(action) for action in shuffled(rng, list(house.legal(state)))[:9]]
            moves = [action for action in moves if action["do"] != "claim"] or moves
            for action in moves[:1]:
                assert compare(house, state, h, action, setup.options, record) is None, (record, action)
                move = action
        record["actions"].append(move)
        state = house.step(state, house.read_action(move, setup.options))
        reference.carry_out(h, move)
        tell(h, move, counts)
    assert state.result == h["result"], record
    if h["result"] is not None:
        counts[h["result"]["end"]] += 1
        record["result"] = h["result"]
    return record


def tell(h, move, counts):
    """Count the outcomes of throws, so that a run shows what it covered."""
    if move["do"] != "play":
        return
    trick = h["tricks"][-1]
    if len(trick) == 1:
        parts_led = len(split(trick[0]["cards"], h["trumps"]))
        counts["throw fails"] += len(trick[0]["cards"]) < len(move["cards"])
        counts["throw stands"] += parts_led > 1
    elif len(trick) == 4 and len(split(trick[0]["cards"], h["trumps"])) > 1:
        counts["throw killed"] += reference.taker(h, trick) != trick[0]["seat"]


def compare(house, state, h, action, options, record):
    """Return the code that both readings give to an action, ``None`` where both accept it."""
    expected = reference.refusal(h, action)
    try:
        house.check(state, house.read_action(action, options))
        code = None
    except Illegal as illegal:
        code = illegal.code
    assert code == expected, {**record, "actions": [*record["actions"], action], "said": (code, expected)}
    if code is None and action["do"] == "play":
        after, then = house.step(state, house.read_action(action, options)), ahead(h, action)
        played = names(house.view(after, None).plays[-1].cards)
        assert sorted(played) == sorted(then["tricks"][-1][-1]["cards"]), (record, action, played)
        assert tuple(reference.to_act(then)) == tuple(after.to_act), (record, action)
        assert after.result == then["result"], (record, action)
    return code


def ahead(h, action):
    """Return the hand after an action, leaving the hand itself unchanged."""
    then = {**h, "hands": list(h["hands"]), "tricks": [list(trick) for trick in h["tricks"]]}
    reference.carry_out(then, action)
    return then


# --- every play


def compare_every_play(rng, game, most=600):
    """Play a random hand; where there are few ways to choose cards, compare all legal plays.

    Return the number of plays compared.
    """
    house, compared = GAMES[game], 0
    record = played_together(rng, game, Counter(), tries=2)
    setup = house.setup(record["options"], record["context"], numbers(record["deck"], ordered=True))
    state, h = house.start(setup), reference.begin(record)
    for action in record["actions"]:
        if h["phase"] == "play" and h["options"]["discipline"] == "enforced":
            hand = h["hands"][reference.turn(h)]
            sizes = range(1, len(hand) + 1) if reference.leads(h) else [len(h["tricks"][-1][0]["cards"])]
            if sum(comb(len(hand), size) for size in sizes) <= most:
                compared += compare_plays_here(house, state, h, sizes)
        state = house.step(state, house.read_action(action, setup.options))
        reference.carry_out(h, action)
    return compared


def compare_plays_here(house, state, h, sizes):
    seat = reference.turn(h)
    choices = {choice for size in sizes for choice in combinations(sorted(h["hands"][seat]), size)}
    legal = {cards for cards in choices if reference.play_refusal(h, {"seat": seat, "cards": list(cards)}) is None}
    view = house.view(state, seat)
    every = [tuple(sorted(names(action.cards))) for action in house.every_play(view)]
    moves = {tuple(sorted(names(action.cards))) for action in house.legal(state)}
    assert sorted(every) == sorted(legal), (h, set(every) ^ legal)
    assert moves and moves <= legal, (h, moves - legal)
    assert moves == {tuple(sorted(names(action.cards))) for action in house.moves(view)}, h
    return len(legal)


# --- single tricks

#: components of leads, largest first, that are rare in whole hands
THROWS = [[4, 4], [4, 4, 2], [6, 4], [6, 4, 1], [4, 4, 4], [4, 2, 2], [6, 2, 1], [4, 1], [2, 2, 1], [8, 4], [6, 6]]


def compare_a_trick(rng, counts):
    """Lead many parts of one suit, follow with whatever fits; compare the lead and the winner."""
    trump, level = rng.choice([*SUITS, *SUITS, None]), rng.choice(RANKS)
    t = {"trump": trump, "level": level, "tractor": rng.choice(["chain", "strict"])}
    t["twos"] = rng.random() < 0.3
    pack = lumped(rng, sorted(CARDS * 2, key=lambda card: (order(card, t), card)))
    led_suit = rng.choice([letter for letter in SUITS if letter != trump] if rng.random() < 0.7 else ["trump"])
    lead = some_parts(rng, [card for card in pack if suit(card, t) == led_suit], rng.choice(THROWS), t)
    sizes = [len(component) for component in split(lead, t)]
    left, plays = minus(pack, lead), [lead]
    for _ in range(3):
        its = rng.choice([led_suit, "trump", "trump", "trump"])
        follow = some_parts(rng, [card for card in left if suit(card, t) == its], sizes, t)
        follow = (follow + [card for card in left if suit(card, t) == "trump" and card not in follow])[: len(lead)]
        plays.append(follow + minus(left, follow)[: len(lead) - len(follow)])
        left = minus(left, plays[-1])
    hands = [" ".join([*play, left.pop()]) for play in plays]
    options = {"throw": True, "discipline": "honour", "tractor": t["tractor"], "twos_trump": t["twos"]}
    state = at_play("eighty", hands, trump, level, **options)
    led = really_led(lead, [hand.split() for hand in hands[1:]], t)
    state = GAMES["eighty"].step(state, Play(0, numbers(lead)))
    assert sorted(names(state.plays[0].cards)) == sorted(led), (t, hands, lead, led)
    counts["throw fails" if len(led) < len(lead) else "throw stands"] += len(sizes) > 1
    if len(led) < len(lead):
        return
    for seat in (1, 2, 3):
        state = GAMES["eighty"].step(state, Play(seat, numbers(plays[seat])))
    best = winner(plays, t)
    assert state.leaders[-1] == best, (t, plays, best)
    counts["throw killed"] += best > 0
    counts["throw killed twice"] += best > 1 and top_of_cut(plays[1], sizes, t) is not None


def numbers(cards, ordered=False):
    chosen = [NUMBERS[name] for name in cards]
    return tuple(chosen if ordered else sorted(chosen))


def some_parts(rng, source, sizes, t):
    """Return parts of these sizes from one suit's cards, as many as there are."""
    chosen = []
    for size in sizes:
        chosen = chosen + rng.choice(parts(minus(source, chosen), size, t) or [[]])
    return chosen or source[:1]


# --- whole records


def compare_records(rng, game, counts, harm=4):
    """Play one hand in step, then compare the two answers to its record and to spoiled copies."""
    record = played_together(rng, game, counts)
    for version in [record, *(spoil(reference, record, lambda h, rng: wild_action(rng, h), rng) for _ in range(harm))]:
        answer, expected = verify(version), reference.answer(version)
        answer.pop("message", None)
        assert answer == expected, {"record": version, "given": answer, "expected": expected}
        counts["record " + answer.get("error", f"finished {answer.get('finished')}")] += 1


if __name__ == "__main__":
    game, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    counts: Counter[str] = Counter()
    for number in range(seed, seed + count):
        compare_records(Random(f"{game} {number}"), game, counts)
        for trick in range(20 if game == "eighty" else 0):
            compare_a_trick(Random(f"trick {number} {trick}"), counts)
    print(game, seed, count, sum(v for k, v in counts.items() if k.startswith("record")), "records")
    print(dict(sorted(counts.items())))
