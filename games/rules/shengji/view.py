"""What one seat, or an onlooker, may know of a hand (/rules/eighty/#16)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.rules import core
from games.rules.cards import RANKS
from games.rules.core import Action
from games.rules.shengji.actions import Bury, Declare, Play
from games.rules.shengji.declaring import dealt_to
from games.rules.shengji.hands import POINTS, cards_of, hand_of
from games.rules.shengji.score import threshold
from games.rules.shengji.state import Deal, Ground, State, trumps_at
from games.rules.shengji.throws import unseen
from games.rules.shengji.trumps import TRUMP, Trumps, display_rank, trumps_by
from games.rules.value_types import value_type


@dataclass(frozen=True, slots=True)
class Drawn:
    """The drawn card (/rules/eighty/#4.4): the card, the seat that receives it, and how many cards have been dealt
    once it has come."""

    card: int
    seat: int
    after: int


@dataclass(frozen=True, slots=True)
class FailedThrow:
    """A throw that failed: who tried it, and with which cards."""

    seat: int
    cards: tuple[int, ...]


@value_type(kw_only=True)
class View(core.View):
    """What a seat knows of a hand of Forty or Eighty.

    ``level``: a letter of ``RANKS``. ``trumps_made``: whether trumps are fixed; ``trump`` is then the suit's letter, or
    ``None`` for no trump suit. ``declared``: all declarations; the last one stands. ``dealt``: how many of ``to_deal``
    cards have been dealt. ``revealed``: bottom cards turned up. ``bottom`` (what the banker picked up) and ``buried``:
    shown to the banker, and to everybody once the hand is over, otherwise empty; ``buried_count`` is public, −1 before
    the bury. ``trick``, ``last_trick``: plays in order, with the cards really played; ``failed``, ``last_failed``: the
    throw that failed in them. ``best``: the seat that is winning the current trick. ``trick_number`` counts from 1.
    ``taken``: point cards in the challengers' tricks; ``points``: their sum; ``pot``: the points in the current trick;
    ``threshold``: the points that take the stage. ``plays``: all plays of the hand, four to a trick, and ``leaders``,
    who led each, for a player who remembers. ``revokes``: (trick, seat), only once the hand is over.
    """

    level: str
    trumps_made: bool
    trump: str | None
    banker: int | None
    declared: tuple[Declare, ...]
    dealt: int
    to_deal: int
    drawn: Drawn | None
    revealed: tuple[int, ...]
    bottom: tuple[int, ...]
    buried: tuple[int, ...]
    buried_count: int
    leader: int | None
    trick: tuple[Play, ...]
    failed: FailedThrow | None
    last_trick: tuple[Play, ...]
    last_failed: FailedThrow | None
    best: int | None
    trick_number: int
    taken: tuple[int, ...]
    points: int
    pot: int
    threshold: int
    accepted: tuple[int, ...]
    plays: tuple[Play, ...]
    leaders: tuple[int, ...]
    revokes: tuple[tuple[int, int], ...]

    @property
    def standing(self) -> Declare | None:
        """The declaration that stands, ``None`` if nobody has declared."""
        return self.declared[-1] if self.declared else None


def view_of(game: str, state: State, seat: int | None, dealt: int | None) -> View:
    """Return what a seat may know. ``dealt``: how many cards have been dealt in a live draw; ``None`` for none."""
    ground = state.ground
    deal = ground.deal
    drawing = state.phase == "draw"
    over = state.phase == "over"
    dealt_count = (dealt or 0) if drawing else deal.dealt
    trumps_made, table, banker = _fixed(ground, drawing)
    closed = not drawing and seat is not None and seat == banker
    current = len(state.plays) % 4
    start = len(state.plays) - current
    buried = ground.buried if ground.buried is not None and (closed or over) else ()
    return View(
        game=game,
        options=deal.setup.options,
        context=deal.setup.context,
        seat=seat,
        seats=4,
        phase=state.phase,
        to_act=state.to_act,
        hand=_own(state, seat, dealt_count, table),
        counts=_counts(state, dealt_count),
        memory=_memory(state, seat),
        result=state.result,
        level=RANKS[deal.level],
        trumps_made=trumps_made,
        trump=table.letter if trumps_made else None,
        banker=banker,
        declared=ground.declared,
        dealt=dealt_count,
        to_deal=deal.dealt,
        drawn=_drawn(deal),
        revealed=ground.revealed,
        bottom=deal.bottom if closed or over else (),
        buried=buried,
        buried_count=-1 if ground.buried is None else len(ground.buried),
        leader=state.leaders[-1] if state.leaders else None,
        trick=state.plays[start:],
        failed=_failed(state, start),
        last_trick=state.plays[start - 4 : start] if start else (),
        last_failed=_failed(state, start - 4),
        best=state.best if current else None,
        trick_number=len(state.leaders),
        taken=_taken(state, banker),
        points=state.points,
        pot=state.pot,
        threshold=threshold(deal.eighty),
        accepted=state.accepted,
        plays=state.plays,
        leaders=state.leaders,
        revokes=state.notes.revokes if over else (),
    )


def table_of(view: View) -> Trumps:
    """Return the trump tables of a view's hand (those without a trump suit until trumps are fixed)."""
    return trumps_by(view.options, view.trump, view.level)


def _fixed(ground: Ground, drawing: bool) -> tuple[bool, Trumps, int | None]:
    """Return whether trumps are fixed for all to see, the tables by which hands are sorted, and the banker."""
    deal = ground.deal
    if ground.trumps is not None:
        return True, ground.trumps, ground.banker
    if deal.drawn is not None:
        suit = deal.setup.deck[deal.drawn] // 13
        return True, trumps_at(deal, suit), (deal.first + deal.drawn) % 4
    return False, trumps_at(deal, TRUMP), ground.banker


def _own(state: State, seat: int | None, dealt_count: int, table: Trumps) -> tuple[int, ...]:
    if seat is None:
        return ()
    if state.phase == "draw":
        return _in_order(tuple(dealt_to(state.ground.deal, seat, dealt_count)), table)
    return _laid_out(state.hands[seat], table)


@lru_cache(maxsize=4096)
def _laid_out(hand: int, table: Trumps) -> tuple[int, ...]:
    """Return the cards of a hand in display order, cached while the others play."""
    return _in_order(cards_of(hand), table)


def _in_order(cards: tuple[int, ...], table: Trumps) -> tuple[int, ...]:
    return tuple(sorted(cards, key=display_rank(table).__getitem__))


def _counts(state: State, dealt_count: int) -> tuple[int, ...]:
    if state.phase == "draw":
        first = state.ground.deal.first
        return tuple([(dealt_count - (seat - first) % 4 + 3) // 4 for seat in range(4)])
    return tuple([hand.bit_count() for hand in state.hands])


def _memory(state: State, seat: int | None) -> tuple[Action, ...]:
    """Return the actions a seat has seen so far: a bury without its cards unless it is the seat's own, and a failed
    throw with all the cards that were tried."""
    ground = state.ground
    if ground.buried is None:
        return ground.declared
    banker = ground.banker
    assert banker is not None
    known = ground.buried if seat == banker else ()
    plays = state.plays
    for index, cards in state.notes.failed:
        plays = (*plays[:index], Play(plays[index].seat, cards), *plays[index + 1 :])
    return (*ground.declared, Bury(banker, known), *plays, *state.notes.claims)


def _drawn(deal: Deal) -> Drawn | None:
    if deal.drawn is None:
        return None
    return Drawn(deal.setup.deck[deal.drawn], (deal.first + deal.drawn) % 4, deal.drawn + 1)


def _failed(state: State, start: int) -> FailedThrow | None:
    """Return the throw that failed in the trick whose lead is the play with this index."""
    for index, cards in state.notes.failed:
        if index == start:
            return FailedThrow(state.plays[index].seat, cards)
    return None


def _taken(state: State, banker: int | None) -> tuple[int, ...]:
    """Return the point cards in the challengers' finished tricks, in the order in which they were played."""
    if not state.points or banker is None:
        return ()
    winners = winners_of(state)
    return tuple(
        [
            card
            for trick, winner in enumerate(winners)
            if (winner ^ banker) & 1
            for action in state.plays[4 * trick : 4 * trick + 4]
            for card in action.cards
            if POINTS[card]
        ]
    )


def winners_of(state: State) -> list[int]:
    """Return who won each finished trick."""
    finished = len(state.plays) // 4
    winners = list(state.leaders[1 : finished + 1])
    # No lead follows the last trick of a hand; `best` is its winner.
    return winners if len(winners) == finished else [*winners, state.best]


def unseen_by(view: View) -> int:
    """Return the cards that others may hold, as a hand: all that the viewer cannot account for."""
    known = [hand_of(action.cards) for action in view.plays]
    return unseen(view.to_deal == 100, [*known, hand_of(view.buried), hand_of(view.hand)])
