"""Why a card is advised in California Jack: the reasons of its family, and the card that is won from the stock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.california_jack.view import CaliforniaJackView
from games.rules.core import N_, Cards
from games.rules.four_chances.score import PIPS
from games.table.reasons import Reason
from games.titles.four_chances.table.position import JACK, Position, Terms
from games.titles.four_chances.table.reasons import reasons_of


def counting(view: CaliforniaJackView, trump: int) -> frozenset[int]:
    """Return the cards that count for Game, the jack of trumps and the lowest trump (/rules/california-jack/#5)."""
    return frozenset([trump * 13 + JACK, trump * 13, *(card for card, worth in enumerate(PIPS) if worth)])


def _wins_open_card(position: Position, action: Any) -> bool:
    """It takes the trick and with it the open card of the stock, a trump or one that counts."""
    top = position.view.top  # type: ignore[attr-defined]
    if action.do != "play" or top is None or not position.surely(action):
        return False
    trump = position.trump(action)
    return top // 13 == trump or top in position.counting(trump)


def _open_card(position: Position, action: Any) -> Mapping[str, Any]:
    return {"cards": Cards((position.view.top,))}  # type: ignore[attr-defined]


OPEN_CARD = Reason("open-card", N_("It is sure to win the open %(cards)s too."), _wins_open_card, _open_card)
REASONS = reasons_of(Terms(counting, draws=True), OPEN_CARD)
