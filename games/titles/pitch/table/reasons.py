"""Why a card is advised in Pitch: the reasons of its family, with what counts by the edition."""

from __future__ import annotations

from games.rules.four_chances.score import PIPS
from games.rules.pitch.score import TEN, counters
from games.rules.pitch.view import PitchView
from games.titles.four_chances.table.position import JACK, Terms, low_won
from games.titles.four_chances.table.reasons import reasons_of


def counting(view: PitchView, trump: int) -> frozenset[int]:
    """Return the cards that count for Game, the jack of trumps, the counters, and the two of trumps where Low scores
    for its taker (/rules/pitch/#6)."""
    by_pips = view.options["game_by"] == "pips"
    game = [card for card, worth in enumerate(PIPS) if worth] if by_pips else [trump * 13 + TEN]
    return frozenset([trump * 13 + JACK, *low_won(view, trump), *game, *counters(trump, view.options)])


REASONS = reasons_of(Terms(counting))
