"""Why a finished hand of Winner came out as it did, in sentences (/rules/winner/#6 and #7)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.climbing.combos import Combo
from games.rules.climbing.explanation import (
    BOMB,
    UNBEATABLE,
    explain_exchange,
    explain_gain,
    explain_loser,
    explain_tricks,
    explain_winner,
)
from games.rules.climbing.score import seats_of
from games.rules.core import N_, Explanation, Message, Seat
from games.rules.winner.combos import unbeatable
from games.rules.winner.score import factor
from games.rules.winner.state import State
from games.rules.winner.view import exchange_of

#: factor → the sentence on a player's loss
LOSSES = {
    1: N_("%(seat)s {has|have} %(left)s cards left and {loses|lose} %(points)s."),
    2: N_("%(seat)s {has|have} %(left)s cards left, which count double, and {loses|lose} %(points)s."),
    3: N_("%(seat)s {has|have} %(left)s cards left, triple because none was played, and {loses|lose} %(points)s."),
}
SEVENTEEN = N_("%(seat)s {has|have} %(left)s cards left, which count triple, and {loses|lose} %(points)s.")
ONE_LEFT = N_("%(seat)s {has|have} one card left and {loses|lose} %(points)s.")


def explain(state: State) -> Explanation:
    """Return the exchange, the tricks, and the score: the loser and what each pays."""
    assert state.result is not None, "a hand that is not over"

    def special(number: int, combos: Sequence[Combo]) -> str | None:
        if unbeatable(combos[-1], state.rules):
            return UNBEATABLE
        return BOMB if state.rules.bomb and combos[-1].type == "four" else None

    score = (explain_winner(state), explain_loser(state, state.rules.last_loser), *_losses(state), explain_gain(state))
    return Explanation(_exchange(state), explain_tricks(state, special), score)


def _exchange(state: State) -> tuple[Message, ...]:
    context = state.setup.context
    if context["winner"] is None:
        return ()
    exchange = exchange_of(state)
    if exchange is None:
        return (Message(N_("%(seat)s held both jokers, so there was no exchange."), {"seat": Seat(context["loser"])}),)
    assert exchange.gift is not None
    return (explain_exchange(exchange.loser, exchange.winner, (exchange.tribute,), (exchange.gift,)),)


def _losses(state: State) -> list[Message]:
    """Return what each player with cards left pays."""
    assert state.result is not None
    left, seventeen = state.result["left"], state.rules.seventeen
    messages = []
    for seat, (count, played) in enumerate(zip(left, seats_of(state.played, len(left)), strict=True)):
        if count:
            times = factor(count, played, len(left), seventeen)
            text = ONE_LEFT if count == times == 1 else SEVENTEEN if seventeen and times == 3 else LOSSES[times]
            messages.append(Message(text, {"seat": Seat(seat), "left": count, "points": -state.result["points"][seat]}))
    return messages
