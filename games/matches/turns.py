"""What the house does on a hand: AI turns, the draw, scoring, the next deal."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from random import Random

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from games import ai
from games.ai import measures, thinking
from games.foundation.compiled_queries import CompiledQuery
from games.foundation.observability import metrics
from games.foundation.transactions import write
from games.matches import clock, downtime, live_room, prepared_moves, rest_claims, services
from games.matches.claim_state import holds_play
from games.matches.fold import CLOSE, Folded, fold, fold_all
from games.matches.live_room import LiveRoom
from games.matches.models import Entry, Hand
from games.rooms.models import STAND_IN, Seat
from games.rooms.presence import has_left
from games.rules import live_draw
from games.rules.core import Action, Illegal

log = logging.getLogger(__name__)
#: How overdue a turn must be before a stand-in plays it: the process that should think is gone, or hangs.
NOBODY_THINKS = timedelta(seconds=20)
# When the house must look at a hand at a version, and the code of its room.
_due = CompiledQuery(
    lambda pk, version: Hand.objects.filter(pk=pk, version=version, due_at__isnull=False).values_list(
        "due_at", "match__room__code"
    ),
    -1,
    999_999,
).one


def advance(hand_id: int, seq: int, delegate: Callable[[int, int], None] | None = None) -> None:
    """Do what is due on a hand at ``seq``; do nothing if it has moved on. Running it twice, late
    or in parallel has no further effect. ``delegate``: called for a turn that needs thought, if
    another task thinks."""
    hand_id, seq = int(hand_id), int(seq)  # a task of another release may pass something other than numbers
    known = _due(hand_id, seq)
    if known is None:
        return
    due_at, code = known
    now = timezone.now()
    if due_at > now + clock.SLACK:
        return  # the time was put off after this task was queued; another task is on its way
    live = live_room.load(code)
    hand, folded = live.hand, live.folded
    if hand is None or folded is None or hand.pk != hand_id:
        services.score(hand_id)
        services.deal_next(hand_id)  # another has been dealt: nothing more is due on this one
        return
    if folded.seq != seq:
        return  # it has moved on meanwhile
    if folded.state.result is not None:
        _after_the_end(hand)
    elif folded.drawing:
        _draw(live, hand, folded, now)
    elif holds_play(hand, folded):
        rest_claims.go_on(live, hand, folded)
    else:
        _turn(live, hand, folded, due_at, now, delegate)


def due_hands(limit: int = 500, ahead: float = 0.0) -> list[tuple[int, int, datetime]]:
    """Return (hand, version, when) of the hands due now or within ``ahead`` seconds, longest
    waiting first."""
    rows = Hand.objects.filter(due_at__lte=timezone.now() + timedelta(seconds=ahead)).order_by("due_at")
    return list(rows.values_list("pk", "version", "due_at")[:limit])


def seed(hand: Hand, seat: int, seq: int) -> int:
    """Return the seed of one decision, so that repeating it gives the same choice.

    It comes from the deal's salt, which nobody knows before the hand is over, and from the players'
    version: with an entry's player and this, their move can be made again.
    """
    decision = f"/{seat}/{seq}/{hand.match.game}-{ai.bot(hand.match.game).version}"
    return int.from_bytes(hashlib.sha256(bytes(hand.salt) + decision.encode()).digest())


def generator(hand: Hand, seat: int, seq: int) -> Random:
    """Return the generator of one decision."""
    return Random(seed(hand, seat, seq))  # noqa: S311  chooses moves, deals no cards


def score_ended(hands: QuerySet[Hand]) -> None:
    """Score those hands that are over: people may come for their results before the task that scores them has run. Only
    what is due can be over; it is looked at without a lock."""
    due = list(hands.select_related("match").filter(scored_at=None, due_at__isnull=False))
    for hand, folded in zip(due, fold_all(due), strict=True):
        if folded.state.result is not None:
            services.score(hand.pk)


def _after_the_end(hand: Hand) -> None:
    if hand.scored_at is None:
        services.score(hand.pk)
    else:
        services.deal_next(hand.pk)


def think(hand_id: int, seq: int) -> None:
    """Think about an AI player's turn before its time has come and keep the result until then; act on it if the time
    has come meanwhile. Do nothing if somebody is thinking about it already."""
    hand_id, seq = int(hand_id), int(seq)
    known = _due(hand_id, seq)
    if known is None:
        return
    live = live_room.load(known[1])
    hand, folded = live.hand, live.folded
    if hand is None or folded is None or (hand.pk, folded.seq) != (hand_id, seq):
        return
    if folded.state.result is not None or folded.drawing or holds_play(hand, folded):
        return
    seat = _kept_by_the_house(folded, live.by_number())
    if seat is None or not prepared_moves.begin(hand, seq):
        return
    began = timezone.now()
    raw = folded.game.write_action(_chosen(hand, folded, seat.number, seat.played_by))
    prepared_moves.keep(hand, seat.number, seq, seat.played_by, raw)
    seems = began + prepared_moves.as_long(hand.match.game, seat.played_by, timezone.now() - began)
    # Looked up only now that the result is kept: a task that ran earlier found none and left the turn to this one.
    known = _due(hand_id, seq)
    if known is None:
        return
    due_at = known[0]
    if due_at < seems and seems > timezone.now() + clock.SLACK:
        services.set_due(hand_id, seq, seems)
    elif due_at <= timezone.now() + clock.SLACK:
        # Read again: somebody may have come back to their seat during a long thought.
        _act(live_room.load(known[1]), hand, folded, seat.number, raw, _by(seat), seat.played_by)


def _by(seat: Seat) -> str:
    """Return the ``Entry.By`` under which the house's action for a seat is stored."""
    return Entry.By.CLOCK if seat.user_id else Entry.By.AI


