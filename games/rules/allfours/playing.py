"""The play and what follows it: ask, claims, announcements (all-fours.md, sections 5, 7 and 8)."""

from __future__ import annotations

from games.rules.allfours.actions import Accept, Announce, Ask, Claim, Play
from games.rules.allfours.ending import counted, over
from games.rules.allfours.follow import STRENGTH, SUIT_OF, answer, playable
from games.rules.allfours.score import award
from games.rules.allfours.state import Answer, Claimed, State, Trick, cards_out, cards_played, latest_card

_ALONE = tuple((seat,) for seat in range(4))


def play(state: State, action: Play) -> State:
    """A card is played; a full trick is taken, and the last one ends the play.

    Most steps of a hand are this one: it takes the state apart and builds the next directly.
    """
    table, phase, _, hands, trump, lead, trick, tricks, course, past, _ = state
    seat, card = action.seat, action.card
    hand = hands[seat]
    place = hand.index(card)
    hand = hand[:place] + hand[place + 1 :]
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    trick = (*trick, card)
    players = table.players
    if len(trick) < players:
        to_act = _ALONE[(seat + 1) % players]
        return State(table, phase, to_act, hands, trump, lead, trick, tricks, course, (past, action), None)
    strength = STRENGTH[trump][SUIT_OF[trick[0]]]
    winner = (lead + trick.index(max(trick, key=strength.__getitem__))) % players
    tricks = (*tricks, Trick(lead, trick, winner))
    to_act = _ALONE[winner]
    new = State(table, phase, to_act, hands, trump, winner, (), tricks, course, (past, action), None)
    return new if hand else _played_out(new)


def _played_out(state: State) -> State:
    """Return the phase after the last trick."""
    if not state.table.enforced:
        return state._replace(phase="claims", to_act=tuple(range(state.table.players)))
    return _claimed_out(state)


def _claimed_out(state: State) -> State:
    """Return the phase after the claims: the announcements or the count."""
    table = state.table
    if table.setup.options["announce"] == "self":
        return state._replace(phase="announce", to_act=tuple(sorted((table.eldest, table.dealer))))
    return counted(state)


def ask(state: State, action: Ask) -> State:
    """The seat of the latest card is told whether its trump is the highest or lowest out."""
    latest = latest_card(state)
    assert latest is not None
    seat, card = latest
    out = [other for hand in cards_out(state) for other in hand]
    high, low = answer(out, state.trump, card)
    course = state.course
    return state._replace(
        course=course._replace(asked=cards_played(state), answers=(*course.answers, Answer(seat, card, high, low))),
        past=(state.past, action),
    )


def is_revoke(state: State, seat: int, number: int) -> bool:
    """Say whether a seat's card in a trick, counted from 1, is one that section 5 does not allow."""
    players = state.table.players
    lead, cards, _ = state.tricks[number - 1]
    place = (seat - lead) % players
    hand = tuple(trick.cards[(seat - trick.lead) % players] for trick in state.tricks[number - 1 :])
    return cards[place] not in playable(hand, cards[:place], state.trump)


def claim(state: State, action: Claim) -> State:
    """A claim is judged and scored at once; it may win the game."""
    revoke = is_revoke(state, action.against, action.trick)
    side = action.seat % 2 if revoke else action.against % 2
    course = award(state.course, "revoke" if revoke else "false-claim", side, 1)
    course = course._replace(claims=(*course.claims, Claimed(action.seat, action.against, action.trick, revoke)))
    new = state._replace(course=course, past=(state.past, action))
    return over(new, "penalty", course) if course.scores[side] >= state.table.target else new


def accept(state: State, action: Accept) -> State:
    """A seat has no more claims; when all have accepted the hand goes on."""
    waiting = tuple(seat for seat in state.to_act if seat != action.seat)
    new = state._replace(to_act=waiting, past=(state.past, action))
    return new if waiting else _claimed_out(new)


def announce(state: State, action: Announce) -> State:
    """A side announces; when both have, the hand is counted."""
    said = list(state.course.announced)
    said[action.seat % 2] = action.items
    waiting = tuple(seat for seat in state.to_act if seat != action.seat)
    new = state._replace(
        to_act=waiting, course=state.course._replace(announced=(said[0], said[1])), past=(state.past, action)
    )
    return new if waiting else counted(new)
