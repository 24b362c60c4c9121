"""Random tables of Tien Len for the comparison."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules.cards import names
from games.rules.tien_len.view import TienLenView
from tests.reference import climbing_tables
from tests.reference.climbing_tables import context_of, random_deck, record_of, wild
from tests.reference.tien_len_hand import VALUES, pack, resolve

__all__ = ["open_facts", "random_record", "seen_facts", "wild"]


def random_record(rng: Random) -> dict[str, Any]:
    """Return a well-formed record without actions, with not too many hands that win at the deal."""
    chosen = climbing_tables.random_options(VALUES, rng)
    if rng.random() < 0.6:
        chosen.pop("instant", None)
    if rng.random() < 0.3:
        chosen |= {"pass_out": True, "chop_after_pass": rng.choice(["four-pairs", "any"])}
    options = resolve(chosen)
    return record_of("tien-len", chosen, context_of(options, rng), random_deck(pack(options), options, rng), rng)


def open_facts(hand: dict[str, Any]) -> dict[str, Any]:
    """Return what all see of the reference's hand (/rules/tien-len/#12)."""
    facts = climbing_tables.open_facts(hand) | {"odd": hand["odd"] and [hand["odd"], hand["odd_seat"]]}
    chop = hand["chop"] if hand["options"]["chop_points"] else None
    passed = sorted(set(hand["passed"])) if hand["options"]["pass_out"] and hand["phase"] == "play" else None
    return facts | {"out": hand["order"], "chops": hand["chops"], "chop": chop, "passed": passed}


def seen_facts(view: TienLenView) -> dict[str, Any]:
    """Return the same facts from an onlooker's view."""
    odd = None if view.odd is None else [names([view.odd.card])[0], view.odd.seat]
    passed = view.passed_out if view.options["pass_out"] and view.phase == "play" else None
    facts = climbing_tables.seen_facts(view) | {"odd": odd, "out": view.out, "chops": view.chops}
    return facts | {"chop": view.chop, "passed": passed}
