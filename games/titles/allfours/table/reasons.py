"""Why a card is advised in All Fours: the reasons of its family, with what counts by the edition."""

from __future__ import annotations

from games.rules.allfours.score import PIPS
from games.rules.allfours.view import AllFoursView
from games.titles.four_chances.table.position import JACK, Terms, low_won
from games.titles.four_chances.table.reasons import reasons_of


def counting(view: AllFoursView, trump: int) -> frozenset[int]:
    """Return the cards that count for Game, the jack of trumps, and the two of trumps where Low scores for its taker
    (/rules/all-fours/#6)."""
    pips = PIPS[view.options["ten"], view.options["game_cards"], trump]
    return frozenset([trump * 13 + JACK, *low_won(view, trump), *(card for card, worth in enumerate(pips) if worth)])


REASONS = reasons_of(Terms(counting))
