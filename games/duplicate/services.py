"""The writer of events and their contestants; ``rounds`` runs tournaments, ``counting`` stores results.

Possible abuses and the defences:

- *Look before playing.* Tables are sealed; replays of a deal check ``seal`` first; no page shows others' results to a
  person who has not played all of it.
- *Play a deal twice.* An account enters an event once, has one table per round, and no move is taken back. Guests, who
  could return as somebody else, may not enter. A second account or a talkative friend can still help: nothing is rated.
- *Wait, or have the house play.* A set resumes a deal where it was left. At tables with several people, and in
  tournaments, an AI player plays for anybody whose time runs out, of the usual level and the same at every table.
- *Leave while ahead.* A contestant of whom everybody has left a tournament has no rank, nor one whose accounts were
  closed or suspended while it was played.
- *Shut somebody out.* Neither a block by the host nor leaving its club nor the end of that club closes an event to
  whoever has entered it, and a partner who leaves, or whose account is closed, holds up nobody: an AI player takes
  their seat.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.accounts.friends import blocked_ids
from games.accounts.models import User
from games.accounts.notifications import refresh_pages
from games.clubs.models import Club, Membership
from games.duplicate import announcements, standings
from games.duplicate.models import Contestant, Event, EventBoard, Member, SideAssignment, Sitting
from games.duplicate.seating import at_side, kinds_of, players, scales_of, sides_of, size_of, store_table
from games.foundation.transactions import write
from games.matches import boards, seating
from games.matches.models import Match
from games.rooms.models import USUAL_CLOCK, Room
from games.rules.core import Game
from games.rules.registry import GAMES

#: How long after its end people who have begun a set may finish it.
GRACE = timedelta(hours=2)
#: How long a person's statement that they are here is valid while their partners come.
READY = timedelta(minutes=3)
#: Maximum contestants of a tournament: each needs a table, and all tables are drawn at once.
MOST = 64
#: Choices for a set's deals, and for a tournament's deals per round, rounds and minutes per round.
SETS, BOARDS, ROUNDS, MINUTES = (8, 16), (2, 4), (3, 4, 5, 6, 7), (10, 15, 20, 30, 45, 60)
#: Maximum number of contestants who all meet; more than that play Swiss.
MOST_ROBIN = 8


class EventRefused(Exception):
    """An action was refused: ``reason`` is ``closed``, ``begun``, ``entered``, ``guest``, ``full``, ``taken``,
    ``blocked``, ``partner``, ``replaced``, ``done`` or ``form`` (the game has no such event)."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


# --- events ----------------------------------------------------------------------------------------


def hold_set(
    game: str,
    options: Mapping[str, Any],
    kind: str,
    scale: str,
    deals: int,
    begins: datetime,
    ends: datetime,
    **fields: Any,
) -> Event:
    """Hold a set of at least ``deals`` deals, as many from each side, settled now, from ``begins`` to ``ends``.
    ``fields``: further fields of the event.

    Raises ``EventRefused`` if the game has no such event, ``Malformed`` if the options are invalid.
    """
    check(game, options, kind, scale, Event.Form.SET)
    sides = len(sides_of(GAMES[game], options))
    # a team plays all deals from both sides, at two tables
    rounds = 1 if kind == Event.Kind.TEAM else sides
    with write():
        event = Event.objects.create(
            game=game,
            options=dict(options),
            form=Event.Form.SET,
            kind=kind,
            scale=scale,
            rounds=rounds,
            boards=deals_from_a_side(deals, rounds),
            starts_at=begins,
            ends_at=ends,
            phase=Event.Phase.PLAYING,
            due_at=ends + GRACE,
            **fields,
        )
        for number in range(1, rounds + 1):
            deal_round(event, number)
    return event


