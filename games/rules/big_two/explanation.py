"""Why a finished hand of Big Two came out as it did, in sentences (/rules/big-two/#4 to #7)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.big_two.combos import BOMBS, WORDS
from games.rules.big_two.score import factor, payment, twos_in
from games.rules.big_two.state import State
from games.rules.climbing.combos import Combo
from games.rules.climbing.explanation import (
    BOMB,
    explain_gain,
    explain_loser,
    explain_odd_card,
    explain_tricks,
    explain_winner,
)
from games.rules.climbing.score import seats_of
from games.rules.core import N_, Explanation, Message, Seat

#: factor → the sentence on what a player owes
OWES = {
    1: N_("%(seat)s {has|have} %(left)s cards left and {owes|owe} %(payment)s."),
    2: N_("%(seat)s {has|have} %(left)s cards left, which count double, and {owes|owe} %(payment)s."),
    3: N_("%(seat)s {has|have} %(left)s cards left, which count triple, and {owes|owe} %(payment)s."),
    4: N_("%(seat)s {has|have} %(left)s cards left, which count four times, and {owes|owe} %(payment)s."),
}
ONE_LEFT = N_("%(seat)s {has|have} one card left and {owes|owe} %(payment)s.")


def explain(state: State) -> Explanation:
    """Return the odd card, the tricks, and the score: the loser and each payment."""
    assert state.result is not None, "a hand that is not over"

    def special(number: int, combos: Sequence[Combo]) -> str | None:
        return BOMB if state.rules.bomb and combos[-1].type in BOMBS else None

    score = (explain_winner(state), explain_loser(state, last_loser=False), *_payments(state), *_points(state))
    return Explanation(explain_odd_card(state), explain_tricks(state, special, WORDS), score)


def _payments(state: State) -> list[Message]:
    """Return what each player with cards left owes, and what increased it."""
    rules, messages = state.rules, []
    for seat, (hand, played) in enumerate(zip(state.hands, seats_of(state.played, rules.players), strict=True)):
        if not hand:
            continue
        left = hand.bit_count()
        owed = payment(hand, played, rules)
        if not played and rules.doubling != "none":
            messages.append(Message(N_("%(seat)s {has|have} played no card."), {"seat": Seat(seat)}))
        if rules.twos_double and twos_in(hand):
            doubled = {"seat": Seat(seat), "twos": twos_in(hand)}
            messages.append(
                Message(N_("Twos left in %(seat_owner)s hand: %(twos)s. Each doubles the payment."), doubled)
            )
        text = ONE_LEFT if left == 1 else OWES[factor(left, played, rules.doubling)]
        messages.append(Message(text, {"seat": Seat(seat), "left": left, "payment": owed}))
    return messages


def _points(state: State) -> list[Message]:
    """Return who gets the payments."""
    if not state.rules.pairs:
        return [explain_gain(state)]
    assert state.result is not None
    messages = [Message(N_("Each pair of players settles the difference of what they owe."))]
    for seat, scored in enumerate(state.result["points"]):
        messages.append(Message(N_("%(seat)s {scores|score} %(points)s."), {"seat": Seat(seat), "points": scored}))
    return messages
