"""Tournaments by the clock: late entrants are left out, a round begins for everybody at once, and AI players finish
unplayed deals when its time is up. Every step is one transaction, done only once even if requested twice."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.db import IntegrityError
from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, When
from django.utils import timezone

from games.accounts.models import User
from games.ai import thinking
from games.duplicate import announcements, counting, movement, standings
from games.duplicate.models import Contestant, Event, EventBoard, Score, SideAssignment, Sitting
from games.duplicate.seating import kinds_of, players, scales_of, sides_of, size_of, store_table
from games.duplicate.services import MOST_ROBIN, deal_round, hold_set, hold_tournament, is_for, open_table
from games.foundation.transactions import write
from games.matches import boards
from games.matches.fold import fold
from games.matches.models import Hand, Match, RoomBoard
from games.matches.services import score
from games.plugins.cover import options_of
from games.rooms.events import changed
from games.rooms.models import USUAL_CLOCK, USUAL_LEVEL, Room, Seat
from games.rooms.presence import here_at
from games.rules.registry import GAMES
from games.table.house_hand import play_on

log = logging.getLogger(__name__)
Phase = Event.Phase
#: The break between rounds; how long a person may take to come to a table before an AI player plays for them; and how
#: long after a deal the next is dealt if nobody asks for it.
BREAK, COMING, RESULT = timedelta(minutes=2), timedelta(seconds=45), timedelta(seconds=30)
#: How long after its time a round waits for deals that the house could not play.
PATIENCE = timedelta(minutes=2)
WEEK = timedelta(days=7)
#: The number of deals in each of the house's weekly sets.
WEEKLY = 8


def advance_all() -> int:
    """Do everything that is due; return for how many events. One that fails is logged, and holds up no other."""
    due, events = Event.objects.exclude(phase=Phase.OVER).filter(due_at__lte=timezone.now()), 0
    for pk in list(due.order_by("due_at").values_list("pk", flat=True)):
        try:
            events += advance(pk)
        except Exception:
            log.exception("event %s cannot advance", pk)
    deal_on()
    return events


def advance(event_id: int) -> bool:
    """Do what is due for an event; return whether anything was."""
    with write():  # a table of a set that is opened before is closed below, and none is opened after
        event = Event.objects.select_for_update(no_key=True).get(pk=event_id)
    if event.phase == Phase.PLAYING and _is_due(event):
        (_close_all if event.is_set else _play_out)(event)
        counting.play_for_the_house(event)
    with write():
        event = Event.objects.select_for_update(no_key=True).get(pk=event_id)
        if not _is_due(event):
            return False
        if event.phase in (Phase.ENTRY, Phase.BREAK):
            _begin_round(event)
        elif (event.is_set or _all_ended(event)) and not _waits_for_the_house(event):
            _end_round(event)
        else:
            return False  # a table could not be played out, or the house could not play: retry next time
    return True


def end_early() -> None:
    """End the current round of each tournament in which the tables and the house have played all its deals. One that
    fails is logged, and holds up no other."""
    for pk in list(_played().values_list("pk", flat=True)):
        try:
            with write():
                event = Event.objects.select_for_update(no_key=True).get(pk=pk)
                if _played().filter(pk=pk).exists():
                    _end_round(event)
        except Exception:
            log.exception("event %s cannot end its round", pk)


def _played() -> QuerySet[Event]:
    """Return the tournaments in whose current round the tables and the house have played all deals."""
    tables = Sitting.objects.filter(event=OuterRef("pk"), round=OuterRef("round"), room__isnull=False, ended_at=None)
    deals = counting.unplayed_by_the_house().filter(event=OuterRef("pk"), round=OuterRef("round"))
    rows = Event.objects.filter(~Exists(tables), ~Exists(deals), phase=Event.Phase.PLAYING)
    return rows.exclude(form=Event.Form.SET)


def deal_on() -> None:
    """Deal the next board at tournament tables where somebody is present but nobody has asked for it for a while."""
    ended = Match.objects.filter(room=OuterRef("room"), ended_at__lte=timezone.now() - RESULT)
    running = Match.objects.filter(room=OuterRef("room"), ended_at=None)
    present = Seat.objects.filter(here_at(timezone.now()), room=OuterRef("room"), user__isnull=False, autoplay=False)
    rows = Sitting.objects.filter(Exists(ended), ~Exists(running), Exists(present), ended_at=None, room__isnull=False)
    rows = rows.filter(event__phase=Phase.PLAYING).exclude(event__form=Event.Form.SET)
    for sitting in rows.select_related("room"):
        assert sitting.room is not None
        try:
            boards.deal_next(sitting.room)
        except Exception:
            log.exception("sitting %s: the next board cannot be dealt", sitting.pk)


def _is_due(event: Event) -> bool:
    return event.phase != Phase.OVER and event.due_at is not None and event.due_at <= timezone.now()


def _all_ended(event: Event) -> bool:
    """Return whether all tables of the current round have ended, but for the house's own."""
    rows = Sitting.objects.filter(event=event, round=event.round, side_assignments__isnull=False)
    return not rows.filter(ended_at=None).exists()


