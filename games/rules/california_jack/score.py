"""The count of California Jack: all four chances go to whoever takes them (/rules/california-jack/#5)."""

from __future__ import annotations

from games.rules.california_jack.options import SIDES
from games.rules.california_jack.state import CaliforniaJackState
from games.rules.four_chances.ending import over
from games.rules.four_chances.score import count, game_side, takings, trump_chances


def score_hand(state: CaliforniaJackState) -> CaliforniaJackState:
    """Return the state after the count. Nothing beats the ace, so whoever played it took it."""
    table = state.table
    brought = takings(state.tricks, state.trump, SIDES)
    owners = trump_chances(brought, state.trump, "won")
    game = game_side(brought.pips, table.dealer, SIDES, table.setup.options["tie_game"])
    if game is not None:
        owners["game"] = game
    return over(count(state, [(chance, seat, 1) for chance, seat in owners.items()]), "played", brought.pips)
