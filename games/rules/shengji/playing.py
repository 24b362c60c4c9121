"""From one state to the next (/rules/eighty/#4, #5, #8, #9, #10, #13 and #14).

``step`` trusts that the action is legal; a play of one card, by far the most common action, has a
fast path.
"""

from __future__ import annotations

from typing import Any

from games.rules.core import Action, Illegal, Setup
from games.rules.revokes import Accept, Claim
from games.rules.shengji.actions import Bury, Declare, Play, play
from games.rules.shengji.declaring import closed
from games.rules.shengji.following import check_follow, duty
from games.rules.shengji.hands import (
    FIRST,
    NAMES_HELD,
    POINTS,
    SECOND,
    cards_of,
    hand_of,
    names_of,
    plus,
    points_of,
    without,
)
from games.rules.shengji.score import Taken, lead_count, multiplier, result
from games.rules.shengji.shapes import SINGLE, Shape, shape_of, split, top_of
from games.rules.shengji.state import (
    ALONE,
    NOBODY,
    Ground,
    Notes,
    State,
    banker_in,
    deal_of,
    set_hand,
    trumps_in,
)
from games.rules.shengji.throws import led
from games.rules.shengji.trumps import TRUMP, Trumps


def start(setup: Setup, eighty: bool, live: bool) -> State:
    """Return the first state: of a live draw, or with the draw read as closed (/rules/eighty/#14)."""
    deal = deal_of(setup, eighty)
    if live:
        ground = Ground(deal, (), None, deal.banker, (), None, True)
        return State(ground, "draw", NOBODY, None, deal.hands)
    return _to_bury(closed(deal, (), True))


def step(state: State, action: Action) -> State:
    """Return the state after a legal action."""
    if isinstance(action, Play):
        if len(action.cards) == 1 and not state.ground.deal.honour:
            return _single(state, action)
        return _play(state, action)
    if isinstance(action, Declare):
        return _declare(state, action)
    if isinstance(action, Bury):
        return _bury(state, action)
    if isinstance(action, Claim):
        return _claim(state, action)
    if isinstance(action, Accept):
        return _accept(state, action)
    return _to_bury(closed(state.ground.deal, state.ground.declared, False))


# --- before the first trick ---------------------------------------------------------------


def _declare(state: State, action: Declare) -> State:
    ground = state.ground
    declared = (*ground.declared, action)
    if state.phase == "bury":
        return _to_bury(closed(ground.deal, declared, True))
    drawing = Ground(ground.deal, declared, None, ground.banker, (), None, True)
    return State(drawing, "draw", NOBODY, None, state.hands)


def _to_bury(ground: Ground) -> State:
    """Return the state in which the banker holds the bottom too."""
    banker = ground.banker
    assert banker is not None
    hands = ground.deal.hands
    hands = set_hand(hands, banker, plus(hands[banker], hand_of(ground.deal.bottom)))
    return State(ground, "bury", ALONE[banker], None, hands)


def _bury(state: State, action: Bury) -> State:
    g = state.ground
    ground = Ground(g.deal, g.declared, g.trumps, g.banker, g.revealed, action.cards, False)
    seat = action.seat
    hands = set_hand(state.hands, seat, without(state.hands[seat], hand_of(action.cards)))
    if len(action.cards) == len(g.deal.bottom):
        return State(ground, "play", ALONE[seat], None, hands, leaders=(seat,))
    buried = State(ground, "over", NOBODY, None, hands)
    return _ended(buried, _result(buried, "bad-bury", seat), buried.notes)


# --- tricks ---------------------------------------------------------------------------------


def _single(state: State, action: Play) -> State:
    """Play one card at a table where revokes are impossible, so that no duty needs judging."""
    seat = action.seat
    card = action.cards[0]
    hands = state.hands
    hand = hands[seat]
    hand ^= SECOND[card] if hand & SECOND[card] else FIRST[card]
    table = state.ground.trumps
    assert table is not None
    shape, suit = state.shape, state.suit
    if shape is None:
        shape, suit = SINGLE, table.suits[card]
    return _played(state, action, set_hand(hands, seat, hand), shape, suit, table.strength[suit][card], POINTS[card])


def _play(state: State, action: Play) -> State:
    """Play any number of cards: a throw is tested, a revoke is noted."""
    seat, notes, table = action.seat, state.notes, trumps_in(state)
    cards = hand_of(action.cards)
    shape, suit = state.shape, state.suit
    if shape is None:
        suit = table.suits[action.cards[0]]
        parts = split(table, cards)
        if len(parts) > 1:
            others = [hand for other, hand in enumerate(state.hands) if other != seat]
            actual = led(table, suit, cards, others)
            if actual != cards:
                failed = (*notes.failed, (len(state.plays), action.cards))
                notes = Notes(failed, notes.revokes, notes.claims)
                cards = actual
                action = play(seat, cards_of(cards))
                parts = split(table, cards)
        shape = shape_of(parts)
    elif state.ground.deal.honour and revoked(state, seat, cards):
        trick = (len(state.leaders), seat)
        notes = Notes(notes.failed, (*notes.revokes, trick), notes.claims)
    hands = set_hand(state.hands, seat, without(state.hands[seat], cards))
    power = power_of(table, shape, suit, cards)
    if state.shape is None:
        power = max(power, 1)
    return _played(state, action, hands, shape, suit, power, points_of(action.cards), notes)


