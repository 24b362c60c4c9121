"""Why a finished hand of All Fours came out as it did, in sentences: tricks, turn-ups and score lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.allfours.score import chances
from games.rules.allfours.state import AllFoursState, Claimed
from games.rules.core import N_, Cards, Explanation, Message, Seat
from games.rules.four_chances import explanation as family
from games.rules.four_chances.score import CHANCES, JACK, Owners
from games.rules.four_chances.state import Item

END = {
    "jack-turned": N_("The jack turned up wins the game: no need to play."),
    "gift": N_("The point given wins the game: no need to play."),
    "penalty": N_("The point for the claim wins the game: no need to count."),
    "thrown-in": N_("The pack ran out before another suit came up: the same dealer deals again."),
}
NOT_ANNOUNCED = {
    "high": N_("High: %(seat)s did not announce it, so it is lost."),
    "low": N_("Low: %(seat)s did not announce it, so it is lost."),
    "jack": N_("Jack: %(seat)s did not announce it, so it is lost."),
    "game": N_("Game: %(seat)s did not announce it, so it is lost."),
}


def explain(state: AllFoursState) -> Explanation:
    """Return the turn-ups, the tricks, and the score: every item but turned jacks, then what was not scored and how
    the hand ended."""
    assert state.result is not None, "a hand that is not over"
    table = state.table
    pips, owners = chances(state.tricks, state.trump, table.dealer, table.setup.options)
    claims = iter(state.course.claims)
    score = [_item(state, item, pips, claims) for item in state.items if item[0] != "jack-turned"]
    if state.result["pips"] is not None:
        score += _why_unscored(state, pips, owners)
    if state.result["end"] in END:
        score.append(Message(END[state.result["end"]]))
    return Explanation(tuple(_turned(state)), family.tricks(state), tuple(score))


def _turned(state: AllFoursState) -> list[Message]:
    """Return a sentence for every turned-up card, with the jack's point where it scored."""
    messages = []
    trump = -1
    for card in state.course.turned:
        if card // 13 == trump:
            text = N_("%(card)s is turned up: the same suit again, so it is laid aside.")
        elif card % 13 == JACK:
            text = N_("%(card)s is turned up: its suit is trump, and the jack scores a point for %(seat)s, who dealt.")
        else:
            text = N_("%(card)s is turned up: its suit is trump.")
        trump = card // 13
        messages.append(Message(text, {"card": Cards((card,)), "seat": Seat(state.table.dealer)}))
    return messages


# --- score lines ------------------------------------------------------------------------------


def _item(state: AllFoursState, item: Item, pips: Sequence[int], claims: Iterator[Claimed]) -> Message:
    """Return the reason for an item of the result. Claims and their items stand in one order."""
    what, side, points = item
    match what:
        case "gift":
            text = N_("Gift: %(seat)s begged and got a point.")
            return Message(text, {"seat": Seat(state.table.eldest)})
        case "revoke" | "false-claim":
            return _claim(next(claims))
        case "miscount":
            text = N_("Miscount: %(seat)s announced too much, so the other side scores %(points)d.")
            return Message(text, {"seat": _speaker(state, 1 - side), "points": points})
        case "game":
            return _game(state, side, pips)
    low = state.table.setup.options["low"]
    if what == "low" and low == "dealer":
        text = N_("Low: %(card)s was the lowest trump in play; %(seat)s dealt and {scores|score} it.")
        trumps = [card for trick in state.tricks for card in trick.cards if card // 13 == state.trump]
        return family.about(text, min(trumps), state.table.dealer)
    return family.trump_chance(state, what, low)


def _claim(claimed: Claimed) -> Message:
    values = {"seat": Seat(claimed.seat), "against": Seat(claimed.against), "trick": claimed.trick}
    if claimed.revoke:
        text = N_("Revoke: %(seat)s caught %(against)s revoking in trick %(trick)d.")
    else:
        text = N_("False claim: %(seat)s claimed a revoke in trick %(trick)d, but %(against)s followed.")
    return Message(text, values)


def _game(state: AllFoursState, side: int, pips: Sequence[int]) -> Message:
    if pips[0] == pips[1]:
        text = N_("Game: %(pips)d card points each; the point goes to %(seat)s, who did not deal.")
        return Message(text, {"seat": _speaker(state, side), "pips": pips[side]})
    players = state.table.players
    sides = [tuple(Seat(seat) for seat in range(which, players, 2)) for which in (side, 1 - side)]
    text = N_("Game: card points: %(side)s %(pips)d, %(against)s %(others)d.")
    return Message(text, {"side": sides[0], "pips": pips[side], "against": sides[1], "others": pips[1 - side]})


def _why_unscored(state: AllFoursState, pips: Sequence[int], owners: Owners) -> list[Message]:
    """Return why a chance brought nothing: equal pips, or its owner did not announce it."""
    messages = []
    if state.result is not None and state.result["winner"] is None and state.table.setup.options["announce"] == "self":
        for chance in CHANCES:
            side = owners.get(chance)
            if side is not None and chance not in (state.course.announced[side] or ()):
                messages.append(Message(NOT_ANNOUNCED[chance], {"seat": _speaker(state, side)}))
    if "game" not in owners:
        messages.append(Message(family.TIED, {"pips": pips[0]}))
    return messages


def _speaker(state: AllFoursState, side: int) -> Seat:
    """Return the seat that stands for a side: the eldest or the dealer."""
    return Seat(state.table.eldest if state.table.eldest % 2 == side else state.table.dealer)
