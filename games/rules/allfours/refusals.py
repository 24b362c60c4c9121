"""What All Fours refuses, in order of precedence (/rules/all-fours/#11)."""

from __future__ import annotations

from games.rules.allfours.actions import Discard, Give
from games.rules.allfours.state import AllFoursState
from games.rules.core import N_, Action, Illegal, Refusal
from games.rules.four_chances import refusals
from games.rules.four_chances.deal import HAND
from games.rules.four_chances.refusals import SENTENCES
from games.rules.revokes import Claim

REFUSALS: dict[str, Refusal] = {
    "malformed": Refusal(N_("This record is not an All Fours hand."), "10"),
    "hand-over": Refusal(SENTENCES["hand-over"], "6"),
    "wrong-phase": Refusal(SENTENCES["wrong-phase"], "10"),
    "cannot-ask": Refusal(SENTENCES["cannot-ask"], "5"),
    "not-your-turn": Refusal(SENTENCES["not-your-turn"], "10"),
    "gift-would-win": Refusal(N_("You may not give the point that wins the game: run the cards."), "4"),
    "not-in-hand": Refusal(SENTENCES["not-in-hand"], "10"),
    "wrong-count": Refusal(N_("You must discard down to six cards."), "4"),
    "must-follow-trump": Refusal(SENTENCES["must-follow-trump"], "5"),
    "must-follow-or-trump": Refusal(SENTENCES["must-follow-or-trump"], "5"),
    "no-such-trick": Refusal(N_("There was no such trick."), "7"),
    "own-side": Refusal(N_("You can claim only against the other side."), "7"),
    "already-claimed": Refusal(N_("That card has been claimed already."), "7"),
    "wrong-result": Refusal(SENTENCES["wrong-result"], "10"),
}

PHASES = {
    "stand": ("beg",),
    "beg": ("beg",),
    "give": ("answer",),
    "run": ("answer",),
    "discard": ("discard",),
    "play": ("play",),
    "ask": ("play",),
    "claim": ("claims",),
    "accept": ("claims",),
    "announce": ("announce",),
}


def check(state: AllFoursState, action: Action) -> None:
    """Raise ``Illegal`` with the first code that applies, or return."""
    refusals.check(state, action, PHASES)
    match action:
        case Give() if gift_would_win(state):
            raise Illegal("gift-would-win")
        case Discard(seat=seat, cards=cards):
            _check_discard(state.hands[seat], cards or ())
        case Claim():
            _check_claim(state, action)


def gift_would_win(state: AllFoursState) -> bool:
    """Return whether the dealer may not give the point, because it would win the game."""
    table = state.table
    reached = state.scores[table.sides[table.eldest]] + 1 >= table.target
    return reached and not table.setup.options["gift_can_win"]


def _check_discard(hand: tuple[int, ...], cards: tuple[int, ...]) -> None:
    if len(set(cards)) != len(cards) or not set(cards) <= set(hand):
        raise Illegal("not-in-hand")
    if len(cards) != len(hand) - HAND:
        raise Illegal("wrong-count")


def _check_claim(state: AllFoursState, action: Claim) -> None:
    sides = state.table.sides
    if not 1 <= action.trick <= len(state.tricks):
        raise Illegal("no-such-trick")
    if sides[action.against] == sides[action.seat]:
        raise Illegal("own-side")
    if any((claim.against, claim.trick) == (action.against, action.trick) for claim in state.course.claims):
        raise Illegal("already-claimed")
