"""Random tables of Pitch for the comparison: options, decks, bids that lead to play, wild actions."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules.cards import names
from games.rules.pitch.view import PitchView
from tests.reference.pitch import ACTIONS
from tests.reference.pitch_cards import SNOOZER, VALUES, may_be_chosen, pack, resolve, side_of, sides, top
from tests.reference.pitch_hand import taker

#: options on which others depend, and the value that makes those matter
TELLING = [("auction", "sell"), ("snoozer", True), ("joker_led", "spades"), ("rebid", True), ("dealer_bid", "any")]


def random_options(rng: Random) -> dict[str, Any]:
    """Return options as a record may state them, interesting values often."""
    while True:
        chosen: dict[str, Any] = {}
        for key, values in VALUES.items():
            if rng.random() < 0.3:
                chosen[key] = rng.choice(values)
        if "target" in chosen and rng.random() < 0.9:
            chosen["target"] = rng.choice([1, 2, 3, 4, 5, 7, 11, 21])
        for key, value in TELLING:
            if rng.random() < 0.2:
                chosen[key] = value
        if chosen.get("partners") and rng.random() < 0.8:
            chosen["players"] = 4
        if may_be_chosen(chosen):
            return chosen


def random_deck(options: dict[str, Any], rng: Random) -> list[str]:
    """Return a shuffled deck, the snoozer mostly among the cards dealt."""
    deck = rng.sample(pack(options), len(pack(options)))
    if SNOOZER in deck and rng.random() < 0.8:
        here, there = deck.index(SNOOZER), rng.randrange(6 * options["players"])
        deck[here], deck[there] = deck[there], deck[here]
    return deck


def random_record(rng: Random) -> dict[str, Any]:
    """Return a well-formed record without actions."""
    chosen = random_options(rng)
    options = resolve(chosen)
    target = options["target"]
    near = [target - rng.choice([1, 1, 2, 3, 4, 5, 8, 12, 60]) for _ in range(sides(options))]
    record: dict[str, Any] = {"format": "cardsite-hand/1", "game": "pitch", "options": chosen}
    if not chosen and rng.random() < 0.5:
        del record["options"]
    scores = near if rng.random() < 0.5 else [0] * sides(options)
    context = {"dealer": rng.randrange(options["players"]), "scores": scores}
    return record | {"context": context, "deck": random_deck(options, rng), "actions": []}


def wild(hand: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return any well-formed action, more often one of the current phase by the seat to act."""
    here = [do for do, (phases, _) in ACTIONS.items() if hand["phase"] in phases]
    do = rng.choice(here) if here and rng.random() < 0.8 else rng.choice(list(ACTIONS))
    seats = list(range(hand["players"]))
    seat = rng.choice(hand["to_act"] if hand["to_act"] and rng.random() < 0.8 else seats)
    if do == "ask" and hand["tricks"] and rng.random() < 0.7:
        seat = hand["tricks"][-1][-1][0]
    action = {"seat": seat, "do": do}
    options = hand["options"]
    if do == "play":
        cards = hand["hands"][seat] if hand["hands"][seat] and rng.random() < 0.8 else pack(options)
        action["card"] = SNOOZER if SNOOZER in cards and rng.random() < 0.3 else rng.choice(cards)
    elif do == "bid":
        highest = hand["highest"][1] if hand["highest"] else 0
        near = rng.choice([highest, highest + 1, highest + 2, top(options), options["min_bid"]])
        action["points"] = near if rng.random() < 0.8 else rng.choice([-1, 0, 37, 10**30, rng.randrange(40)])
    return action


def open_facts(hand: dict[str, Any]) -> dict[str, Any]:
    """Return what all see of the reference's hand (/rules/pitch/#10)."""
    options = hand["options"]
    running = bool(hand["tricks"]) and len(hand["tricks"][-1]) < hand["players"]
    finished = hand["tricks"][:-1] if running else hand["tricks"]
    takers = [side_of(taker(hand, trick), options) for trick in finished]
    return {
        "counts": [len(cards) for cards in hand["hands"]],
        "trump": hand["trump"],
        "scores": hand["scores"],
        "items": hand["items"],
        "highest": hand["highest"],
        "bound": hand["bound"],
        "pitcher": hand["pitcher"],
        "top": top(options),
        "answers": hand["answers"],
        "trick": [card for _, card in hand["tricks"][-1]] if running else [],
        "tricks": [[card for _, card in trick] for trick in finished],
        "won": [sum(side == other for other in takers) for side in range(sides(options))],
    }


def seen_facts(view: PitchView) -> dict[str, Any]:
    """Return the same facts from an onlooker's view."""
    return {
        "counts": view.counts,
        "trump": view.trump,
        "scores": view.scores,
        "items": view.items,
        "highest": view.highest,
        "bound": view.bound,
        "pitcher": view.pitcher,
        "top": view.top,
        "answers": [[answer.seat, *names([answer.card]), answer.high, answer.low] for answer in view.answers],
        "trick": names(view.trick),
        "tricks": [names(trick.cards) for trick in view.tricks],
        "won": view.won,
    }
