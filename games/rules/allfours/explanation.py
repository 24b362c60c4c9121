"""What a finished hand of All Fours came from, in sentences: tricks, turn-ups and score lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.allfours.score import chances
from games.rules.allfours.state import AllFoursState, Claimed
from games.rules.core import N_, Cards, Explanation, Message, Seat
from games.rules.four_chances import explanation as family
from games.rules.four_chances.score import CHANCES, JACK, Owners
from games.rules.four_chances.state import Item

END = {
    "jack-turned": N_("The turned-up jack wins the game; the hand is not played."),
    "gift": N_("The point that was given wins the game; the hand is not played."),
    "penalty": N_("The point for the claim wins the game; the hand is not counted."),
    "thrown-in": N_("The pack ran out before another suit was turned up: the same dealer deals again."),
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
        score += _unscored(state, pips, owners)
    if state.result["end"] in END:
        score.append(Message(END[state.result["end"]]))
    return Explanation(tuple(_turned(state)), family.tricks(state), tuple(score))


def _turned(state: AllFoursState) -> list[Message]:
    """Return a sentence for every turned-up card, with the jack's point where it scored."""
    messages = []
    trump = -1
    for card in state.course.turned:
        if card // 13 == trump:
            text = N_("%(card)s is turned up; it is of the suit begged against and is laid aside.")
        elif card % 13 == JACK:
            text = N_("%(card)s is turned up: its suit is trump, and the jack scores a point for the dealer, %(seat)s.")
        else:
            text = N_("%(card)s is turned up: its suit is trump.")
        trump = card // 13
        messages.append(Message(text, {"card": Cards((card,)), "seat": Seat(state.table.dealer)}))
    return messages


# --- score lines ------------------------------------------------------------------------------


def _item(state: AllFoursState, item: Item, pips: Sequence[int], claims: Iterator[Claimed]) -> Message:
    """Return what an item of the result came from. Claims and their items stand in one order."""
    what, side, points = item
    match what:
        case "gift":
            text = N_("Gift: %(seat)s begged and {was|were} given a point.")
            return Message(text, {"seat": Seat(state.table.eldest)})
        case "revoke" | "false-claim":
            return _claim(next(claims))
        case "miscount":
            text = N_("Miscount: %(seat)s announced what was not theirs; the other side scores %(points)d.")
            return Message(text, {"seat": _speaker(state, 1 - side), "points": points})
        case "game":
            return _game(state, side, pips)
    low = state.table.setup.options["low"]
    if what == "low" and low == "dealer":
        text = N_("Low: %(card)s was the lowest trump in play; the point goes to the dealer, %(seat)s.")
        trumps = [card for trick in state.tricks for card in trick.cards if card // 13 == state.trump]
        return family.about(text, min(trumps), state.table.dealer)
    return family.trump_chance(state, what, low)


def _claim(claimed: Claimed) -> Message:
    values = {"seat": Seat(claimed.seat), "against": Seat(claimed.against), "trick": claimed.trick}
    if claimed.revoke:
        text = N_("Revoke: %(seat)s claimed that %(against)s revoked in trick %(trick)d, and {was|were} right.")
    else:
        text = N_("False claim: %(seat)s claimed that %(against)s revoked in trick %(trick)d, and {was|were} wrong.")
    return Message(text, values)


def _game(state: AllFoursState, side: int, pips: Sequence[int]) -> Message:
    values = {"seat": _speaker(state, side), "pips": pips[side], "others": pips[1 - side]}
    if pips[0] == pips[1]:
        return Message(
            N_("Game: both sides count %(pips)d; the point goes to the side that does not deal, %(seat)s."), values
        )
    return Message(N_("Game: %(seat_owner)s side counts %(pips)d, the other side %(others)d."), values)


def _unscored(state: AllFoursState, pips: Sequence[int], owners: Owners) -> list[Message]:
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
