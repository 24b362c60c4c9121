"""Who sees what in All Fours (all-fours.md, section 12): views, built up from nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.allfours import moves
from games.rules.allfours.actions import Announce, Discard
from games.rules.allfours.order import sort_hand
from games.rules.allfours.refusals import gift_would_win, may_ask
from games.rules.allfours.state import Answer, Claimed, Hands, Item, State, Trick, actions_of, cards_out
from games.rules.cards import SUITS
from games.rules.core import Action, View


@dataclass(frozen=True, slots=True, kw_only=True)
class AllFoursView(View):
    """What one seat, or an onlooker, may know of a hand.

    ``trump``: a letter; ``turned``: the turned-up cards in order, the trump's last. ``scores``:
    by side, in the game that is played; ``items``: what this hand has scored so far. ``stock``:
    cards left in the pack. ``trick``: the cards on the table, the first by ``lead``. ``tricks``:
    the finished tricks that lie open; ``last_trick`` is always open. ``won``: tricks by side.
    ``discarded``: cards laid away by seat; ``discards``: the viewer's own. ``announced``: seats
    that have; ``announcements``: chances by side, ``None`` while hidden. ``out``: the hands at
    the first lead, by seat, once the hand is over, else empty.
    """

    dealer: int
    eldest: int
    target: int
    scores: tuple[int, int]
    items: tuple[Item, ...]
    trump: str
    turned: tuple[int, ...]
    stock: int
    begs: int
    ran: bool
    may_give: bool
    lead: int
    trick: tuple[int, ...]
    last_trick: Trick | None
    tricks: tuple[Trick, ...]
    won: tuple[int, int]
    may_ask: bool
    answers: tuple[Answer, ...]
    discarded: tuple[int, ...]
    discards: tuple[int, ...]
    claims: tuple[Claimed, ...]
    announced: tuple[int, ...]
    announcements: tuple[tuple[str, ...] | None, tuple[str, ...] | None]
    out: Hands


def view(state: State, seat: int | None) -> AllFoursView:
    """Return what a seat may know; ``None`` is an onlooker."""
    table, course = state.table, state.course
    setup, over = table.setup, state.result is not None
    announcements = _announcements(state, seat)
    taken = sum(trick.winner % 2 for trick in state.tricks)
    return AllFoursView(
        game="all-fours",
        options=setup.options,
        context=setup.context,
        seat=seat,
        seats=table.players,
        phase=state.phase,
        to_act=state.to_act,
        hand=() if seat is None else sort_hand(state.hands[seat], state.trump),
        counts=tuple(map(len, state.hands)),
        memory=_memory(state, seat),
        result=state.result,
        dealer=table.dealer,
        eldest=table.eldest,
        target=table.target,
        scores=course.scores,
        items=course.items,
        trump=SUITS[state.trump],
        turned=course.turned,
        stock=len(setup.deck) - course.dealt,
        begs=course.begs,
        ran=course.ran,
        may_give=not gift_would_win(state),
        lead=state.lead,
        trick=state.trick,
        last_trick=state.tricks[-1] if state.tricks else None,
        tricks=state.tricks if _tricks_open(state) else state.tricks[-1:],
        won=(len(state.tricks) - taken, taken),
        may_ask=seat is not None and may_ask(state, seat),
        answers=course.answers,
        discarded=tuple(len(cards or ()) for cards in course.discards),
        discards=() if seat is None else course.discards[seat] or (),
        claims=course.claims,
        announced=_announced(state),
        announcements=announcements,
        out=cards_out(state) if over else (),
    )


def _tricks_open(state: State) -> bool:
    """Say whether earlier tricks lie open: not while the sides must score from memory."""
    if state.result is not None or state.table.setup.options["announce"] == "auto":
        return True
    return state.phase == "claims"


def _announced(state: State) -> tuple[int, ...]:
    """Return the seats that have announced, ascending."""
    table, said = state.table, state.course.announced
    return tuple(sorted(seat for seat in (table.eldest, table.dealer) if said[seat % 2] is not None))


def _announcements(state: State, seat: int | None) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    """Return the announcements a seat may see: its own, and both once both are in."""
    first, second = state.course.announced
    if first is not None and second is not None:
        return first, second
    speakers = (state.table.eldest, state.table.dealer)
    mine = seat % 2 if seat is not None and seat in speakers else None
    return (first if mine == 0 else None), (second if mine == 1 else None)


def _memory(state: State, seat: int | None) -> tuple[Action, ...]:
    """Return the actions a seat has seen made; all of them whole once the hand is over."""
    actions = actions_of(state)
    if state.result is not None:
        return actions
    return tuple(action if action.seat == seat else _seen(action) for action in actions)


def _seen(action: Action) -> Action:
    """Return what the others see of an action during the hand."""
    if isinstance(action, Discard):
        return Discard(action.seat, None)
    # The second announcement ends the hand: while one is seen here, the other is still out.
    return Announce(action.seat, None) if isinstance(action, Announce) else action


def moves_of(view: AllFoursView) -> Sequence[Action]:
    """Return the legal actions of the view's own seat, from what it knows; ``ask`` apart."""
    seat = view.seat
    if seat is None or seat not in view.to_act:
        return []
    match view.phase:
        case "beg":
            return moves.begs(seat)
        case "answer":
            return moves.answers(seat, view.may_give)
        case "discard":
            return moves.Discards([(seat, tuple(sorted(view.hand)))])
        case "play":
            enforced = view.options["discipline"] == "enforced"
            return moves.plays(seat, view.hand, view.trick, SUITS.index(view.trump), enforced)
        case "claims":
            made = [(claimed.against, claimed.trick) for claimed in view.claims]
            return moves.claims(seat, view.seats, sum(view.won), made)
    return moves.announcements(seat)
