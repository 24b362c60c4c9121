"""Random tables of Big Two, Tien Len and President for the comparison: options, decks, wild actions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.rules.cards import names
from games.rules.climbing.view import LowestView
from tests.reference.climbing import JOKERS, PACK_52, RANKS
from tests.reference.winner_tables import some_cards, wanted_shape


def random_options(values: dict[str, list[Any]], rng: Random) -> dict[str, Any]:
    """Return options as a record may state them."""
    return {key: rng.choice(choices) for key, choices in values.items() if rng.random() < 0.5}


def random_deck(cards: Sequence[str], options: dict[str, Any], rng: Random) -> list[str]:
    """Return a shuffled deck; some deal hands of close ranks, of nearly one suit, or of pairs in a row."""
    deck = rng.sample(cards, len(cards))
    kind = rng.choice(["shuffled", "ranks", "suits", "pairs"])
    if kind == "shuffled":
        return deck

    def key(card: str) -> tuple[Any, ...]:
        place = 13 if card in JOKERS else RANKS.index(card[0])
        return {"ranks": (place,), "suits": (card[1], place), "pairs": (card[1] in "HD", place)}[kind]

    players = options["players"]
    ordered = sorted(deck, key=key)
    held: list[list[str]] = [[] for _ in range(players)]
    for place in rng.sample(range(players), players):
        count = len(range(place, len(cards), players))
        held[place] = rng.sample(ordered[:count], count)
        del ordered[:count]
    deck = [held[place % players].pop() for place in range(len(cards))]
    for _ in range(rng.choice([0, 2, 5, 10, 20])):
        first, second = rng.randrange(len(deck)), rng.randrange(len(deck))
        deck[first], deck[second] = deck[second], deck[first]
    return deck


def record_of(
    key: str, chosen: dict[str, Any], context: dict[str, Any], deck: list[str], rng: Random
) -> dict[str, Any]:
    """Return a well-formed record without actions."""
    record: dict[str, Any] = {"format": "cardsite-hand/1", "game": key, "options": chosen}
    if not chosen and rng.random() < 0.5:
        del record["options"]
    return record | {"context": context, "deck": deck, "actions": []}


def context_of(options: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return a context with winner and loser, often that of a first hand."""
    seats = list(range(options["players"]))
    if rng.random() < 0.5:
        return {"dealer": rng.choice(seats), "winner": None, "loser": None}
    winner, loser = rng.sample(seats, 2)
    return {"dealer": loser, "winner": winner, "loser": loser}


def wild(hand: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return any well-formed play or pass, more often one by a seat to act."""
    seat = rng.randrange(hand["players"])
    if hand["to_act"] and rng.random() < 0.85:
        seat = rng.choice(hand["to_act"])
    if rng.random() < 0.15:
        return {"seat": seat, "do": "pass"}
    held = hand["hands"][seat]
    cards = held if held and rng.random() < 0.95 else PACK_52
    return {"seat": seat, "do": "play", "cards": any_cards(cards, hand, rng)}


def any_cards(held: list[str], hand: dict[str, Any], rng: Random) -> list[str]:
    """Return cards of about the shape of the last play or of any shape, now and then five of a suit or with the card
    that the first play must contain."""
    top = hand["top"]
    if rng.random() < 0.15 or (top is not None and top["type"] == "flush" and rng.random() < 0.5):
        suited = [card for card in held if card[1] == rng.choice("SHCD")]
        if len(suited) >= 5:
            return rng.sample(suited, 5)
    if top is not None and top["type"] == "flush":
        chosen = some_cards(held, rng, rng.choice([(1, 5, 0), (3, 1, 2), (4, 1, 1)]))
    else:
        chosen = some_cards(held, rng, wanted_shape(hand, rng))
    if hand["first"] is not None and rng.random() < 0.5 and hand["first"] not in chosen:
        chosen = [hand["first"]] if rng.random() < 0.5 else [*chosen, hand["first"]]
    return chosen


def open_facts(hand: dict[str, Any]) -> dict[str, Any]:
    """Return what all see of a reference's hand (/rules/winner/#12), as far as the games agree."""
    top = hand["top"]
    return {
        "counts": [len(cards) for cards in hand["hands"]],
        "top": top and [top[key] for key in ("type", "size", "rank", "suit")],
        "top_seat": hand["top_seat"] if top else None,
        "must_contain": hand["first"],
    }


def seen_facts(view: LowestView) -> dict[str, Any]:
    """Return the same facts from an onlooker's view."""
    top = view.to_beat
    return {
        "counts": view.counts,
        "top": top and [top.type, top.size, top.rank, top.suit],
        "top_seat": view.to_beat_seat,
        "must_contain": None if view.must_contain is None else names([view.must_contain])[0],
    }
