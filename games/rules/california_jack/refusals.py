"""What California Jack refuses, in order of precedence (/rules/california-jack/#8)."""

from __future__ import annotations

from games.rules.california_jack.state import CaliforniaJackState
from games.rules.core import N_, Action, Refusal
from games.rules.four_chances import refusals
from games.rules.four_chances.refusals import SENTENCES

REFUSALS: dict[str, Refusal] = {
    "malformed": Refusal(N_("This record is not a California Jack hand."), "7"),
    "hand-over": Refusal(SENTENCES["hand-over"], "5"),
    "not-your-turn": Refusal(SENTENCES["not-your-turn"], "7"),
    "not-in-hand": Refusal(SENTENCES["not-in-hand"], "7"),
    "must-follow-trump": Refusal(SENTENCES["must-follow-trump"], "4"),
    "must-follow": Refusal(N_("You must follow suit."), "4"),
    "must-follow-or-trump": Refusal(SENTENCES["must-follow-or-trump"], "4"),
    "must-trump": Refusal(N_("You cannot follow suit, so you must play a trump."), "4"),
    "wrong-result": Refusal(SENTENCES["wrong-result"], "7"),
}

PHASES = {"play": ("play",)}


def check(state: CaliforniaJackState, action: Action) -> None:
    """Raise ``Illegal`` with the first code that applies, or return."""
    refusals.check(state, action, PHASES)