def _waits_for_the_house(event: Event) -> bool:
    """Return whether the house has still to play deals with which everybody will be compared, and may try again."""
    assert event.due_at is not None
    return timezone.now() < event.due_at + PATIENCE and counting.due_to_the_house(event).exists()


# --- a round begins ------------------------------------------------------------------------------------


def _begin_round(event: Event) -> None:
    contestants = _contestants(event)
    if event.round == 0:
        if len(contestants) < 2:
            _cancel(event)
            return
        if _all_meet(event, len(contestants)):
            event.rounds = movement.robin_rounds(len(contestants))
    elif len(contestants) < 1:
        _finish(event)
        return
    number, now = event.round + 1, timezone.now()
    deal_round(event, number)
    for by_side in _tables(event, contestants, number):
        if not players(event, by_side):  # nobody of these halves of teams is left
            store_table(event, number, by_side, None)
            continue
        room = open_table(event, number, by_side, clock=USUAL_CLOCK, away_from=now + COMING)
        announcements.tell_of_table(event, User.objects.filter(seats__room=room), room, number)
    event.round, event.phase, event.due_at = number, Phase.PLAYING, now + timedelta(minutes=event.minutes)
    event.save(update_fields=["rounds", "round", "phase", "due_at"])


def _contestants(event: Event) -> dict[int, Contestant]:
    """Return who plays the next round, by id: at first the complete contestants, later those that still play."""
    rows = Contestant.objects.filter(event=event, withdrawn=False).annotate(
        people=Count("members", filter=Q(members__user__is_active=True, members__left_at=None))
    )
    rows = rows.filter(people=size_of(event)) if event.round == 0 else rows.filter(people__gt=0)
    if event.round:
        rows = rows.filter(side_assignments__isnull=False).distinct()
    return {row.pk: row for row in rows.prefetch_related("members__user").order_by("pk")}


def _tables(event: Event, contestants: Mapping[int, Contestant], number: int) -> list[dict[int, Contestant]]:
    """Return the tables of a round: the contestant on each side, if any."""
    sides = len(sides_of(event.rules, event.options))
    # everybody in the first round stays in the Berger tables: opponents of a withdrawn contestant meet the house
    first = set(SideAssignment.objects.filter(sitting__event=event, round=1).values_list("contestant", flat=True))
    every = first or set(contestants)
    if _all_meet(event, len(every)):
        pairings = movement.robin([movement.Entrant(pk) for pk in sorted(every)], number)
    else:
        pairings = movement.swiss(_entrants(event, contestants), number, event.rounds, sides)
    tables = [
        {side: contestants[pk] for side, pk in enumerate(pairing) if pk is not None and pk in contestants}
        for pairing in pairings
    ]
    tables = [table for table in tables if table]
    if event.kind != Event.Kind.TEAM:
        return tables
    # two tables per match: at each, one half of a team meets the other half of its opponents
    return tables + [{1 - side: team for side, team in table.items()} for table in tables]


def _all_meet(event: Event, count: int) -> bool:
    """Return whether everybody meets everybody; if there are too many contestants, they play Swiss instead."""
    return event.form == Event.Form.ROBIN and count <= MOST_ROBIN


def _entrants(event: Event, contestants: Mapping[int, Contestant]) -> list[movement.Entrant]:
    """Return contestants as entrants of a round: totals, past opponents, and the sides they have played."""
    tables: dict[int, set[int]] = {}
    sides: dict[int, dict[int, int]] = {}
    rows = SideAssignment.objects.filter(sitting__event=event).order_by("round", "side")
    for sitting, pk, number, side in rows.values_list("sitting", "contestant", "round", "side"):
        tables.setdefault(sitting, set()).add(pk)
        sides.setdefault(pk, {}).setdefault(number, side)
    return [
        movement.Entrant(
            pk,
            (contestant.total or 0) / 100,
            frozenset().union(*(table for table in tables.values() if pk in table)) - {pk},
            tuple(sides.get(pk, {}).values()),
        )
        for pk, contestant in contestants.items()
    ]


# --- a round ends ----------------------------------------------------------------------------------------


def _unfinished(event: Event) -> QuerySet[Sitting]:
    rows = Sitting.objects.filter(event=event, ended_at=None, room__isnull=False)
    return rows.select_related("event", "room")


def _play_out(event: Event) -> None:
    """Have AI players finish the tables of a round whose time is up."""
    for sitting in _unfinished(event):
        _close(sitting)
        for row in RoomBoard.objects.filter(room=sitting.room_id).select_related("board__event_board__event"):
            deal = row.board.event_board
            if Score.objects.filter(sitting=sitting, deal=deal).exists():
                continue
            try:
                result = _result(row, deal)
            except thinking.WorkerFailed as fault:
                log.error("table %s: deal %s is not played out (%s)", sitting.pk, deal.pk, fault)
                return
            with write():
                Sitting.objects.select_for_update(no_key=True).get(pk=sitting.pk)
                counting.store(sitting, deal, result, row.match_id)


