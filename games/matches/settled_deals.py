"""Deals settled in advance for several people to play: shuffled by the house alone, and committed to."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games import ai
from games.matches.models import new_salt
from games.rules import proof
from games.rules.cards import NUMBERS, names
from games.rules.core import Game

_chance = secrets.SystemRandom()


@dataclass(frozen=True, slots=True)
class SettledDeal:
    """A deal with its proof: the ``salt`` of its commitment and the ``secret`` of its shuffle."""

    context: dict[str, Any]
    deck: tuple[str, ...]
    salt: bytes
    secret: bytes
    commitment: str


def settle(game: Game, options: Mapping[str, Any], number: int) -> SettledDeal:
    """Return a new deal of a game. ``options``: as chosen; ``number``: its place in a series, for what goes round the
    table from deal to deal."""
    salt, secret = new_salt(), new_salt()
    resolved = game.resolve(dict(options))
    deck = proof.shuffled(names(game.pack(resolved)), proof.mixed(secret, [None] * game.seats(resolved)))
    numbers = tuple(NUMBERS[name] for name in deck)
    context = ai.bot(game.key).deal_context(resolved, numbers, number, _chance)
    return SettledDeal(context, tuple(deck), salt, secret, proof.commitment(salt, deck))
