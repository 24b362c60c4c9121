"""Who sees what in all the games (/rules/all-fours/#12): views, built up from nothing."""

from __future__ import annotations

from typing import Any

from games.rules.cards import SUITS
from games.rules.core import View
from games.rules.four_chances.order import sort_hand
from games.rules.four_chances.state import NO_TRUMP, Hands, Item, State, Trick
from games.rules.value_types import value_type


@value_type(kw_only=True)
class FourChancesView(View):
    """What one seat, or an onlooker, may know of a hand.

    ``trump``: a letter, ``None`` before it is made. ``scores``: by side, in the game that is
    played; ``items``: what this hand has scored so far. ``stock``: cards left in the pack.
    ``trick``: the cards on the table, the first by ``lead``. ``tricks``: the finished tricks that
    lie open; ``last_trick`` is always open. ``won``: tricks by side. ``out``: the hands at the
    first lead, by seat, once the hand is over, else empty.
    """

    dealer: int
    eldest: int
    target: int
    scores: tuple[int, ...]
    items: tuple[Item, ...]
    trump: str | None
    stock: int
    lead: int
    trick: tuple[int, ...]
    last_trick: Trick | None
    tricks: tuple[Trick, ...]
    won: tuple[int, ...]
    out: Hands


def open_to(state: State[Any], game: str, seat: int | None) -> dict[str, Any]:
    """Return the fields of a view that are the same in all the games: what lies open, and the hand of
    the seat itself. What depends on a game's secrets is not among them: memory, earlier tricks, stock,
    the hands at the first lead."""
    table = state.table
    won = [0] * len(state.scores)
    for trick in state.tricks:
        won[table.sides[trick.winner]] += 1
    return {
        "game": game,
        "options": table.setup.options,
        "context": table.setup.context,
        "seat": seat,
        "seats": table.players,
        "phase": state.phase,
        "to_act": state.to_act,
        "hand": () if seat is None else sort_hand(state.hands[seat], state.trump),
        "counts": tuple(map(len, state.hands)),
        "result": state.result,
        "dealer": table.dealer,
        "eldest": table.eldest,
        "target": table.target,
        "scores": state.scores,
        "items": state.items,
        "trump": None if state.trump == NO_TRUMP else SUITS[state.trump],
        "lead": state.lead,
        "trick": state.trick,
        "last_trick": state.tricks[-1] if state.tricks else None,
        "won": tuple(won),
    }
