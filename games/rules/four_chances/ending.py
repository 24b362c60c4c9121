"""How a hand ends, and its result (/rules/all-fours/#10)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub
from typing import Any

from games.rules.cards import SUITS
from games.rules.four_chances.score import winner_of
from games.rules.four_chances.state import NO_TRUMP, C, State


def over(state: State[C], end: str, pips: Sequence[int] | None = None, **own: Any) -> State[C]:
    """Return the state of a hand that ends here, with its result; ``own``: the fields of the
    result that only this game has."""
    table, _, _, hands, trump, lead, trick, tricks, scores, items, course, past, _ = state
    result = {
        "end": end,
        "trump": None if trump == NO_TRUMP else SUITS[trump],
        **own,
        "pips": None if pips is None else list(pips),
        "items": list(map(list, items)),
        "points": list(map(sub, scores, table.setup.context["scores"])),
        "scores": list(scores),
        "winner": winner_of(scores, table.target),
    }
    return State(table, "over", (), hands, trump, lead, trick, tricks, scores, items, course, past, result)
