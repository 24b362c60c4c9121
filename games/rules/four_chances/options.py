"""Options that several of the games have, and the columns of their editions (all-fours.md 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.core import N_, Option

YES_NO = {True: N_("yes"), False: N_("no")}

DEAL = Option(
    "deal",
    ("threes", "singles"),
    "threes",
    N_("Dealing"),
    N_("Whether six cards are dealt three at a time or one at a time."),
    {"threes": N_("three at a time"), "singles": N_("one at a time")},
)
GAMES = Option("games", range(1, 10), 1, N_("Games in a match"), N_("How many games a side must win to win the match."))


def target(standard: int, advice: str) -> Option:
    """Return the option of the points that win a game."""
    return Option("target", range(1, 1001), standard, N_("Points that win a game"), advice)


def tie_game(advice: str, to_nondealer: str) -> Option:
    """Return the option of who scores Game where several count the same."""
    return Option(
        "tie_game",
        ("none", "nondealer"),
        "none",
        N_("Game when both count the same"),
        advice,
        {"none": N_("nobody"), "nondealer": to_nondealer},
    )


def columns(book: Mapping[str, Any], editions: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the value of every option but ``edition`` in each edition, from the standard of most and
    what each has of its own."""
    return {edition: {**book, **own} for edition, own in editions.items()}
