"""Why a finished hand of Pitch came out as it did, in sentences: tricks, pitch, bid and score lines."""

from __future__ import annotations

from games.rules.core import N_, Cards, Explanation, Message, Seat
from games.rules.four_chances import explanation as family
from games.rules.four_chances.following import JOKER
from games.rules.four_chances.state import Item
from games.rules.pitch.score import COUNTER_NAMES, TEN, card_of
from games.rules.pitch.state import PitchState

END = {
    "sale": N_("The price of the pitch wins the game: no need to play."),
    "thrown-in": N_("Nobody bid, so the hand is thrown in: the same dealer deals again."),
}
COUNTER = {
    "three": N_("Dom: %(seat)s took %(card)s, for three points."),
    "five": N_("Pedro: %(seat)s took %(card)s, for five points."),
    "nine": N_("Sancho: %(seat)s took %(card)s, for nine points."),
    "snoozer": N_("Snoozer: %(seat)s took the joker, for fifteen points."),
}
PIPS_OF = {name: pips for pips, name in COUNTER_NAMES.items()}


def explain(state: PitchState) -> Explanation:
    """Return the sale, the pitch and the bid, the tricks, and the score: every item, what was not scored, or how the
    hand ended without play."""
    assert state.result is not None, "a hand that is not over"
    sale = [_sale(state, item) for item in state.items if item[0] == "sale"]
    if state.result["end"] in END:
        return Explanation(tuple(sale), score=(Message(END[state.result["end"]]),))
    items = [_item(state, item) for item in state.items if item[0] not in ("sale", "set-back")]
    before = (*sale, _pitched(state), *_bid(state))
    return Explanation(before, family.tricks(state), (*items, *_why_unscored(state)))


# --- the pitch and the bid --------------------------------------------------------------------


def _sale(state: PitchState, item: Item) -> Message:
    highest = state.course.highest
    assert highest is not None
    text = N_("Sale: %(seat)s sold the pitch to %(buyer)s for %(points)d.")
    return Message(text, {"seat": Seat(state.table.eldest), "buyer": Seat(highest.seat), "points": item[2]})


def _pitched(state: PitchState) -> Message:
    """Return which card made trumps."""
    first = state.tricks[0]
    card = first.cards[0]
    if card == JOKER:
        return family.about(N_("%(seat)s pitched the joker, so spades were trumps."), card, first.lead)
    return family.about(N_("%(seat)s pitched %(card)s and made its suit trumps."), card, first.lead)


def _bid(state: PitchState) -> list[Message]:
    """Return what became of the bid; nothing where there was no auction."""
    assert state.result is not None
    contract = state.result["contract"]
    if state.table.setup.options["auction"] == "none":
        return []
    if contract is None:
        text = N_("Bid: nobody bid, so %(seat)s owed nothing.")
        return [Message(text, {"seat": Seat(state.tricks[0].lead)})]
    if contract["made"] < contract["points"]:
        text = N_("Set back: %(seat)s had to make %(points)d and made %(made)d.")
    else:
        text = N_("Bid: %(seat)s had to make %(points)d and made %(made)d.")
    return [Message(text, {**contract, "seat": Seat(contract["seat"])})]


# --- score lines ------------------------------------------------------------------------------


def _item(state: PitchState, item: Item) -> Message:
    """Return the reason for an item of the result."""
    what, side, _ = item
    if what == "game":
        return _game(state, side)
    if what in COUNTER:
        card = JOKER if what == "snoozer" else card_of(state.trump, PIPS_OF[what])
        return family.taken(COUNTER[what], state, card)
    return family.trump_chance(state, what, state.table.setup.options["low"])


def _game(state: PitchState, side: int) -> Message:
    assert state.result is not None
    pips, table = state.result["pips"], state.table
    if pips is None:
        card = state.trump * 13 + TEN
        return family.taken(N_("Game: %(seat)s took %(card)s, the ten of trumps."), state, card)
    if pips.count(max(pips)) > 1:
        text = N_("Game: several count %(pips)d; the point goes to %(seat)s, the first of them after the dealer.")
    elif table.setup.options["partners"]:
        text = N_("Game: %(seat_owner)s side has the most card points, %(pips)d.")
    else:
        text = N_("Game: %(seat)s {has|have} the most card points, %(pips)d.")
    after_dealer = [(table.dealer + turn) % table.players for turn in range(1, table.players + 1)]
    speaker = next(seat for seat in after_dealer if table.sides[seat] == side)
    return Message(text, {"seat": Seat(speaker), "pips": pips[side]})


def _why_unscored(state: PitchState) -> list[Message]:
    """Return why nobody scored Game: equal pips, or no ten of trumps in play."""
    assert state.result is not None
    pips, options = state.result["pips"], state.table.setup.options
    if pips is None:
        ten = state.trump * 13 + TEN
        played = any(ten in trick.cards for trick in state.tricks)
        text = N_("Game: %(card)s was not in play, so nobody scores it.")
        return [] if played else [Message(text, {"card": Cards((ten,))})]
    if pips.count(max(pips)) == 1 or options["tie_game"] == "nondealer":
        return []
    return [Message(N_("Game: several count %(pips)d, so nobody scores it."), {"pips": max(pips)})]
