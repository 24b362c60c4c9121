"""Places, titles, points and result of a hand of President (/rules/president/#5 and #7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.climbing.score import result as result_of
from games.rules.core import N_

#: title → its English name
TITLES = {
    "president": N_("president"),
    "vice-president": N_("vice-president"),
    "citizen": N_("citizen"),
    "vice-scum": N_("vice-scum"),
    "scum": N_("scum"),
}
#: title → a shorter name, for a badge
SHORT_TITLES = TITLES | {"vice-president": N_("vice-pres.")}
#: title → the Japanese term, shown beside the words
TERMS = {
    "president": "大富豪",
    "vice-president": "富豪",
    "citizen": "平民",
    "vice-scum": "貧民",
    "scum": "大貧民",
}


def title(place: int, players: int) -> str:
    """Return the title of a place, counted from 0; vices exist with four or more players."""
    if place in (0, players - 1):
        return "scum" if place else "president"
    if players >= 4 and place in (1, players - 2):
        return "vice-president" if place == 1 else "vice-scum"
    return "citizen"


def places(out: Sequence[int], on_two: Sequence[int], players: int) -> tuple[int | None, ...]:
    """Return seat → its place, counted from 0, ``None`` while it holds cards. ``out``: who has gone out, in order;
    ``on_two``: those who lost their place by going out on a two, and take the lowest place free."""
    place_of: list[int | None] = [None] * players
    for place, seat in enumerate(seat for seat in out if seat not in on_two):
        place_of[seat] = place
    for place, seat in enumerate(on_two):
        place_of[seat] = players - 1 - place
    return tuple(place_of)


def order_of(out: Sequence[int], on_two: Sequence[int], players: int) -> list[int]:
    """Return all seats by place when a hand is over; the one still holding cards takes the place left."""
    place_of = places(out, on_two, players)
    left = next(place for place in range(players) if place not in place_of)
    return sorted(range(players), key=lambda seat: left if (place := place_of[seat]) is None else place)


def points(order: Sequence[int], titles: bool) -> list[int]:
    """Return seat → points of the places: 2 and 1, or one for each player behind."""
    scored = [0] * len(order)
    for place, seat in enumerate(order):
        scored[seat] = max(2 - place, 0) if titles else len(order) - 1 - place
    return scored


def result(left: Sequence[int], order: Sequence[int], titles: bool) -> dict[str, Any]:
    """Return the record's ``result``; ``order``: all seats by place."""
    return result_of(left, order[-1], order, points(order, titles))
