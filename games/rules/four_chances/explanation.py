"""Why a finished hand came out as it did, in sentences: its tricks, and the trump chances."""

from __future__ import annotations

from typing import Any

from games.rules.cards import SUITS
from games.rules.core import N_, Cards, ExplainedTrick, Message, Seat, Suit
from games.rules.four_chances.following import SUITS_UNDER
from games.rules.four_chances.score import JACK, taker_of
from games.rules.four_chances.state import State, Trick

HIGH = N_("High: %(seat)s held %(card)s, the highest trump in play.")
LOW_HELD = N_("Low: %(seat)s held %(card)s, the lowest trump in play.")
LOW_TAKEN = N_("Low: %(seat)s took %(card)s, the lowest trump in play.")
TIED = N_("Game: %(pips)d card points each, so nobody scores it.")
JACK_TAKEN = N_("Jack: %(seat)s took %(card)s.")


def tricks(state: State[Any]) -> tuple[ExplainedTrick, ...]:
    """Return who took each trick and why."""
    return tuple(_trick(state, number, trick) for number, trick in enumerate(state.tricks, 1))


def _trick(state: State[Any], number: int, trick: Trick) -> ExplainedTrick:
    card = trick.cards[(trick.winner - trick.lead) % state.table.players]
    suits = SUITS_UNDER[state.trump]
    values = {"number": number, "seat": Seat(trick.winner), "card": Cards((card,)), "suit": Suit(SUITS[suits[card]])}
    text = _reason([suits[played] for played in trick.cards], suits[card], state.trump)
    return ExplainedTrick(trick.winner, (Message(text, values),))


def _reason(suits: list[int], suit: int, trump: int) -> str:
    """Return why a trick was taken, from the suits of its cards and of the card that took it."""
    alone = suits.count(suit) == 1
    if suit != trump:
        if alone:
            return N_("Trick %(number)d: %(seat)s {takes|take} it with %(card)s: nobody followed or trumped.")
        return N_("Trick %(number)d: %(seat)s {takes|take} it with %(card)s, the highest card of the suit led.")
    if not alone:
        return N_("Trick %(number)d: %(seat)s {takes|take} it with %(card)s, the highest trump in the trick.")
    if suits[0] == trump:
        return N_("Trick %(number)d: %(seat)s {takes|take} it with %(card)s, the only trump.")
    return N_("Trick %(number)d: %(seat)s {trumps|trump} it with %(card)s.")


# --- score lines ------------------------------------------------------------------------------


def trump_chance(state: State[Any], what: str, low: str) -> Message:
    """Return the reason for the point for High, Low or Jack; ``low``: ``"dealt"`` or ``"won"``."""
    trumps = [card for trick in state.tricks for card in trick.cards if card // 13 == state.trump]
    if what == "jack":
        return taken(JACK_TAKEN, state, state.trump * 13 + JACK)
    if what == "high":
        return held(HIGH, state, max(trumps))
    return taken(LOW_TAKEN, state, min(trumps)) if low == "won" else held(LOW_HELD, state, min(trumps))


def about(text: str, card: int, seat: int) -> Message:
    """Return a sentence about a card and a seat."""
    return Message(text, {"card": Cards((card,)), "seat": Seat(seat)})


def held(text: str, state: State[Any], card: int) -> Message:
    """Return a sentence about a card and the seat that held it at the first lead, and so played it."""
    trick = next(trick for trick in state.tricks if card in trick.cards)
    return about(text, card, (trick.lead + trick.cards.index(card)) % state.table.players)


def taken(text: str, state: State[Any], card: int) -> Message:
    """Return a sentence about a card and the seat that took it."""
    taker = taker_of(state.tricks, card)
    assert taker is not None
    return about(text, card, taker)
