"""Why a finished hand of President came out as it did, in sentences (/rules/president/#5 to #7)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.climbing.combos import Combo
from games.rules.climbing.explanation import combos_of, explain_exchange, explain_tricks
from games.rules.climbing.log import tricks
from games.rules.core import N_, Explanation, Message, Seat
from games.rules.president.combos import TWOS
from games.rules.president.order import cards_of
from games.rules.president.score import TITLES, title
from games.rules.president.state import State

TURNS = N_("Trick %(number)s: %(seat)s {wins|win} with a revolution, %(combo)s.")
LAST = N_("%(seat)s {was|were} the last with cards.")
CLEARS = N_("Trick %(number)s: %(seat)s {clears|clear} the table with %(combo)s.")


def explain(state: State) -> Explanation:
    """Return the exchange, the tricks, and the score: each place."""
    assert state.result is not None, "a hand that is not over"
    turned = _turned_by_trick(state)

    def special(number: int, combos: Sequence[Combo]) -> str | None:
        if state.rules.revolution and combos[-1].size == 4:
            return TURNS
        clears = combos[-1].strength == TWOS and state.rules.two_clears and not turned[number - 1]
        return CLEARS if clears else None

    return Explanation(_exchanges(state), explain_tricks(state, special), tuple(_places(state)))


def _turned_by_trick(state: State) -> list[bool]:
    """Return whether the ranks were reversed at the end of each trick."""
    turned, ends = False, []
    for trick in tricks(state.log):
        fours = sum(combo.size == 4 for combo in combos_of(state, trick))
        turned ^= bool(state.rules.revolution and fours % 2)
        ends.append(turned)
    return ends


def _exchanges(state: State) -> tuple[Message, ...]:
    return tuple(
        explain_exchange(swap.payer, swap.taker, cards_of(swap.tribute), cards_of(swap.gift or 0))
        for swap in state.exchange
    )


def _places(state: State) -> list[Message]:
    """Return who took which place, with what title and points, and why if it was not by going out."""
    assert state.result is not None
    order, points = state.result["order"], state.result["points"]
    messages = []
    for seat in state.on_two:
        messages.append(
            Message(N_("%(seat)s went out on a two or a joker, which costs the place."), {"seat": Seat(seat)})
        )
    for place, seat in enumerate(order):
        if state.hands[seat]:
            messages.append(Message(LAST, {"seat": Seat(seat)}))
        values = {"seat": Seat(seat), "place": place + 1, "points": points[seat]}
        values["title"] = TITLES[title(place, len(order))]
        text = N_("%(seat)s {finishes|finish} in place %(place)s, as %(title)s, and {scores|score} %(points)s.")
        messages.append(Message(text, values))
    return messages
