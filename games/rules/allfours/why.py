"""What a finished hand of All Fours came from, in sentences: tricks, turn-ups and score lines."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.allfours.actions import CHANCES
from games.rules.allfours.begging import JACK
from games.rules.allfours.score import Owners, Scores, chances
from games.rules.allfours.state import Claimed, Item, State, Trick, cards_out
from games.rules.cards import SUITS
from games.rules.core import N_, Cards, Said, Seat, Suit

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


def why(state: State) -> list[Said]:
    """Return a sentence for every trick, then for every turn-up, then for every item but turned jacks,
    then for what was not scored and for the end. Nothing before the hand is over."""
    if state.result is None:
        return []
    said = [_trick(state, number, trick) for number, trick in enumerate(state.tricks, 1)]
    said += _turned(state)
    table = state.table
    pips, owners = chances(state.tricks, state.trump, table.dealer, table.setup.options)
    claims = iter(state.course.claims)
    said += [_item(state, item, pips, claims) for item in state.course.items if item[0] != "jack-turned"]
    if state.result["pips"] is not None:
        said += _unscored(state, pips, owners)
    if state.result["end"] in END:
        said.append(Said(END[state.result["end"]]))
    return said


# --- cards ------------------------------------------------------------------------------------


def _turned(state: State) -> list[Said]:
    """Return a sentence for every turned-up card, with the jack's point where it scored."""
    said = []
    trump = -1
    for card in state.course.turned:
        if card // 13 == trump:
            text = N_("%(card)s is turned up; it is of the suit begged against and is laid aside.")
        elif card % 13 == JACK:
            text = N_("%(card)s is turned up: its suit is trump, and the jack scores a point for the dealer, %(seat)s.")
        else:
            text = N_("%(card)s is turned up: its suit is trump.")
        trump = card // 13
        said.append(Said(text, {"card": Cards((card,)), "seat": Seat(state.table.dealer)}))
    return said


def _trick(state: State, number: int, trick: Trick) -> Said:
    """Return who took a trick and why."""
    card = trick.cards[(trick.winner - trick.lead) % state.table.players]
    values = {"number": number, "seat": Seat(trick.winner), "card": Cards((card,)), "suit": Suit(SUITS[card // 13])}
    return Said(_reason(trick, card, state.trump), values)


def _reason(trick: Trick, card: int, trump: int) -> str:
    led = trick.cards[0] // 13
    alone = sum(other // 13 == card // 13 for other in trick.cards) == 1
    if card // 13 != trump:
        if alone:
            return N_(
                "Trick %(number)d: %(seat)s {takes|take} it with %(card)s; nobody else played the suit or a trump."
            )
        return N_("Trick %(number)d: %(seat)s {takes|take} it with %(card)s, the highest card of the suit led.")
    if not alone:
        return N_("Trick %(number)d: %(seat)s {takes|take} it with %(card)s, the highest trump in the trick.")
    if led == trump:
        return N_("Trick %(number)d: %(seat)s {takes|take} it with %(card)s, the only trump.")
    return N_("Trick %(number)d: %(seat)s {trumps|trump} it with %(card)s.")


# --- score lines ------------------------------------------------------------------------------


def _item(state: State, item: Item, pips: Scores, claims: Iterator[Claimed]) -> Said:
    """Return what an item of the result came from. Claims and their items stand in one order."""
    what, side, points = item
    match what:
        case "gift":
            return Said(N_("Gift: %(seat)s begged and {was|were} given a point."), {"seat": Seat(state.table.eldest)})
        case "revoke" | "false-claim":
            return _claim(next(claims))
        case "miscount":
            text = N_("Miscount: %(seat)s announced what was not theirs; the other side scores %(points)d.")
            return Said(text, {"seat": _speaker(state, 1 - side), "points": points})
        case "game":
            return _game(state, side, pips)
    return _trump(state, what)


def _claim(claimed: Claimed) -> Said:
    values = {"seat": Seat(claimed.seat), "against": Seat(claimed.against), "trick": claimed.trick}
    if claimed.revoke:
        text = N_("Revoke: %(seat)s claimed that %(against)s revoked in trick %(trick)d, and {was|were} right.")
    else:
        text = N_("False claim: %(seat)s claimed that %(against)s revoked in trick %(trick)d, and {was|were} wrong.")
    return Said(text, values)


def _trump(state: State, what: str) -> Said:
    """Return what the point for High, Low or Jack came from."""
    trumps = [card for hand in cards_out(state) for card in hand if card // 13 == state.trump]
    if what == "jack":
        card = state.trump * 13 + JACK
        return _about(N_("Jack: %(card)s was taken by %(seat)s."), card, _taker(state, card))
    if what == "high":
        card = max(trumps)
        return _about(
            N_("High: %(card)s was the highest trump in play, and %(seat)s held it."), card, _holder(state, card)
        )
    card = min(trumps)
    low = state.table.setup.options["low"]
    if low == "dealt":
        return _about(
            N_("Low: %(card)s was the lowest trump in play, and %(seat)s held it."), card, _holder(state, card)
        )
    if low == "won":
        return _about(
            N_("Low: %(card)s was the lowest trump in play, and %(seat)s took it."), card, _taker(state, card)
        )
    text = N_("Low: %(card)s was the lowest trump in play; the point goes to the dealer, %(seat)s.")
    return _about(text, card, state.table.dealer)


def _about(text: str, card: int, seat: int) -> Said:
    return Said(text, {"card": Cards((card,)), "seat": Seat(seat)})


def _game(state: State, side: int, pips: Scores) -> Said:
    values = {"seat": _speaker(state, side), "pips": pips[side], "others": pips[1 - side]}
    if pips[0] == pips[1]:
        return Said(
            N_("Game: both sides count %(pips)d; the point goes to the side that does not deal, %(seat)s."), values
        )
    return Said(N_("Game: %(seat_owner)s side counts %(pips)d, the other side %(others)d."), values)


def _unscored(state: State, pips: Scores, owners: Owners) -> list[Said]:
    """Return why a chance brought nothing: equal pips, or its owner did not announce it."""
    said = []
    if state.result is not None and state.result["winner"] is None and state.table.setup.options["announce"] == "self":
        for chance in CHANCES:
            side = owners.get(chance)
            if side is not None and chance not in (state.course.announced[side] or ()):
                said.append(Said(NOT_ANNOUNCED[chance], {"seat": _speaker(state, side)}))
    if "game" not in owners:
        said.append(Said(N_("Game: both sides count %(pips)d, so nobody scores it."), {"pips": pips[0]}))
    return said


def _speaker(state: State, side: int) -> Seat:
    """Return the seat that stands for a side: the eldest or the dealer."""
    return Seat(state.table.eldest if state.table.eldest % 2 == side else state.table.dealer)


def _holder(state: State, card: int) -> int:
    return next(seat for seat, hand in enumerate(cards_out(state)) if card in hand)


def _taker(state: State, card: int) -> int:
    return next(trick.winner for trick in state.tricks if card in trick.cards)
