"""Random tables of All Fours for the comparison: options, decks that run and turn up jacks, wild actions."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules.allfours.view import AllFoursView
from games.rules.cards import names
from tests.reference.all_fours import ACTIONS
from tests.reference.all_fours_hand import CHANCES, VALUES, pack, resolve, taker


def random_options(rng: Random) -> dict[str, Any]:
    """Return options as a record may state them, interesting values often."""
    chosen: dict[str, Any] = {}
    for key, values in VALUES.items():
        if rng.random() < 0.4:
            chosen[key] = rng.choice(values)
    if "target" in chosen and rng.random() < 0.9:
        chosen["target"] = rng.choice([1, 2, 3, 4, 5, 7, 9, 11])
    for key, value in [("players", 4), ("discipline", "honour"), ("announce", "self"), ("beg_limit", 3)]:
        if rng.random() < 0.25:
            chosen[key] = value
    return chosen


def random_deck(options: dict[str, Any], rng: Random) -> list[str]:
    """Return a shuffled deck; in some, the cards turned up are of one suit, or jacks."""
    players, cards = options["players"], pack(options)
    deck = rng.sample(cards, len(cards))
    turned = range(players * 6, len(deck), players * 3 + 1)
    suit = rng.choice("SHCD")
    choices = {"one suit": [c for c in cards if c[1] == suit], "jacks": ["JS", "JH", "JC", "JD"], "any": []}
    cards = choices[rng.choice(["one suit", "jacks", "any"])]
    rng.shuffle(cards)
    for at, card in zip(turned, cards, strict=False):
        if rng.random() < 0.85:
            there = deck.index(card)
            deck[at], deck[there] = deck[there], deck[at]
    return deck


def random_record(rng: Random) -> dict[str, Any]:
    """Return a well-formed record without actions."""
    chosen = random_options(rng)
    options = resolve(chosen)
    target, players = options["target"], options["players"]
    scores = [max(0, target - rng.choice([1, 1, 2, 3, 4, 5, 8])) if rng.random() < 0.5 else 0 for _ in range(2)]
    record: dict[str, Any] = {"format": "cardsite-hand/1", "game": "all-fours", "options": chosen}
    if not chosen and rng.random() < 0.5:
        del record["options"]
    context = {"dealer": rng.randrange(players), "scores": scores}
    return record | {"context": context, "deck": random_deck(options, rng), "actions": []}


def wild(hand: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return any well-formed action, more often one of the current phase by a seat to act."""
    here = [do for do, (phase, _) in ACTIONS.items() if phase == hand["phase"]]
    do = rng.choice(here) if here and rng.random() < 0.8 else rng.choice(list(ACTIONS))
    seats = list(range(hand["players"]))
    seat = rng.choice(hand["to_act"] if hand["to_act"] and rng.random() < 0.7 else seats)
    if do == "ask" and hand["tricks"] and rng.random() < 0.7:
        seat = hand["tricks"][-1][-1][0]
    action = {"seat": seat, "do": do}
    cards = hand["hands"][seat] if hand["hands"][seat] and rng.random() < 0.8 else pack(hand["options"])
    if do == "play":
        action["card"] = rng.choice(cards)
    elif do == "discard":
        size = len(hand["hands"][seat]) - 6 if rng.random() < 0.7 else rng.randrange(5)
        action["cards"] = rng.choices(cards, k=max(0, size)) if rng.random() < 0.1 else sample_of(cards, size, rng)
    elif do == "claim":
        action |= {"against": rng.choice(seats), "trick": rng.randint(-1, len(hand["tricks"]) + 1)}
        if hand["revokes"] and rng.random() < 0.4:
            action["trick"], action["against"] = rng.choice(hand["revokes"])
    elif do == "announce":
        action["items"] = rng.sample(CHANCES, rng.randint(0, 4))
    return action


def sample_of(cards: list[str], size: int, rng: Random) -> list[str]:
    return rng.sample(cards, max(0, min(size, len(cards))))


def open_facts(hand: dict[str, Any]) -> dict[str, Any]:
    """Return what all see of the reference's hand (/rules/all-fours/#12)."""
    running = bool(hand["tricks"]) and len(hand["tricks"][-1]) < hand["players"]
    finished = hand["tricks"][:-1] if running else hand["tricks"]
    takers = [taker(hand, trick) for trick in finished]
    return {
        "counts": [len(cards) for cards in hand["hands"]],
        "trump": hand["trump"],
        "stock": len(hand["pack"]),
        "scores": hand["scores"],
        "items": hand["items"],
        "begs": hand["begs"],
        "answers": hand["answers"],
        "trick": [card for _, card in hand["tricks"][-1]] if running else [],
        "last": [card for _, card in finished[-1]] if finished else [],
        "won": [sum(seat % 2 == side for seat in takers) for side in (0, 1)],
        "claims": hand["claimed"],
        "announced": len(hand["announced"]),
    }


def seen_facts(view: AllFoursView) -> dict[str, Any]:
    """Return the same facts from an onlooker's view."""
    return {
        "counts": view.counts,
        "trump": view.trump,
        "stock": view.stock,
        "scores": view.scores,
        "items": view.items,
        "begs": view.begs,
        "answers": [[answer.seat, *names([answer.card]), answer.high, answer.low] for answer in view.answers],
        "trick": names(view.trick),
        "last": names(view.last_trick.cards) if view.last_trick else [],
        "won": view.won,
        "claims": [(claimed.trick, claimed.against) for claimed in view.claims],
        "announced": len(view.announced),
    }
