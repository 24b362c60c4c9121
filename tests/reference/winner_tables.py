"""Random tables of Winner for the comparison: options, hands full of combinations, wild actions."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules.cards import names
from games.rules.winner.view import WinnerView
from tests.reference.winner_hand import RANKS, SEQUENCE, VALUES, height, pack, rank, resolve

SHAPES = [(1, 1), (1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (3, 1), (3, 1), (4, 1), (4, 1), (2, 3), (3, 2)]
SHAPES += [(1, 4), (1, 5), (1, 6), (1, 7), (2, 4), (2, 5), (2, 6), (3, 3), (3, 4), (1, 12), (1, 13)]


def random_options(rng: Random) -> dict[str, Any]:
    """Return options as a record may state them."""
    return {key: rng.choice(values) for key, values in VALUES.items() if rng.random() < 0.5}


def random_deck(options: dict[str, Any], dealer: int, rng: Random) -> list[str]:
    """Return a shuffled deck; some deal hands of close ranks, of nearly one suit, or with many of a rank."""
    cards = pack(options)
    deck = rng.sample(cards, len(cards))
    kind = rng.choice(["shuffled", "ranks", "suits"])
    if kind == "shuffled":
        return deck
    key = height if kind == "ranks" else lambda card: (card[1], height(card))
    seats = [place % options["players"] for place in range(len(cards))]
    ordered = sorted(deck, key=lambda card: (key(card), 0))
    sizes = [seats.count(seat) for seat in range(options["players"])]
    hands = [[ordered.pop(0) for _ in range(size)] for size in sizes]
    rng.shuffle(hands) if len(set(sizes)) == 1 else None
    deck = [hands[seat].pop() for seat in seats]
    for _ in range(rng.choice([0, 2, 5, 10, 20])):
        first, second = rng.randrange(len(deck)), rng.randrange(len(deck))
        deck[first], deck[second] = deck[second], deck[first]
    return deck


def random_record(rng: Random) -> dict[str, Any]:
    """Return a well-formed record without actions."""
    chosen = random_options(rng)
    options = resolve(chosen)
    seats = list(range(options["players"]))
    winner, loser = rng.sample(seats, 2)
    first = rng.random() < 0.4
    context = {"dealer": rng.choice(seats) if first else loser, "winner": winner, "loser": loser}
    if first:
        context |= {"winner": None, "loser": None}
    record: dict[str, Any] = {"format": "cardsite-hand/1", "game": "winner", "options": chosen}
    if not chosen and rng.random() < 0.5:
        del record["options"]
    return record | {"context": context, "deck": random_deck(options, context["dealer"], rng), "actions": []}


def wild(hand: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return any well-formed action, more often one of the current phase by a seat to act."""
    do = rng.choice(["play"] * 8 + ["pass", "give"])
    if hand["phase"] == "exchange" and rng.random() < 0.7:
        do = "give"
    seat = rng.randrange(hand["players"])
    if hand["to_act"] and rng.random() < 0.85:
        seat = hand["to_act"][0]
    held = hand["hands"][seat]
    cards = held if held and rng.random() < 0.95 else pack({"jokers": True})
    if do == "play":
        return {"seat": seat, "do": do, "cards": some_cards(cards, rng, wanted_shape(hand, rng))}
    return {"seat": seat, "do": "give", "card": rng.choice(cards)} if do == "give" else {"seat": seat, "do": do}


