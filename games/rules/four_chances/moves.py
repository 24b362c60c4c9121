"""Which cards may be played, for the rules and for a player who has only a view."""

from __future__ import annotations

from typing import Any

from games.rules.cards import SUITS
from games.rules.core import Action
from games.rules.four_chances.actions import PLAY
from games.rules.four_chances.following import Following
from games.rules.four_chances.state import NO_TRUMP, State
from games.rules.four_chances.view import FourChancesView


def plays(state: State[Any]) -> list[Action]:
    """Return the plays of the seat that is to act."""
    table, _, to_act, hands, trump, _, trick, _, _, _, _, _, _ = state
    seat = to_act[0]
    of_seat = PLAY[seat]
    return [of_seat[card] for card in table.following.playable(hands[seat], trick, trump)]


def plays_seen(view: FourChancesView, following: Following) -> list[Action]:
    """Return the plays of a view's own seat, which is to act, from what it knows."""
    assert view.seat is not None
    of_seat = PLAY[view.seat]
    trump = NO_TRUMP if view.trump is None else SUITS.index(view.trump)
    return [of_seat[card] for card in following.playable(view.hand, view.trick, trump)]
