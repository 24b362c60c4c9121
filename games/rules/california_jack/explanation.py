"""Why a finished hand of California Jack came out as it did, in sentences: tricks, trumps and score lines."""

from __future__ import annotations

from games.rules.california_jack.state import STOCK, CaliforniaJackState
from games.rules.cards import SUITS
from games.rules.core import N_, Cards, Explanation, Message, Seat, Suit
from games.rules.four_chances import explanation as family
from games.rules.four_chances.state import Item

ACE = 12


def explain(state: CaliforniaJackState) -> Explanation:
    """Return what made trumps, the tricks, and the score: every item, and a Game that nobody scores."""
    assert state.result is not None, "a hand that is not over"
    first, second = state.result["pips"]
    score = [_item(state, item) for item in state.items]
    if first == second and state.table.setup.options["tie_game"] == "none":
        score.append(Message(family.TIED, {"pips": first}))
    return Explanation((_trumps(state),), family.tricks(state), tuple(score))


def _trumps(state: CaliforniaJackState) -> Message:
    setup, suit = state.table.setup, Suit(SUITS[state.trump])
    if setup.options["trump"] == "cut":
        return Message(N_("Trumps were %(suit)s, by the cut."), {"suit": suit})
    text = N_("Trumps were %(suit)s: %(card)s lay on top of the stock.")
    return Message(text, {"suit": suit, "card": Cards((setup.deck[STOCK],))})


def _item(state: CaliforniaJackState, item: Item) -> Message:
    """Return the reason for an item of the result."""
    what, seat, _ = item
    if what == "game":
        return _game(state, seat)
    if what == "high":
        return family.taken(N_("High: %(seat)s took %(card)s."), state, state.trump * 13 + ACE)
    return family.trump_chance(state, what, "won")


def _game(state: CaliforniaJackState, seat: int) -> Message:
    assert state.result is not None
    pips = state.result["pips"]
    if pips[0] == pips[1]:
        text = N_("Game: %(pips)d card points each; the point goes to %(seat)s, who did not deal.")
    else:
        text = N_("Game: card points: %(seat)s %(pips)d, %(other)s %(others)d.")
    return Message(text, {"seat": Seat(seat), "pips": pips[seat], "other": Seat(1 - seat), "others": pips[1 - seat]})
