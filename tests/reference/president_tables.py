"""Random tables of President for the comparison."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules.president.view import PresidentView
from tests.reference import climbing_tables
from tests.reference.climbing_tables import random_deck, record_of
from tests.reference.president_hand import VALUES, pack, resolve

__all__ = ["open_facts", "random_record", "seen_facts", "wild"]


def random_record(rng: Random) -> dict[str, Any]:
    """Return a well-formed record without actions."""
    chosen = climbing_tables.random_options(VALUES, rng)
    if rng.random() < 0.4:
        chosen["revolution"] = True
    options = resolve(chosen)
    order = rng.sample(range(options["players"]), options["players"])
    context = {"dealer": order[-1], "order": None if rng.random() < 0.4 else order}
    return record_of("president", chosen, context, random_deck(pack(options), options, rng), rng)


def wild(hand: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return any well-formed action, more often one of the current phase by a seat to act."""
    if rng.random() > (0.75 if hand["phase"] == "exchange" else 0.05):
        return climbing_tables.wild(hand, rng)
    seat = rng.choice(hand["to_act"] or range(hand["players"]))
    if rng.random() < 0.1:
        seat = rng.randrange(hand["players"])
    held = hand["hands"][seat] or pack({"jokers": True})
    if rng.random() < 0.1:
        held = pack({"jokers": True})
    cards = rng.choices(held, k=rng.choice([1, 1, 2, 2, 3]))
    return {"seat": seat, "do": "give", "cards": cards}


def open_facts(hand: dict[str, Any]) -> dict[str, Any]:
    """Return what all see of the reference's hand (/rules/president/#12)."""
    facts = climbing_tables.open_facts(hand)
    for payer, tribute in hand["owed"].values():
        facts["counts"][payer] -= len(tribute)  # the tribute is set aside
    holding = [seat for seat in range(hand["players"]) if hand["hands"][seat]]
    places = {seat: place for place, seat in enumerate(hand["gone"])}
    places |= {seat: hand["players"] - 1 - place for place, seat in enumerate(hand["on_two"])}
    facts["places"] = [None if seat in holding else places[seat] for seat in range(hand["players"])]
    return facts | {"turned": hand["turned"], "skipped": hand["skipped"]}


def seen_facts(view: PresidentView) -> dict[str, Any]:
    """Return the same facts from an onlooker's view."""
    facts = climbing_tables.seen_facts(view)
    return facts | {"places": view.places, "turned": view.turned, "skipped": view.skipped}