def wanted_shape(hand: dict[str, Any], rng: Random) -> tuple[int, int, int]:
    """Return how many of a rank, how many ranks and how many extra cards: often those of the last play."""
    top = hand["top"]
    if top is not None and rng.random() < 0.5:
        same = {
            "single": (1, 1, 0),
            "pair": (2, 1, 0),
            "triple": (3, 1, 0),
            "four": (4, 1, 0),
            "triple+1": (3, 1, 1),
            "full-house": (3, 1, 2),
            "four+1": (4, 1, 1),
            "four+2": (4, 1, 2),
            "straight": (1, top["size"], 0),
            "straight-flush": (1, top["size"], 0),
            "pair-straight": (2, top["size"] // 2, 0),
            "triple-straight": (3, top["size"] // 3, 0),
        }
        return same[top["type"]]
    return (*rng.choice(SHAPES), rng.choice([0, 0, 0, 0, 1, 1, 2, 3]))


def some_cards(held: list[str], rng: Random, shape: tuple[int, int, int]) -> list[str]:
    """Return cards of about this shape, as far as they are held, now and then one too many or a repeat."""
    each, ranks, extra = shape
    row = SEQUENCE if ranks > 1 else RANKS
    starts = list(range(max(1, len(row) - ranks + 1)))
    rng.shuffle(starts)
    starts.sort(key=lambda start: -fit(held, row[start : start + ranks], each) if rng.random() < 0.9 else -99)
    chosen: list[str] = []
    suit = rng.choice("SHCD")
    for of_rank in row[starts[0] : starts[0] + ranks]:
        there = [card for card in held if rank(card) == of_rank]
        rng.shuffle(there)
        if rng.random() < 0.7:
            there.sort(key=lambda card: card[1] != suit)
        chosen += there[:each]
    rest = [card for card in held if card not in chosen]
    if extra == 2 and rng.random() < 0.6:
        pairs = [card for card in rest if [rank(c) for c in rest].count(rank(card)) == 2]
        rest = pairs or rest
        rest.sort(key=lambda card: rank(card))
        rest = rest[:2]
        if rng.random() < 0.2 and "LJ" in held and "BJ" in held:
            rest = ["LJ", "BJ"]
    chosen += rng.sample(rest, min(extra, len(rest)))
    if rng.random() < 0.03 or not chosen:
        chosen += rng.sample(held, 1)
    if rng.random() < 0.03 and "LJ" in held and "BJ" in held:
        chosen = ["LJ", "BJ"]
    rng.shuffle(chosen)
    return chosen


def any_play(cards: list[str], rng: Random) -> list[str]:
    """Return cards from a whole pack that mostly form a combination, often a long or rare one."""
    each, ranks = rng.choice(SHAPES)
    row = SEQUENCE if ranks > 1 else RANKS[:13]
    start = rng.choice([0, len(row) - ranks, rng.randrange(len(row) - ranks + 1)])
    suits = rng.choice(["D", "C", "H", "S", "DCHS", "DCHS"]) if each == 1 else "DCHS"
    chosen = [of_rank + suit for of_rank in row[start : start + ranks] for suit in rng.sample(suits, each)]
    rest = [card for card in cards if card not in chosen]
    chosen += rng.sample(rest, rng.choice([0, 0, 0, 1, 1, 2, 2]) if ranks == 1 else 0)
    if each >= 3 and len(chosen) == each and rng.random() < 0.4:
        chosen += rng.choice([["LJ", "BJ"], ["9C", "9S"] if row[start] != "9" else ["5D", "5H"]])
    if rng.random() < 0.1:
        chosen = rng.choice([["LJ"], ["BJ"], ["LJ", "BJ"], ["2S"], ["2S", "2D"], ["2C", "2D"]])
    there = [card for card in chosen if card in cards] or ["3D"]
    return rng.sample(there, len(there))


def fit(held: list[str], ranks: list[str], each: int) -> int:
    """Return how many cards of a shape are in the hand."""
    return sum(min(each, sum(rank(card) == of_rank for card in held)) for of_rank in ranks)


def open_facts(hand: dict[str, Any]) -> dict[str, Any]:
    """Return what all see of the reference's hand (/rules/winner/#12)."""
    counts = [len(cards) for cards in hand["hands"]]
    if hand["phase"] == "exchange":
        counts[hand["last_loser"]] -= 1  # the tribute lies on the table
    return {
        "counts": counts,
        "tribute": hand["tribute"],
        "top": hand["top"] and [hand["top"][key] for key in ("type", "size", "rank", "suit")],
        "top_seat": hand["top_seat"],
        "out": hand["order"],
        "played": hand["made_a_play"],
    }


def seen_facts(view: WinnerView) -> dict[str, Any]:
    """Return the same facts from an onlooker's view."""
    top = view.to_beat
    return {
        "counts": view.counts,
        "tribute": names([view.exchange.tribute])[0] if view.exchange else None,
        "top": top and [top.type, top.size, top.rank, top.suit],
        "top_seat": view.to_beat_seat,
        "out": view.out,
        "played": view.played,
    }
