"""What Pitch refuses, in order of precedence (/rules/pitch/#9)."""

from __future__ import annotations

from games.rules.core import N_, Action, Illegal, Refusal
from games.rules.four_chances import refusals
from games.rules.four_chances.refusals import SENTENCES
from games.rules.pitch.actions import Bid
from games.rules.pitch.bidding import open_bids
from games.rules.pitch.options import top_of
from games.rules.pitch.state import PitchState

REFUSALS: dict[str, Refusal] = {
    "malformed": Refusal(N_("This record is not a Pitch hand."), "8"),
    "hand-over": Refusal(SENTENCES["hand-over"], "6"),
    "wrong-phase": Refusal(SENTENCES["wrong-phase"], "8"),
    "cannot-ask": Refusal(SENTENCES["cannot-ask"], "5"),
    "not-your-turn": Refusal(SENTENCES["not-your-turn"], "8"),
    "no-such-bid": Refusal(N_("There is no such bid."), "4"),
    "bid-too-low": Refusal(N_("You must bid more than the highest bid, or pass."), "4"),
    "bid-would-win": Refusal(N_("You may not bid so much that the sale wins the game."), "4"),
    "not-in-hand": Refusal(SENTENCES["not-in-hand"], "8"),
    "cannot-pitch-joker": Refusal(N_("The joker has no suit: lead another card to make trumps."), "5"),
    "must-follow-trump": Refusal(SENTENCES["must-follow-trump"], "5"),
    "must-follow-or-trump": Refusal(SENTENCES["must-follow-or-trump"], "5"),
    "wrong-result": Refusal(SENTENCES["wrong-result"], "8"),
}

PHASES = {
    "offer": ("offer",),
    "keep": ("offer", "answer"),
    "bid": ("bid",),
    "pass": ("bid",),
    "sell": ("answer",),
    "play": ("play",),
    "ask": ("play",),
}


def check(state: PitchState, action: Action) -> None:
    """Raise ``Illegal`` with the first code that applies, or return."""
    refusals.check(state, action, PHASES)
    if isinstance(action, Bid):
        _check_bid(state, action)


def _check_bid(state: PitchState, action: Bid) -> None:
    table, points = state.table, action.points
    options = table.setup.options
    if not options["min_bid"] <= points <= top_of(options):
        raise Illegal("no-such-bid")
    bids = open_bids(options, table.dealer, state.scores, state.course.highest, action.seat)
    if points < bids.start:
        raise Illegal("bid-too-low")
    if points >= bids.stop:
        raise Illegal("bid-would-win")
