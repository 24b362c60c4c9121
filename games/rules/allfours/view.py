"""Who sees what in All Fours (/rules/all-fours/#12): views, built up from nothing."""

from __future__ import annotations

from games.rules.allfours.actions import Announce, Discard
from games.rules.allfours.refusals import gift_would_win
from games.rules.allfours.state import AllFoursState, Claimed
from games.rules.core import Action
from games.rules.four_chances.asking import Answer, answers, may_ask
from games.rules.four_chances.state import actions_of, cards_out
from games.rules.four_chances.view import FourChancesView, open_to
from games.rules.value_types import value_type

#: chances by side, ``None`` while hidden
Announcements = tuple[tuple[str, ...] | None, tuple[str, ...] | None]


@value_type(kw_only=True)
class AllFoursView(FourChancesView):
    """What one seat, or an onlooker, may know of a hand.

    ``turned``: the turned-up cards in order, the trump's last. ``answers``: to all who asked.
    ``discarded``: cards laid away by seat; ``discards``: the viewer's own. ``announced``: seats
    that have; ``announcements``: what, where the viewer may know.
    """

    trump: str
    turned: tuple[int, ...]
    begs: int
    ran: bool
    may_give: bool
    may_ask: bool
    answers: tuple[Answer, ...]
    discarded: tuple[int, ...]
    discards: tuple[int, ...]
    claims: tuple[Claimed, ...]
    announced: tuple[int, ...]
    announcements: Announcements


def view(state: AllFoursState, seat: int | None) -> AllFoursView:
    """Return what a seat may know; ``None`` is an onlooker."""
    course, over = state.course, state.result is not None
    actions = actions_of(state)
    return AllFoursView(
        **open_to(state, "all-fours", seat),
        memory=actions if over or not _hides(state) else tuple([_seen(action, seat) for action in actions]),
        stock=len(state.table.setup.deck) - course.dealt,
        tricks=state.tricks if _tricks_open(state) else state.tricks[-1:],
        out=cards_out(state) if over else (),
        turned=course.turned,
        begs=course.begs,
        ran=course.ran,
        may_give=not gift_would_win(state),
        may_ask=may_ask(state, seat),
        answers=answers(state, actions),
        discarded=tuple([len(cards or ()) for cards in course.discards]),
        discards=() if seat is None else course.discards[seat] or (),
        claims=course.claims,
        announced=_announced(state),
        announcements=_announcements(state, seat),
    )


def _hides(state: AllFoursState) -> bool:
    """Return whether not everybody has seen every action: cards laid away, a score announced."""
    course = state.course
    return course.announced != (None, None) or course.discards.count(None) < len(course.discards)


def _seen(action: Action, seat: int | None) -> Action:
    """Return what a seat sees of an action during the hand."""
    if action.seat == seat:
        return action
    if isinstance(action, Discard):
        return Discard(action.seat, None)
    # The second announcement ends the hand: while one is seen here, the other is still out.
    return Announce(action.seat, None) if isinstance(action, Announce) else action


def _tricks_open(state: AllFoursState) -> bool:
    """Return whether earlier tricks lie open: not while the sides must score from memory."""
    if state.result is not None or state.table.setup.options["announce"] == "auto":
        return True
    return state.phase == "claims"


def _announced(state: AllFoursState) -> tuple[int, ...]:
    """Return the seats that have announced, ascending."""
    table, announcements = state.table, state.course.announced
    return tuple(sorted(seat for seat in (table.eldest, table.dealer) if announcements[seat % 2] is not None))


def _announcements(state: AllFoursState, seat: int | None) -> Announcements:
    """Return the announcements a seat may see: its own, and both once both are in."""
    first, second = state.course.announced
    if first is not None and second is not None:
        return first, second
    speakers = (state.table.eldest, state.table.dealer)
    mine = seat % 2 if seat is not None and seat in speakers else None
    return (first if mine == 0 else None), (second if mine == 1 else None)
