"""What the rules refuse, in order of precedence (all-fours.md, section 11)."""

from __future__ import annotations

from games.rules.allfours.actions import Ask, Claim, Discard, Give, Play
from games.rules.allfours.begging import HAND
from games.rules.allfours.follow import SUIT_OF, refuse_card
from games.rules.allfours.state import State, cards_played, latest_card
from games.rules.core import N_, Action, Illegal, Refusal

REFUSALS: dict[str, Refusal] = {
    "malformed": Refusal(N_("This record is not an All Fours hand."), "10"),
    "hand-over": Refusal(N_("The hand is already over."), "6"),
    "wrong-phase": Refusal(N_("That cannot be done at this point of the hand."), "10"),
    "cannot-ask": Refusal(N_("You may ask only about a trump that you have just played."), "5"),
    "not-your-turn": Refusal(N_("It is not your turn."), "10"),
    "gift-would-win": Refusal(N_("You may not give the point that wins the game: run the cards."), "4"),
    "not-in-hand": Refusal(N_("You do not hold that card."), "10"),
    "wrong-count": Refusal(N_("You must discard down to six cards."), "4"),
    "must-follow-trump": Refusal(N_("A trump was led, so you must play a trump."), "5"),
    "must-follow-or-trump": Refusal(N_("You must follow suit or play a trump."), "5"),
    "no-such-trick": Refusal(N_("There was no such trick."), "7"),
    "own-side": Refusal(N_("You can claim only against the other side."), "7"),
    "already-claimed": Refusal(N_("That card has been claimed already."), "7"),
    "wrong-result": Refusal(N_("The result in this record is not what the rules give."), "10"),
}

PHASE_OF = {
    "stand": "beg",
    "beg": "beg",
    "give": "answer",
    "run": "answer",
    "discard": "discard",
    "play": "play",
    "ask": "play",
    "claim": "claims",
    "accept": "claims",
    "announce": "announce",
}


def check(state: State, action: Action) -> None:
    """Raise ``Illegal`` with the first code that applies, or return."""
    if state.result is not None:
        raise Illegal("hand-over")
    if PHASE_OF[action.do] != state.phase:
        raise Illegal("wrong-phase")
    if isinstance(action, Ask):
        if not may_ask(state, action.seat):
            raise Illegal("cannot-ask")
        return
    if action.seat not in state.to_act:
        raise Illegal("not-your-turn")
    match action:
        case Give() if gift_would_win(state):
            raise Illegal("gift-would-win")
        case Play(seat=seat, card=card):
            _check_play(state, seat, card)
        case Discard(seat=seat, cards=cards):
            _check_discard(state.hands[seat], cards or ())
        case Claim():
            _check_claim(state, action)


def may_ask(state: State, seat: int) -> bool:
    """Say whether a seat may ask now: it played the latest card, a trump, and nobody asked yet."""
    latest = latest_card(state)
    return (
        state.phase == "play"
        and latest is not None
        and latest[0] == seat
        and SUIT_OF[latest[1]] == state.trump
        and state.course.asked != cards_played(state)
    )


def gift_would_win(state: State) -> bool:
    """Say whether the dealer may not give the point, because it would win the game."""
    table = state.table
    reached = state.course.scores[table.eldest % 2] + 1 >= table.target
    return reached and not table.setup.options["gift_can_win"]


def _check_play(state: State, seat: int, card: int) -> None:
    hand = state.hands[seat]
    if card not in hand:
        raise Illegal("not-in-hand")
    if state.table.enforced:
        refuse_card(hand, state.trick, state.trump, card)


def _check_discard(hand: tuple[int, ...], cards: tuple[int, ...]) -> None:
    if len(set(cards)) != len(cards) or not set(cards) <= set(hand):
        raise Illegal("not-in-hand")
    if len(cards) != len(hand) - HAND:
        raise Illegal("wrong-count")


def _check_claim(state: State, action: Claim) -> None:
    if not 1 <= action.trick <= len(state.tricks):
        raise Illegal("no-such-trick")
    if action.against % 2 == action.seat % 2:
        raise Illegal("own-side")
    if any((made.against, made.trick) == (action.against, action.trick) for made in state.course.claims):
        raise Illegal("already-claimed")