def _result(row: RoomBoard, deal: EventBoard) -> Mapping[str, Any]:
    """Return the result of a deal at a table, letting AI players finish it if necessary."""
    hand = Hand.objects.select_related("match").filter(match=row.match_id, replaced_by=None).first()
    folded = fold(hand, stored=False) if hand is not None else None
    if hand is None or folded is None or folded.drawing:
        return counting.house_result(deal)
    return play_on(folded.game, folded.state, folded.seq, bytes(hand.salt), lambda _seat: USUAL_LEVEL)[1]


def _close_all(event: Event) -> None:
    """Close the unfinished tables of a set that is over: only finished deals count."""
    for sitting in _unfinished(event):
        _close(sitting)
        counting.count_table(sitting)
        with write():
            Sitting.objects.filter(pk=sitting.pk, ended_at=None).update(ended_at=timezone.now())


def _close(sitting: Sitting) -> None:
    """Close a table: no more deals are dealt and no more cards are played there. A deal that is over is scored: its
    own task finds nothing due any more."""
    now = timezone.now()
    with write():  # committed first: a deal that is dealt before is found below, and none is dealt after
        in_all = Case(When(all_boards=0, then=F("boards")), default=F("all_boards"))
        Room.objects.filter(pk=sitting.room_id).update(boards=F("board"), all_boards=in_all)
    with write():
        hands = Hand.objects.select_for_update(of=("self",), no_key=True)
        for hand in hands.select_related("match").filter(match__room=sitting.room_id, match__ended_at=None):
            if fold(hand).state.result is not None:
                score(hand.pk)
                continue
            Match.objects.filter(pk=hand.match_id).update(ended_at=now)
            Hand.objects.filter(pk=hand.pk).update(due_at=None)
        room = Room.objects.get(pk=sitting.room_id)
        room.touch()
        changed(room.code)


def _end_round(event: Event) -> None:
    standings.rank(event)
    if event.is_set or event.round >= event.rounds:
        _finish(event)
        return
    event.phase, event.due_at = Phase.BREAK, timezone.now() + BREAK
    event.save(update_fields=["phase", "due_at"])


def _finish(event: Event) -> None:
    event.phase, event.due_at = Phase.OVER, None
    event.save(update_fields=["phase", "due_at"])
    if event.weekly and _is_wanted(event):
        next_week(event)


def _is_wanted(event: Event) -> bool:
    """Return whether a finished event should be repeated: somebody has played it, and its host is still active, in its
    club too if it has one."""
    is_here = event.host is None or (event.host.is_active and is_for(event, event.host))
    return is_here and SideAssignment.objects.filter(sitting__event=event).exists()


def _cancel(event: Event) -> None:
    """Cancel an event with too few entrants, and notify those who have entered."""
    event.cancelled = True
    event.save(update_fields=["cancelled"])
    announcements.tell_it_is_off(event, event.entrants())
    _finish(event)


# --- every week --------------------------------------------------------------------------------------------


def next_week(event: Event) -> Event:
    """Repeat an event a week later, or the fewest weeks later for which entry is still open."""
    weeks = 1
    while _dates(event, weeks)[1] <= timezone.now():
        weeks += 1
    begins, ends = _dates(event, weeks)
    fields = {"name": event.name, "host_id": event.host_id, "club_id": event.club_id, "listed": event.listed}
    if event.is_set:
        deals = event.rounds * event.boards
        return hold_set(
            event.game, event.options, event.kind, event.scale, deals, begins, ends, weekly=True, **fields
        )  # fmt: skip
    return hold_tournament(
        event.game,
        event.options,
        event.kind,
        event.scale,
        event.form,
        rounds=event.rounds,
        deals=event.boards,
        minutes=event.minutes,
        begins=begins,
        weekly=True,
        **fields,
    )


def _dates(event: Event, weeks: int) -> tuple[datetime, datetime]:
    """Return when an event begins and when entry closes, ``weeks`` weeks later."""
    begins = event.starts_at + weeks * WEEK
    return begins, begins if event.ends_at is None else event.ends_at + weeks * WEEK


def hold_weekly() -> None:
    """Create this week's missing sets, one per game and kind. Only one of several concurrent runs succeeds
    (``one_set_a_week``)."""
    today = timezone.now().astimezone(UTC).date()
    begins = datetime.combine(today - timedelta(days=today.weekday()), time.min, UTC)
    needed = {
        (key, kind)
        for key, game in GAMES.items()
        for kind in kinds_of(game, options_of(game))
        if kind != Event.Kind.TEAM
    }
    existing = Event.objects.filter(house=True, starts_at=begins).values_list("game", "kind")
    for key, kind in sorted(needed - set(existing)):
        options = options_of(GAMES[key])
        scale = scales_of(GAMES[key], options, kind)[0]
        with suppress(IntegrityError), write():
            hold_set(key, options, kind, scale, WEEKLY, begins, begins + WEEK, listed=True, house=True)