def _kept_by_the_house(folded: Folded, seats: Mapping[int, Seat]) -> Seat | None:
    """Return the first seat to act that the house plays for."""
    return next((seats[number] for number in folded.state.to_act if seats[number].played_by), None)


def _turn(
    live: LiveRoom,
    hand: Hand,
    folded: Folded,
    due_at: datetime,
    now: datetime,
    delegate: Callable[[int, int], None] | None,
) -> None:
    """Play for a seat that the house keeps; else for a person whose clock has run out or who has left."""
    seats = live.by_number()
    if seat := _kept_by_the_house(folded, seats):
        if delegate is None or not prepared_moves.is_searching(hand.match.game, seat.played_by):
            _play(live, hand, folded, seat, seat.played_by)
        elif (raw := prepared_moves.prepared(hand, seat.number, folded.seq, seat.played_by)) is not None:
            _act(live, hand, folded, seat.number, raw, _by(seat), seat.played_by)
        elif now - due_at > NOBODY_THINKS:
            log.error("hand %s at %s: nobody has thought of it; a stand-in acts", hand.pk, folded.seq)
            _play(live, hand, folded, seat, STAND_IN)
        else:
            delegate(hand.pk, folded.seq)
        return
    ends = clock.deadline(hand)
    leaver = clock.who_left(folded, seats, now)
    if ends is not None and now + clock.SLACK >= ends:
        if not downtime.is_down(now):
            _play(live, hand, folded, seats[folded.state.to_act[0]], STAND_IN)
    elif leaver is not None and has_left(leaver, now + clock.SLACK) and not downtime.is_down(now):
        _play(live, hand, folded, leaver, STAND_IN)
    else:  # the person who had left has come back meanwhile
        _put_off(hand.pk, folded.seq)


def _put_off(hand_id: int, seq: int) -> None:
    """Compute anew when the house must look at a turn. The hand is locked: whoever leaves now reschedules it, and that
    is not undone by what was known before."""
    with write():
        hand = services.locked(hand_id)
        if hand.version == seq:
            seats = services.seats_of(hand.match.room)
            services.set_due(hand_id, seq, clock.due(hand, fold(hand), seats, timezone.now()))


