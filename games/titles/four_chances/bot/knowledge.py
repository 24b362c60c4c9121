"""What a seat knows of the cards it cannot see, from all that has been played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from games.rules.cards import SUITS
from games.rules.four_chances.actions import Play
from games.rules.four_chances.following import JOKER, SUITS_UNDER
from games.rules.four_chances.view import FourChancesView


def unseen(view: FourChancesView, pack: Iterable[int]) -> list[int]:
    """Return the cards that are neither in the viewer's hand nor played."""
    seen = set(view.hand) | {action.card for action in view.memory if isinstance(action, Play)}
    return [card for card in pack if card not in seen]


def voids(view: FourChancesView) -> list[int]:
    """Return by seat, as bits, the cards it cannot hold: those of suits it failed to follow."""
    barred = [0] * view.seats
    if view.trump is None:
        return barred
    trump = SUITS.index(view.trump)
    suits = SUITS_UNDER[trump]
    played = [(trick.lead, trick.cards) for trick in view.tricks]
    for lead, cards in (*played, (view.lead, view.trick)):
        for at, card in enumerate(cards):
            led = suits[cards[0]]
            if suits[card] != led and (suits[card] != trump or led == trump):
                barred[(lead + at) % view.seats] |= sum(1 << one for one in range(JOKER + 1) if suits[one] == led)
    return barred


def remembered(view: Any, tricks: int) -> Any:
    """Return the view of a player who remembers only the last ``tricks`` tricks and the one on the table."""
    played = [action for action in view.memory if isinstance(action, Play)]
    return replace(view, memory=tuple(played[-(view.seats * tricks + len(view.trick)) :]))
