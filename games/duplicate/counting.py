"""Turning hands played at the tables of events into results; each step may run twice, run late, or be killed."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from games import ai
from games.accounts import notifications
from games.ai import thinking
from games.duplicate.models import Contestant, Event, EventBoard, Member, Score, SideAssignment, Sitting, Tally
from games.duplicate.seating import sides_of
from games.duplicate.services import rounds_of
from games.foundation.transactions import write
from games.matches.models import Hand, RoomBoard
from games.matches.turns import score_ended
from games.rooms.models import USUAL_LEVEL
from games.rules.cards import NUMBERS
from games.table.house_hand import play_out

log = logging.getLogger(__name__)
#: Number of deals counted in one run; the next run continues.
BATCH = 500


def count() -> set[int]:
    """Count the finished, uncounted deals at all tables; return the ids of their events."""
    rows = _uncounted().filter(room__sitting__ended_at=None)
    return {count_match(room, match) for room, match in list(rows.values_list("room", "match")[:BATCH])}


def count_table(sitting: Sitting) -> None:
    """Count the finished, uncounted deals at a table."""
    for room, match in list(_uncounted().filter(room=sitting.room_id).values_list("room", "match")):
        count_match(room, match)


def count_own(contestant: Contestant) -> None:
    """Score and count a contestant's finished deals, so that viewing an event makes up for tasks that are lost or have
    not run yet."""
    tables = Sitting.objects.filter(side_assignments__contestant=contestant, ended_at=None)
    score_ended(Hand.objects.filter(match__room__sitting__in=tables))
    for room, match in list(_uncounted().filter(room__sitting__in=tables).values_list("room", "match")):
        count_match(room, match)


def _uncounted() -> QuerySet[RoomBoard]:
    """Return the uncounted deals, of events that are not over, whose hand is scored."""
    scores = Score.objects.filter(sitting__room=OuterRef("room"), match=OuterRef("match"))
    scored = Hand.objects.filter(match=OuterRef("match"), scored_at__isnull=False)
    rows = RoomBoard.objects.filter(~Exists(scores), Exists(scored), room__sitting__isnull=False)
    return rows.exclude(room__sitting__event__phase=Event.Phase.OVER)


def count_match(room: int, match: int) -> int:
    """Count the deal played in a match; return the id of its event."""
    with write():
        sitting = Sitting.objects.select_for_update(no_key=True).select_related("event").get(room=room)
        row = RoomBoard.objects.select_related("board__event_board").get(match=match)
        hand = Hand.objects.filter(match=match, scored_at__isnull=False, replaced_by=None).first()
        if hand is not None and sitting.ended_at is None and not sitting.event.is_over:
            store(sitting, row.board.event_board, hand.result or {}, match)
            transaction.on_commit(lambda: _refresh_pages(sitting), robust=True)
    return sitting.event_id


def _refresh_pages(sitting: Sitting) -> None:
    """Refresh the pages of a table's players, because results they wait for may be ready."""
    for person in Member.objects.filter(contestant__side_assignments__sitting=sitting).values_list("user", flat=True):
        notifications.refresh_pages(person)


def store(sitting: Sitting, deal: EventBoard, result: Mapping[str, Any], match: int | None) -> None:
    """Store a deal's result for the sides of a table, once, in a transaction that has locked the table, or the event if
    the table has no room. At the house's own table every side counts, elsewhere only the sides of contestants."""
    event = sitting.event
    sides = range(len(sides_of(event.rules, event.options)))
    by_side = dict(SideAssignment.objects.filter(sitting=sitting).values_list("side", "contestant"))
    is_own = sitting.room_id is None and not by_side
    stored_sides = set(Score.objects.filter(sitting=sitting, deal=deal).values_list("side", flat=True))
    for side in sides:
        if side in stored_sides or (side not in by_side and not is_own):
            continue
        margin = round(100 * ai.bot(event.game).margin(result, side))
        Score.objects.create(
            deal=deal, sitting=sitting, side=side, contestant_id=by_side.get(side), margin=margin, match_id=match
        )
        Tally.objects.get_or_create(deal=deal, side=side, margin=margin)
        Tally.objects.filter(deal=deal, side=side, margin=margin).update(count=F("count") + 1)
    _end(sitting, by_side.values())


def _end(sitting: Sitting, contestants: Any) -> None:
    """Mark a table that has played all its deals as ended, and contestants as having finished their set."""
    event, now = sitting.event, timezone.now()
    played = Score.objects.filter(sitting=sitting).values("deal").distinct().count()
    if played < event.boards:
        return
    Sitting.objects.filter(pk=sitting.pk, ended_at=None).update(ended_at=now)
    if not event.is_set:
        return
    for contestant in contestants:
        ended = SideAssignment.objects.filter(contestant=contestant, sitting__ended_at__isnull=False).count()
        if ended == len(rounds_of(event)):
            Contestant.objects.filter(pk=contestant, finished_at=None).update(finished_at=now)


# --- the house's own table, and those where nobody is left ---------------------------------------------------


def unplayed_by_the_house() -> QuerySet[EventBoard]:
    """Return the deals that the house has not played."""
    own = Score.objects.filter(deal=OuterRef("pk"), sitting__room=None, contestant=None)
    return EventBoard.objects.filter(~Exists(own))


def due_to_the_house(event: Event | None = None) -> QuerySet[EventBoard]:
    """Return the deals that the house has still to play, of rounds that have begun, of one event or of all."""
    begun = Sitting.objects.filter(event=OuterRef("event"), round=OuterRef("round"), room__isnull=False)
    unplayed = unplayed_by_the_house().filter(Exists(begun), event__phase=Event.Phase.PLAYING)
    return unplayed if event is None else unplayed.filter(event=event)


def play_for_the_house(event: Event | None = None) -> int:
    """Have the house play the deals that it has still to play, of one event or of all; return how many. The results
    are also those of its contestants' tables without a room, where AI players would play the same."""
    unplayed = due_to_the_house(event).select_related("event", "board")
    return sum(map(_play, list(unplayed.order_by("pk")[:BATCH])))


def _play(deal: EventBoard) -> bool:
    if not unplayed_by_the_house().filter(pk=deal.pk).exists():  # another task has played it meanwhile
        return False
    try:
        result = house_result(deal)
    except thinking.WorkerFailed as fault:
        log.error("deal %s: the house has not played it (%s)", deal.pk, fault)
        return False
    with write():
        event = Event.objects.select_for_update(no_key=True).get(pk=deal.event_id)
        if event.phase != Event.Phase.PLAYING:  # everybody has been ranked without it
            return False
        tables = Sitting.objects.filter(event=event, round=deal.round, room=None)
        if not tables.filter(side_assignments=None).exists():
            Sitting.objects.create(event=event, round=deal.round)
        for sitting in tables:
            store(sitting, deal, result, None)
    return True


def house_result(deal: EventBoard) -> Mapping[str, Any]:
    """Return a deal's result with AI players of the usual level in all seats. Raises ``thinking.WorkerFailed``."""
    rules, board = deal.event.rules, deal.board
    setup = rules.setup(deal.event.options, board.context, tuple(NUMBERS[name] for name in board.deck))
    return play_out(rules, setup, bytes(board.salt), lambda _seat: USUAL_LEVEL)[1]
