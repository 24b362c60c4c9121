"""Random tables of California Jack for the comparison: options, scores near the end, wild actions."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules.california_jack.view import CaliforniaJackView
from games.rules.cards import names
from tests.reference.california_jack_hand import VALUES, resolve
from tests.reference.four_chances import PACK_52


def random_options(rng: Random) -> dict[str, Any]:
    """Return options as a record may state them, interesting values often."""
    chosen = {key: rng.choice(values) for key, values in VALUES.items() if rng.random() < 0.4}
    if "target" in chosen and rng.random() < 0.9:
        chosen["target"] = rng.choice([1, 2, 3, 4, 5, 7, 10])
    return chosen


def random_record(rng: Random) -> dict[str, Any]:
    """Return a well-formed record without actions."""
    chosen = random_options(rng)
    options = resolve(chosen)
    target = options["target"]
    scores = [max(0, target - rng.choice([1, 1, 2, 3, 4, 5])) if rng.random() < 0.5 else 0 for _ in range(2)]
    record: dict[str, Any] = {"format": "cardsite-hand/1", "game": "california-jack", "options": chosen}
    if not chosen and rng.random() < 0.5:
        del record["options"]
    trump = rng.choice("SHCD") if options["trump"] == "cut" else None
    context = {"dealer": rng.randrange(2), "scores": scores, "trump": trump}
    return record | {"context": context, "deck": rng.sample(PACK_52, len(PACK_52)), "actions": []}


def wild(hand: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return any well-formed action, more often by the seat to act and with a card it holds."""
    seat = rng.choice(hand["to_act"] if hand["to_act"] and rng.random() < 0.8 else [0, 1])
    cards = hand["hands"][seat] if hand["hands"][seat] and rng.random() < 0.85 else PACK_52
    return {"seat": seat, "do": "play", "card": rng.choice(cards)}


def open_facts(hand: dict[str, Any]) -> dict[str, Any]:
    """Return what all see of the reference's hand (/rules/california-jack/#9)."""
    options, stock, over = hand["options"], hand["stock"], hand["phase"] == "over"
    up = options["stock"] == "up"
    turned = options["trump"] == "turned" and not hand["tricks"]
    drawn = [[card if up or over else None for card in cards] for cards in hand["drawn"]]
    if options["trump"] == "turned" and hand["tricks"]:
        first_winner = hand["tricks"][0][0]
        drawn[first_winner][0] = hand["drawn"][first_winner][0]
    return {
        "counts": [len(cards) for cards in hand["hands"]],
        "trump": hand["trump"],
        "scores": hand["scores"],
        "items": hand["items"],
        "stock": len(stock),
        "top": stock[0] if stock and (up or turned) else None,
        "drawn": drawn,
        "trick": [card for _, card in hand["trick"]],
        "tricks": [[winner, [card for _, card in trick]] for winner, trick in hand["tricks"]],
    }


def seen_facts(view: CaliforniaJackView) -> dict[str, Any]:
    """Return the same facts from an onlooker's view."""
    return {
        "counts": view.counts,
        "trump": view.trump,
        "scores": view.scores,
        "items": view.items,
        "stock": view.stock,
        "top": None if view.top is None else names([view.top])[0],
        "drawn": [[None if card is None else names([card])[0] for card in cards] for cards in view.drawn],
        "trick": names(view.trick),
        "tricks": [[trick.winner, names(trick.cards)] for trick in view.tricks],
    }
