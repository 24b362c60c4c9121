"""How a hand ends, and its result (all-fours.md, sections 6 and 10)."""

from __future__ import annotations

from games.rules.allfours.score import chances, count, winner_of
from games.rules.allfours.state import Course, State
from games.rules.cards import SUITS


def over(state: State, end: str, course: Course, pips: tuple[int, int] | None = None) -> State:
    """Return the state after a hand that has come to this course, with its result."""
    table, _, _, hands, trump, lead, trick, tricks, _, past, _ = state
    before, scores = table.setup.context["scores"], course.scores
    result = {
        "end": end,
        "trump": SUITS[trump],
        "pips": None if pips is None else list(pips),
        "items": [list(item) for item in course.items],
        "points": [scores[0] - before[0], scores[1] - before[1]],
        "scores": list(scores),
        "winner": winner_of(scores, table.target),
    }
    return State(table, "over", (), hands, trump, lead, trick, tricks, course, past, result)


def counted(state: State) -> State:
    """Return the state after the count of section 6, with the announcements of section 8 if any."""
    table = state.table
    options = table.setup.options
    pips, owners = chances(state.tricks, state.trump, table.dealer, options)
    return over(state, "played", count(state.course, owners, table.eldest % 2, options), pips)
