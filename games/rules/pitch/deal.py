"""The deal of Pitch (/rules/pitch/#3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.core import Setup
from games.rules.four_chances import state as family
from games.rules.four_chances.deal import HAND, first_hands
from games.rules.four_chances.state import NO_TRUMP
from games.rules.pitch.bidding import open_bidding
from games.rules.pitch.following import following_of
from games.rules.pitch.options import pack_of, sides_of
from games.rules.pitch.state import Auction, PitchState

#: what the hand begins with, by ``auction``
FIRST_PHASE = {"none": "play", "bank": "bid", "sell": "offer"}


def table_of(setup: Setup) -> family.Table:
    """Return the table of a setup."""
    return family.table_of(setup, sides_of(setup.options), following_of(setup.options))


def hand_size(options: Mapping[str, Any]) -> int:
    """Return how many cards each seat is dealt."""
    players: int = options["players"]
    return HAND if options["hand"] == "six" else len(pack_of(options)) // players


def first_state(setup: Setup) -> PitchState:
    """Return the hand after the deal; nothing is turned up."""
    table, options = table_of(setup), setup.options
    hands = first_hands(setup.deck, hand_size(options), table.players, table.eldest, options["deal"])
    state = family.first_state(table, FIRST_PHASE[options["auction"]], hands, NO_TRUMP, Auction())
    return open_bidding(state) if state.phase == "bid" else state
