"""Random tables of Big Two for the comparison."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules.big_two.view import BigTwoView
from games.rules.cards import names
from tests.reference import climbing_tables
from tests.reference.big_two_hand import VALUES, owes_highest, pack, resolve
from tests.reference.climbing_tables import context_of, random_deck, record_of, wild

__all__ = ["open_facts", "random_record", "seen_facts", "wild"]


def random_record(rng: Random) -> dict[str, Any]:
    """Return a well-formed record without actions."""
    chosen = climbing_tables.random_options(VALUES, rng)
    options = resolve(chosen)
    return record_of("big-two", chosen, context_of(options, rng), random_deck(pack(options), options, rng), rng)


def open_facts(hand: dict[str, Any]) -> dict[str, Any]:
    """Return what all see of the reference's hand (/rules/big-two/#12)."""
    facts = climbing_tables.open_facts(hand) | {"odd": hand["odd"] and [hand["odd"], hand["odd_seat"]]}
    acting = hand["to_act"]
    return facts | {"last_card": bool(acting) and owes_highest(hand, acting[0]), "out": hand["order"]}


def seen_facts(view: BigTwoView) -> dict[str, Any]:
    """Return the same facts from an onlooker's view."""
    odd = None if view.odd is None else [names([view.odd.card])[0], view.odd.seat]
    return climbing_tables.seen_facts(view) | {"odd": odd, "last_card": view.last_card, "out": view.out}
