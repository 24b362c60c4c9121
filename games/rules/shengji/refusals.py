"""Whether an action is legal: the first code that applies (/rules/eighty/#15)."""

from __future__ import annotations

from games.rules.core import Action, Illegal
from games.rules.revokes import Accept, Claim
from games.rules.shengji.actions import Bury, Close, Declare, Play
from games.rules.shengji.declaring import check_declare
from games.rules.shengji.following import check_follow, duty
from games.rules.shengji.hands import hand_of, holds
from games.rules.shengji.shapes import split
from games.rules.shengji.state import State, trumps_in


def check(state: State, action: Action) -> None:
    """Raise ``Illegal`` with the first code that applies to an action of good form, or return."""
    if state.phase == "over":
        raise Illegal("hand-over")
    if isinstance(action, Play):
        _check_play(state, action)
    elif isinstance(action, Declare):
        if not state.ground.open:
            raise Illegal("wrong-phase")
        check_declare(state.ground, action)
    elif isinstance(action, Bury):
        _check_bury(state, action)
    elif isinstance(action, Claim):
        _check_claim(state, action)
    elif isinstance(action, Accept):
        if state.phase != "claims":
            raise Illegal("wrong-phase")
        _check_turn(state, action.seat)
    else:
        assert isinstance(action, Close)
        if state.phase != "draw":
            raise Illegal("wrong-phase")


def _check_turn(state: State, seat: int) -> None:
    if seat not in state.to_act:
        raise Illegal("not-your-turn")


def _check_bury(state: State, action: Bury) -> None:
    if state.phase != "bury":
        raise Illegal("wrong-phase")
    _check_turn(state, action.seat)
    if not holds(state.hands[action.seat], action.cards):
        raise Illegal("not-in-hand")
    deal = state.ground.deal
    if len(action.cards) != len(deal.bottom) and not deal.honour:
        raise Illegal("wrong-bury-count")


def _check_play(state: State, action: Play) -> None:
    if state.phase != "play":
        raise Illegal("wrong-phase")
    _check_turn(state, action.seat)
    hand, cards = state.hands[action.seat], action.cards
    if not holds(hand, cards):
        raise Illegal("not-in-hand")
    deal = state.ground.deal
    if not deal.eighty and len(cards) != 1:
        raise Illegal("wrong-count")
    if state.shape is None:
        _check_lead(state, cards)
        return
    if len(cards) != state.shape.size:
        raise Illegal("wrong-count", state.plays[-(len(state.plays) % 4)].cards)
    if not deal.honour:
        table = trumps_in(state)
        owed = duty(table, deal.follow, state.shape, state.suit, hand)
        check_follow(table, owed, state.suit, hand_of(cards))


def _check_lead(state: State, cards: tuple[int, ...]) -> None:
    """Raise where cards held are no lead (/rules/eighty/#6; /rules/eighty/#9 with ``throw``)."""
    table = trumps_in(state)
    if len({table.suits[card] for card in cards}) > 1:
        raise Illegal("not-one-suit")
    if not cards:
        raise Illegal("not-a-shape")
    if len(cards) > 1 and not state.ground.deal.throw and len(split(table, hand_of(cards))) > 1:
        raise Illegal("not-a-shape")


def _check_claim(state: State, claim: Claim) -> None:
    """Raise where a revoke cannot be claimed (/rules/eighty/#13)."""
    if not state.ground.deal.honour or state.phase not in ("play", "claims"):
        raise Illegal("wrong-phase")
    if state.phase == "claims":
        _check_turn(state, claim.seat)
    if (claim.seat - claim.against) % 2 == 0:
        raise Illegal("own-side")
    if not followed(state, claim.against, claim.trick):
        raise Illegal("no-such-trick")


def followed(state: State, seat: int, trick: int) -> bool:
    """Return whether a seat has followed to a trick, counted from 1."""
    if not 1 <= trick <= len(state.leaders):
        return False
    at = (seat - state.leaders[trick - 1]) % 4
    return at > 0 and 4 * (trick - 1) + at < len(state.plays)
