"""Big Two once more, small and slow: its record and its refusals, from /rules/big-two/#8 to #11 alone."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.reference import climbing
from tests.reference.big_two_hand import (
    VALUES,
    Hand,
    begin,
    carry_out,
    may_be_chosen,
    pack,
    pass_error,
    play_error,
    resolve,
)
from tests.reference.climbing import PACK_52, is_context_of_winner_and_loser, standing

__all__ = ["VALUES", "begin", "carry_out", "may_be_chosen", "pack", "resolve", "standing"]

KEY = "big-two"
is_context = is_context_of_winner_and_loser
is_action = partial(climbing.is_action, ["play", "pass"], PACK_52)
next_context = climbing.the_loser_deals


SENTENCES = {
    "malformed": "This record is not a Big Two hand.",
    "hand-over": "The hand is already over.",
    "not-your-turn": "It is not your turn.",
    "not-in-hand": "You do not hold that card.",
    "cannot-pass-lead": "You lead this trick, so you must play something.",
    "not-a-combination": "These cards do not form a combination.",
    "must-play-lowest": "The first play must contain the lowest card.",
    "wrong-type": "You must play the same number of cards, of a type that answers this one.",
    "too-low": "That does not beat the cards on the table.",
    "must-play-highest": "The next player has one card left: you must play your highest card.",
    "wrong-result": "The result in this record is not what the rules give.",
}


def refusal(hand: Hand, action: dict[str, Any]) -> str | None:
    """Return the first code that applies to an action, or ``None`` where it is legal."""
    seat, held, cards = action["seat"], hand["hands"][action["seat"]], action.get("cards", [])
    if hand["phase"] == "over":
        return "hand-over"
    if seat not in hand["to_act"]:
        return "not-your-turn"
    if any(card not in held or cards.count(card) > 1 for card in cards):
        return "not-in-hand"
    return pass_error(hand, seat) if action["do"] == "pass" else play_error(hand, seat, cards)