def deals_from_a_side(deals: int, sides: int) -> int:
    """Return how many deals are played from each side so that there are at least ``deals``."""
    return -(-deals // sides)


def hold_tournament(
    game: str,
    options: Mapping[str, Any],
    kind: str,
    scale: str,
    form: str,
    *,
    rounds: int,
    deals: int,
    minutes: int,
    begins: datetime,
    **fields: Any,
) -> Event:
    """Announce a tournament with its rounds and deals per round; a ``robin`` gets as many rounds as it needs. Raises
    the same errors as ``hold_set``."""
    check(game, options, kind, scale, form)
    with write():
        return Event.objects.create(
            game=game,
            options=dict(options),
            form=form,
            kind=kind,
            scale=scale,
            rounds=rounds,
            boards=deals,
            minutes=minutes,
            starts_at=begins,
            due_at=begins,
            **fields,
        )


def call_off(event: Event) -> None:
    """Cancel an event that nobody has begun to play, and tell those who have entered. Raises ``EventRefused``."""
    with write():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        if event.is_over:
            raise EventRefused("closed")
        if SideAssignment.objects.filter(sitting__event=event).exists():
            raise EventRefused("begun")
        announcements.tell_it_is_called_off(event, event.entrants().exclude(pk=event.host_id))
        Event.objects.filter(pk=event.pk).update(phase=Event.Phase.OVER, cancelled=True, due_at=None, weekly=False)


def take_names(user: User, **_signal: Any) -> list[int]:
    """Remove the names of a person's events, which are then called by their game; return their tables, by id."""
    named = Event.objects.filter(host=user).exclude(name="").order_by("pk")
    events = list(named.select_for_update(no_key=True).values_list("pk", flat=True))
    Event.objects.filter(pk__in=events).update(name="")
    return list(Room.objects.filter(sitting__event__in=events).values_list("pk", flat=True))


def deal_round(event: Event, number: int) -> list[EventBoard]:
    """Settle the deals of a round; call once per round, inside a transaction."""
    first = (number - 1) * event.boards + 1
    dealt = boards.settle_boards(event.rules, event.options, event.boards, first)
    return EventBoard.objects.bulk_create(
        EventBoard(event=event, round=number, number=first + at, board=board) for at, board in enumerate(dealt)
    )


def check(game: str, options: Mapping[str, Any], kind: str, scale: str, form: str) -> None:
    """Raise ``EventRefused`` if a game has no such event, ``Malformed`` if the options are invalid."""
    rules = GAMES[game]
    rules.resolve(dict(options))
    if kind not in kinds_of(rules, options):
        raise EventRefused(kind)
    if scale not in scales_of(rules, options, kind):
        raise EventRefused("form")
    if not has_form(rules, options, form):
        raise EventRefused(form)


def has_form(game: Game, options: Mapping[str, Any], form: str) -> bool:
    """Return whether a game can be played in a form: everybody meets everybody only where two sides sit at a table."""
    return form != Event.Form.ROBIN or len(sides_of(game, options)) == 2


# --- who plays ---------------------------------------------------------------------------------------


def is_for(event: Event, user: User | None) -> bool:
    """Return whether an event is for a person (None: an anonymous visitor): a club's is only for its members."""
    return event.club_id is None or Membership.objects.filter(club=event.club_id, user=user).exists()


def may_see(event: Event, user: User | None) -> bool:
    """Return whether a person with its link may see an event: a club's event is only for its members, and a block
    between the host and a person hides it. Neither locks out whoever has entered."""
    if is_for(event, user) and (user is None or event.host_id is None or event.host_id not in blocked_ids(user)):
        return True
    return user is not None and Member.objects.filter(event=event, user=user).exists()


def contestant_of(event: Event, user: User | None) -> Contestant | None:
    """Return the contestant to which a person belongs in an event, with its members."""
    if user is None:
        return None
    rows = Contestant.objects.filter(event=event, members__user=user)
    return rows.prefetch_related("members__user").first()


def enter(event: Event, user: User) -> Contestant:
    """Enter a person for an event, with a link for any partners they need. Raises ``EventRefused``."""
    with write():
        event = _open(event, user)
        if not event.is_set and Contestant.objects.filter(event=event).count() >= MOST:
            raise EventRefused("full")
        contestant = Contestant.objects.create(event=event)
        _add(contestant, user, 0)
    return contestant


def join(contestant: Contestant, user: User) -> None:
    """Add a person who has a contestant's link to it. Raises ``EventRefused``."""
    with write():
        event = _open(contestant.event, user)
        contestant = Contestant.objects.select_for_update(no_key=True).get(pk=contestant.pk)
        members = list(contestant.members.all())
        free = sorted(set(range(size_of(event))) - {member.number for member in members})
        if not free or SideAssignment.objects.filter(contestant=contestant).exists():
            raise EventRefused("taken")
        if set(blocked_ids(user)) & {member.user_id for member in members}:
            raise EventRefused("blocked")
        _add(contestant, user, free[0])


def leave(event: Event, user: User) -> None:
    """Withdraw a person from an event. In a running tournament AI players play on for them: their partners are told,
    and with nobody left they are no longer paired. A set cannot be left once they have begun it."""
    with write():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)  # no round is beginning then
        contestant = Contestant.objects.select_for_update(no_key=True).filter(event=event, members__user=user).first()
        if contestant is None:
            return
        if SideAssignment.objects.filter(contestant=contestant).exists():
            if not event.is_set and not event.is_over:
                _leave_in_play(contestant, user)
            return
        Member.objects.filter(contestant=contestant, user=user).delete()
        if not contestant.members.exists():
            contestant.delete()