def _play(live: LiveRoom, hand: Hand, folded: Folded, seat: Seat, level: str) -> None:
    action = _chosen(hand, folded, seat.number, level)
    _act(live, hand, folded, seat.number, folded.game.write_action(action), _by(seat), level)


def _chosen(hand: Hand, folded: Folded, seat: int, level: str) -> Action:
    """Return the AI player's choice or, if it fails or the rules refuse it, a legal action: that is our bug and
    logged as one, but must not stall the table."""
    view = folded.game.view(folded.state, seat)
    began = time.perf_counter()
    try:
        action = thinking.think(view, level, seed(hand, seat, folded.seq), apart=settings.THINK_APART)
    except SoftTimeLimitExceeded:
        log.error("hand %s at %s: AI player thought for too long; a stand-in acts", hand.pk, folded.seq)
        return ai.choose(view, STAND_IN, generator(hand, seat, folded.seq))
    except Exception as fault:  # whatever it is, the table must go on
        metrics.ILLEGAL.labels(hand.match.game, level).inc()
        # only its type: the message may name cards
        log.error("hand %s at %s: AI player failed (%s)", hand.pk, folded.seq, type(fault).__name__)
        return generator(hand, seat, folded.seq).choice(folded.game.moves(view))
    metrics.THINKING.labels(hand.match.game, level).observe(time.perf_counter() - began)
    try:
        folded.game.check(folded.state, action)
    except Illegal as illegal:
        metrics.ILLEGAL.labels(hand.match.game, level).inc()
        log.error("hand %s at %s: AI player chose what is %s", hand.pk, folded.seq, illegal.code)
        return generator(hand, seat, folded.seq).choice(folded.game.moves(view))
    return action


def _draw(live: LiveRoom, hand: Hand, folded: Folded, now: datetime) -> None:
    """Close a draw whose time is over, or let AI players declare as their cards arrive.

    Each decision is made from what the seat has been dealt by then, so the moment of the next
    declaration can be found ahead without anybody seeing a card early.
    """
    ends = clock.draw_ends(hand, folded)
    if now + clock.SLACK >= ends:
        _act(live, hand, folded, -1, CLOSE, Entry.By.HOUSE)
        return
    seats = live.by_number()
    by_house = {number: seat for number, seat in seats.items() if seat.played_by}
    count = clock.dealt(hand, folded, now) or 1
    for after in range(count, folded.drawing + 1):
        # A new card can change only the decision of the seat that receives it; with the last one all seats demand less.
        receiver = {live_draw.receiver(folded.game, folded.state, after)}
        for seat in sorted(by_house if after in {count, folded.drawing} else receiver & set(by_house)):
            level = by_house[seat].played_by
            view = folded.view(seat, after)
            action = ai.declare(view, level, generator(hand, seat, folded.seq))
            if action is None:
                continue
            if after == count:
                _act(live, hand, folded, seat, folded.game.write_action(action), _by(by_house[seat]), level)
            else:
                when = (hand.drawn_at or now) + timedelta(seconds=clock.draw_plan(hand).time_of(after))
                services.set_due(hand.pk, folded.seq, when)
            return
    services.set_due(hand.pk, folded.seq, ends)


def _act(
    live: LiveRoom | None,
    hand: Hand,
    folded: Folded,
    seat: int,
    raw: dict[str, object],
    by: str,
    level: str = "",
) -> None:
    """Carry out an action. Its key names the AI player who chose it, and their version."""
    raw = {name: value for name, value in raw.items() if name not in {"seat", "after"}}
    key = f"{by}:{seat}:{folded.seq}" + (f":{level}@{measures.code(hand.match.game, level)}" if level else "")
    try:
        services.take_action(hand.pk, seat, raw, seq=folded.seq, key=key, by=by, live=live)
    except (services.Stale, services.KeyUsed, Illegal) as late:
        # Somebody was quicker, and has scheduled what comes next.
        log.debug("hand %s at %s: %s came late (%r)", hand.pk, folded.seq, by, late)
