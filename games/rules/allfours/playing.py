"""The play and what follows it: claims and announcements (/rules/all-fours/#5, #7 and #8)."""

from __future__ import annotations

from games.rules.allfours.actions import Announce
from games.rules.allfours.score import score_hand
from games.rules.allfours.state import AllFoursState, Claimed
from games.rules.four_chances.ending import over
from games.rules.four_chances.following import playable
from games.rules.four_chances.playing import play_and
from games.rules.four_chances.score import award
from games.rules.revokes import Accept, Claim


def trick_taken(state: AllFoursState) -> AllFoursState:
    """Return what follows a trick: after the last one the claims, the announcements or the count."""
    if state.hands[state.lead]:
        return state
    if state.table.setup.options["discipline"] == "honour":
        return state._replace(phase="claims", to_act=tuple(range(state.table.players)))
    return _after_claims(state)


def _after_claims(state: AllFoursState) -> AllFoursState:
    """Return the phase after the claims: the announcements or the count."""
    table = state.table
    if table.setup.options["announce"] == "self":
        return state._replace(phase="announce", to_act=tuple(sorted((table.eldest, table.dealer))))
    return score_hand(state)


#: A card is played.
play = play_and(trick_taken)


def is_revoke(state: AllFoursState, seat: int, number: int) -> bool:
    """Return whether a seat's card in a trick, counted from 1, is one that /rules/all-fours/#5 does not allow."""
    players = state.table.players
    lead, cards, _ = state.tricks[number - 1]
    place = (seat - lead) % players
    hand = tuple(trick.cards[(seat - trick.lead) % players] for trick in state.tricks[number - 1 :])
    return cards[place] not in playable(hand, cards[:place], state.trump)


def claim(state: AllFoursState, action: Claim) -> AllFoursState:
    """A claim is judged and scored at once; it may win the game."""
    revoke = is_revoke(state, action.against, action.trick)
    side = state.table.sides[action.seat if revoke else action.against]
    claims = (*state.course.claims, Claimed(action.seat, action.against, action.trick, revoke))
    new = award(state, "revoke" if revoke else "false-claim", side, 1)
    new = new._replace(course=state.course._replace(claims=claims), past=(state.past, action))
    return over(new, "penalty") if new.scores[side] >= state.table.target else new


def accept(state: AllFoursState, action: Accept) -> AllFoursState:
    """A seat has no more claims; when all have accepted the hand goes on."""
    waiting = tuple(seat for seat in state.to_act if seat != action.seat)
    new = state._replace(to_act=waiting, past=(state.past, action))
    return new if waiting else _after_claims(new)


def announce(state: AllFoursState, action: Announce) -> AllFoursState:
    """A side announces; when both have, the hand is counted."""
    announced = list(state.course.announced)
    announced[action.seat % 2] = action.items
    waiting = tuple(seat for seat in state.to_act if seat != action.seat)
    new = state._replace(
        to_act=waiting, course=state.course._replace(announced=(announced[0], announced[1])), past=(state.past, action)
    )
    return new if waiting else score_hand(new)