def _leave_in_play(contestant: Contestant, user: User) -> None:
    if not Member.objects.filter(contestant=contestant, user=user, left_at=None).update(left_at=timezone.now()):
        return
    others = [member.user for member in contestant.members.select_related("user") if member.is_playing]
    if not others:
        standings.withdraw(contestant)
    hidden = blocked_ids(user)  # the table and the event's page show them that an AI player has the seat
    announcements.tell_who_left(contestant.event, [other for other in others if other.pk not in hidden], user)
    announcements.concerns_no_more(contestant.event, user)
    if (room := room_of(contestant, user)) is not None:
        seating.give_up(room, user)


def _open(event: Event, user: User) -> Event:
    """Return an event that a person may enter, with its row locked."""
    if user.is_guest:
        raise EventRefused("guest")
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    ended = event.ends_at is not None and event.ends_at <= timezone.now()
    if event.phase != (Event.Phase.PLAYING if event.is_set else Event.Phase.ENTRY) or ended:
        raise EventRefused("closed")
    return event


def _add(contestant: Contestant, user: User, number: int) -> None:
    try:
        with transaction.atomic():
            Member.objects.create(contestant=contestant, event_id=contestant.event_id, user=user, number=number)
    except IntegrityError:
        raise EventRefused("entered") from None


# --- the tables of a set -------------------------------------------------------------------------------


def sit_down(event: Event, user: User) -> Room | None:
    """Seat a person at the table where they continue a set; return None while they wait for their partners. Raises
    ``EventRefused``."""
    with write():
        # a partner who presses too, or a host who calls it off, has done so by then
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        contestant = contestant_of(event, user)
        if contestant is None:
            raise EventRefused("closed")
        if (room := room_of(contestant, user)) is None:
            return _next_table(event, contestant, user)
        seating.come_back(room, user)
        if not Match.objects.filter(room=room, ended_at=None).exists():
            awaited = boards.awaited(room.seats.select_related("user"), timezone.now())
            if not _are_ready(list(contestant.members.all()), user, awaited - {user.pk}):
                return None
            boards.deal_next(room)
        return room


def may_go_on(event: Event, begun: bool) -> bool:
    """Return whether another table of a set may be opened for a contestant: if it has ``begun``, until its time is up,
    otherwise until entry closes."""
    now, ends = timezone.now(), event.due_at if begun else event.ends_at
    return event.phase == Event.Phase.PLAYING and event.starts_at <= now and (ends is None or now < ends)


