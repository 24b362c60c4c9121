"""Options that several of the games have, as All Fours words them, and the columns of their editions
(/rules/all-fours/#1). A game that differs replaces what is different."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.core import N_
from games.rules.option import Option

TARGET = Option(
    "target",
    range(1, 1001),
    10,
    N_("Points that win a game"),
    N_("Seven, nine, ten or eleven; a thousand if you like."),
)
DEAL = Option(
    "deal",
    ("threes", "singles"),
    "threes",
    N_("Dealing"),
    N_("Whether six cards are dealt three at a time or one at a time."),
    {"threes": N_("three at a time"), "singles": N_("one at a time")},
)
LOW = Option(
    "low",
    ("dealt", "won"),
    "dealt",
    N_("Low goes to"),
    N_("Who scores for the lowest trump in play."),
    {"dealt": N_("the player to whom it was dealt"), "won": N_("the player who takes it")},
    term="低牌",
)
TIE_GAME = Option(
    "tie_game",
    ("none", "nondealer"),
    "none",
    N_("Game when both count the same"),
    N_("Who scores Game when both sides have as many card points."),
    {"none": N_("nobody"), "nondealer": N_("the side that does not deal")},
)
GAMES = Option("games", range(1, 10), 1, N_("Games in a match"), N_("How many games a side must win to win the match."))


def columns(book: Mapping[str, Any], editions: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the value of every option but ``edition`` in each edition, from the standard of most and
    what each has of its own."""
    return {edition: {**book, **own} for edition, own in editions.items()}
