"""The play of California Jack: after each trick both draw while the stock lasts (/rules/california-jack/#4)."""

from __future__ import annotations

from games.rules.california_jack.score import score_hand
from games.rules.california_jack.state import PLAYERS, STOCK, CaliforniaJackState
from games.rules.four_chances.playing import play_and


def trick_taken(state: CaliforniaJackState) -> CaliforniaJackState:
    """Return what follows a trick: the winner is given the top card of the stock and the other seat the
    next; after the last trick the count."""
    deck = state.table.setup.deck
    place = STOCK + PLAYERS * (len(state.tricks) - 1)
    if place < len(deck):
        first, second = state.hands
        top, next_card = deck[place : place + 1], deck[place + 1 : place + 2]
        if state.lead == 0:
            return state._replace(hands=(first + top, second + next_card))
        return state._replace(hands=(first + next_card, second + top))
    return state if state.hands[state.lead] else score_hand(state)


#: A card is played.
play = play_and(trick_taken)