def power_of(table: Trumps, shape: Shape, suit: int, cards: int) -> int:
    """Return the strength of a play in a trick of this lead, 0 if it cannot win (/rules/eighty/#8, #9).

    ``cards``: as a hand, as many as the lead has. The lead's own strength is found in the same way. A throw that
    stands is never beaten in its own suit, so every play of that suit gives 0.
    """
    strength = table.strength[suit]
    if not cards & (cards - 1):
        return strength[cards.bit_length() - 1]
    if not cards & ~table.both[TRUMP]:
        if suit == TRUMP and shape.throw:
            return 0
    elif shape.throw or cards & ~table.both[suit]:
        return 0
    top = top_of(table, cards, shape)
    if top < 0:
        return 0
    return next(strength[card] for card in names_of(cards & (1 << NAMES_HELD) - 1) if table.place[card] == top)


def revoked(state: State, seat: int, cards: int) -> bool:
    """Return whether a follow breaks a duty of /rules/eighty/#7."""
    assert state.shape is not None
    table = trumps_in(state)
    owed = duty(table, state.ground.deal.follow, state.shape, state.suit, state.hands[seat])
    try:
        check_follow(table, owed, state.suit, cards)
    except Illegal:
        return True
    return False


def _played(
    state: State,
    action: Play,
    hands: tuple[int, int, int, int],
    shape: Shape,
    suit: int,
    power: int,
    points: int,
    notes: Notes | None = None,
) -> State:
    """Return the state after a play has been judged."""
    seat = action.seat
    plays = (*state.plays, action)
    pot = state.pot + points
    best = state.best
    if best < 0 or power > state.power:
        best = seat
    else:
        power = state.power
    notes = state.notes if notes is None else notes
    ground, leaders, taken = state.ground, state.leaders, state.points
    if len(plays) & 3:
        turn = ALONE[(seat + 1) & 3]
        return State(ground, "play", turn, None, hands, plays, leaders, shape, suit, best, power, taken, pot, notes)
    if (best ^ banker_in(state)) & 1:
        taken += pot
    if hands[best]:
        return State(
            ground, "play", ALONE[best], None, hands, plays, (*leaders, best), None, -1, -1, 0, taken, 0, notes
        )
    last = State(ground, "claims", (0, 1, 2, 3), None, hands, plays, leaders, None, -1, best, power, taken, 0, notes)
    return last if ground.deal.honour else _ended(last, _result(last, "played", None), notes)


# --- the end ----------------------------------------------------------------------------------


def _accept(state: State, action: Accept) -> State:
    notes = Notes(state.notes.failed, state.notes.revokes, (*state.notes.claims, action))
    left = tuple(seat for seat in state.to_act if seat != action.seat)
    if not left:
        return _ended(state, _result(state, "played", None), notes)
    s = state
    return State(
        s.ground, s.phase, left, None, s.hands, s.plays, s.leaders, None, -1, s.best, s.power, s.points, 0, notes
    )


def _claim(state: State, claim: Claim) -> State:
    upheld = (claim.trick, claim.against) in state.notes.revokes
    end, offender = ("claim-upheld", claim.against) if upheld else ("claim-false", claim.seat)
    notes = Notes(state.notes.failed, state.notes.revokes, (*state.notes.claims, claim))
    return _ended(state, _result(state, end, offender), notes)


def _ended(state: State, result: dict[str, Any], notes: Notes) -> State:
    s = state
    return State(
        s.ground,
        "over",
        NOBODY,
        result,
        s.hands,
        s.plays,
        s.leaders,
        s.shape,
        s.suit,
        s.best,
        s.power,
        s.points,
        s.pot,
        notes,
    )


def _result(state: State, end: str, offender: int | None) -> dict[str, Any]:
    """Return the result of a hand that ends in this state (/rules/eighty/#10 to #14)."""
    ground = state.ground
    deal, banker = ground.deal, banker_in(state)
    table = trumps_in(state)
    times, winner = 0, None
    if end == "played":
        winner = state.best
        if (winner ^ banker) & 1:
            parts = split(table, hand_of(state.plays[-4].cards))
            times = multiplier(deal.setup.options.get("bottom", "double"), lead_count(parts))
    assert ground.buried is not None
    buried = points_of(ground.buried)
    ending = Taken(end, offender, banker, table.letter, state.points, buried, times, winner)
    return result(deal.eighty, deal.setup.options, deal.setup.context["levels"], ending)