def room_of(contestant: Contestant, user: User) -> Room | None:
    """Return a contestant's table where a person still has deals to play or finish."""
    rows = Sitting.objects.filter(side_assignments__contestant=contestant, room__seats__user=user, ended_at=None)
    sitting = rows.select_related("room").order_by("-pk").first()
    if sitting is None or sitting.room is None:
        return None
    room = sitting.room
    is_unfinished = room.board < room.boards or Match.objects.filter(room=room, ended_at=None).exists()
    return room if is_unfinished else None


def is_replaced(contestant: Contestant, user: User) -> bool:
    """Return whether partners of a person play a table of a set where an AI player has their seat, because their
    account was closed or suspended when it was opened."""
    event, members = contestant.event, list(contestant.members.all())
    own = next(member for member in members if member.user_id == user.pk)
    rows = contestant.side_assignments.filter(sitting__ended_at=None, sitting__room__seats__user__is_active=True)
    sides = rows.exclude(sitting__room__seats__user=user).values_list("side", flat=True)
    return event.is_set and any(own in at_side(event, members, side) for side in sides)


def _next_table(event: Event, contestant: Contestant, user: User) -> Room | None:
    members = list(contestant.members.all())
    begun = set(SideAssignment.objects.filter(contestant=contestant).values_list("round", "side"))
    if len(members) < size_of(event) and not begun:  # once it has begun, somebody's account has been erased
        raise EventRefused("partner")
    if not may_go_on(event, begun=bool(begun)):
        raise EventRefused("closed")
    if is_replaced(contestant, user):
        raise EventRefused("replaced")
    own = next(member for member in members if member.user_id == user.pk)
    open_rounds = [each for each in rounds_of(event) if own in at_side(event, members, each[1]) and each not in begun]
    if not open_rounds:
        raise EventRefused("done")
    number, side = open_rounds[0]
    others = [member.user_id for member in at_side(event, members, side) if member != own and member.is_playing]
    if not _are_ready(members, user, others):
        return None
    return open_table(event, number, {side: contestant}, clock=USUAL_CLOCK if others else 0)


def _are_ready(members: Sequence[Member], user: User, others: Collection[int]) -> bool:
    """Record that a member of a contestant is here, and return whether all of their partners are."""
    now = timezone.now()
    waits = {member.user_id for member in members if member.ready_at is not None and member.ready_at > now - READY}
    ready = set(others) <= waits
    people = [member.pk for member in members if member.user_id == user.pk or member.user_id in others]
    if ready:
        Member.objects.filter(pk__in=people).update(ready_at=None)
    else:
        Member.objects.filter(pk__in=[member.pk for member in members if member.user_id == user.pk]).update(
            ready_at=now
        )
    for pk in others:
        refresh_pages(pk)  # their event page shows it
    return ready


def rounds_of(event: Event) -> list[tuple[int, int]]:
    """Return the rounds that a contestant plays in a set, each with its side of the table."""
    sides = range(len(sides_of(event.rules, event.options)))
    if event.kind == Event.Kind.TEAM:
        return [(1, side) for side in sides]
    return [(number, number - 1) for number in range(1, event.rounds + 1)]


def open_table(
    event: Event, number: int, by_side: Mapping[int, Contestant], *, clock: int, away_from: datetime | None = None
) -> Room:
    """Open a table of a round, inside a transaction, with these contestants by side and AI players on the other sides.
    ``clock`` and ``away_from`` are as in ``boards.open_table``."""
    rows = EventBoard.objects.filter(event=event, round=number).select_related("board")
    dealt, in_all = {row.number: row.board for row in rows}, event.rounds * event.boards
    people, name = players(event, by_side), event.name
    room = boards.open_table(
        event.rules, event.options, people, dealt, in_all=in_all, name=name, clock=clock, away_from=away_from
    )
    store_table(event, number, by_side, room)
    return room


def clubs_of(user: User) -> list[Club]:
    """Return the clubs in which a person may hold an event."""
    return list(Club.objects.filter(memberships__user=user).order_by("name", "pk"))
