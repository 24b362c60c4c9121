"""A card is played (/rules/all-fours/#5). What follows a trick is each game's own."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.four_chances.actions import SEATS, Play
from games.rules.four_chances.following import STRENGTH, SUITS_UNDER
from games.rules.four_chances.state import C, State, Trick

_ALONE = tuple((seat,) for seat in SEATS)


def play_and(trick_taken: Callable[[State[C]], State[C]]) -> Callable[[State[C], Play], State[C]]:
    """Return what carries out a play. ``trick_taken`` is given the state after each whole trick, whose
    taker is to act and to lead, and returns what it leads to."""

    def play(state: State[C], action: Play) -> State[C]:
        # Most steps of a hand are this one: it takes the state apart and builds the next directly.
        table, phase, _, hands, trump, lead, trick, tricks, scores, items, course, past, _ = state
        seat, card = action.seat, action.card
        hand = hands[seat]
        place = hand.index(card)
        hands = (*hands[:seat], hand[:place] + hand[place + 1 :], *hands[seat + 1 :])
        trick = (*trick, card)
        players = table.players
        past = (past, action)
        if len(trick) < players:
            to_act = _ALONE[(seat + 1) % players]
            return State(table, phase, to_act, hands, trump, lead, trick, tricks, scores, items, course, past, None)
        strength = STRENGTH[trump][SUITS_UNDER[trump][trick[0]]]
        winner = (lead + trick.index(max(trick, key=strength.__getitem__))) % players
        tricks = (*tricks, Trick(lead, trick, winner))
        to_act = _ALONE[winner]
        return trick_taken(
            State(table, phase, to_act, hands, trump, winner, (), tricks, scores, items, course, past, None)
        )

    return play
