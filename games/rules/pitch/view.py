"""Who sees what in Pitch (/rules/pitch/#10): views, built up from nothing."""

from __future__ import annotations

from games.rules.core import Action
from games.rules.four_chances.asking import Answer, answers, may_ask
from games.rules.four_chances.state import actions_of, cards_out, cards_played
from games.rules.four_chances.view import FourChancesView, open_to
from games.rules.pitch.actions import Bid, Keep, Offer, Pass, Sell
from games.rules.pitch.bidding import open_bids
from games.rules.pitch.options import top_of
from games.rules.pitch.state import Contract, PitchState
from games.rules.value_types import value_type

#: what is said in the bidding
SPOKEN = frozenset({Offer, Keep, Bid, Pass, Sell})


@value_type(kw_only=True)
class PitchView(FourChancesView):
    """What one seat, or an onlooker, may know of a hand.

    ``stock``: cards that were not dealt. ``top``: the highest bid there is; ``auction``: what was
    said, in order; ``highest``: the highest bid; ``bids``: those open to the viewer, who is to bid.
    ``pitcher``: who leads to the first trick, once that is settled; ``bound``: who must make how
    much. Until then ``lead`` is the eldest. ``answers``: to all who asked.
    """

    top: int
    auction: tuple[Action, ...]
    highest: Contract | None
    bids: tuple[int, ...]
    pitcher: int | None
    bound: Contract | None
    may_ask: bool
    answers: tuple[Answer, ...]


def view(state: PitchState, seat: int | None) -> PitchView:
    """Return what a seat may know; ``None`` is an onlooker. Every action is public."""
    table, actions = state.table, actions_of(state)
    return PitchView(
        **open_to(state, "pitch", seat),
        memory=actions,
        stock=len(table.setup.deck) - sum(map(len, state.hands)) - cards_played(state),
        tricks=state.tricks,
        out=cards_out(state) if state.result is not None else (),
        top=top_of(table.setup.options),
        auction=tuple([action for action in actions if type(action) in SPOKEN]),
        highest=state.course.highest,
        bids=_bids(state, seat),
        pitcher=_pitcher(state),
        bound=state.course.bound,
        may_ask=may_ask(state, seat),
        answers=answers(state, actions),
    )


def _bids(state: PitchState, seat: int | None) -> tuple[int, ...]:
    """Return the bids open to a seat that is to bid."""
    if state.phase != "bid" or seat not in state.to_act:
        return ()
    table = state.table
    return tuple(open_bids(table.setup.options, table.dealer, state.scores, state.course.highest, state.to_act[0]))


def _pitcher(state: PitchState) -> int | None:
    """Return who leads to the first trick, once that is settled."""
    if state.tricks:
        return state.tricks[0].lead
    return state.lead if state.phase == "play" else None
