"""A club's lobby as a member sees it: the tables that wait for players, and those in play."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.accounts.models import User
from games.clubs.models import Club, ClubTable
from games.matches import running_tables
from games.rooms.access import AccessLists, Sits, access_lists, may_see_room, may_watch, takeable
from games.rooms.models import DAY, Room, Seat
from games.rooms.presence import LEASE
from games.rooms.seat_rows import seats_by_room
from games.table.home import lobby_lines, running_lines

#: How many of a club's newest tables are considered.
LISTED = 100


def tables(club: Club, user: User, friends: frozenset[int]) -> dict[str, list[dict[str, Any]]]:
    """Return a club's tables in words: those ``waiting`` for players, and those ``running``.

    Of the latter, ``can_watch`` or a seat to ``take`` says what a newcomer can do; ``own``: the viewer sits there.
    ``friends``: ids of the viewer's friends.
    """
    newest = ClubTable.objects.filter(club=club, room__closed_at=None).order_by("-room_id")
    pks = list(newest.values_list("room", flat=True)[:LISTED])
    lists = access_lists([user.pk])
    running = [table for table in running_tables.of_rooms(pks) if may_see_room(table.room, table.seats, user, lists)]
    seats = {table.room.code: list(table.seats) for table in running}
    rooms = {table.room.code: table.room for table in running}
    return {
        "waiting": lobby_lines(_waiting(pks, user, lists), friends),
        "running": [
            line
            | {
                "own": any(seat.user_id == user.pk for seat in seats[line["code"]]),
                "can_watch": may_watch(rooms[line["code"]], None),
            }
            for line in running_lines(running, friends)
        ],
    }


def _waiting(pks: list[int], user: User, lists: AccessLists) -> list[Room]:
    """Return the waiting rooms where somebody is present and a seat is free or the viewer's; rooms played over days
    need nobody present."""
    here = Seat.objects.filter(room=OuterRef("pk"), user__isnull=False, seen_at__gt=timezone.now() - LEASE)
    there = Exists(here) | Q(clock__gte=DAY)
    rooms = list(Room.objects.filter(there, pk__in=pks, waiting=True, closed_at=None).order_by("-pk"))
    sitters: dict[int, list[Sits]] = {
        pk: list(seats) for pk, seats in seats_by_room([room.pk for room in rooms]).items()
    }
    return [
        room
        for room in rooms
        if any(seat.user_id == user.pk or takeable(room, seat, running=False) for seat in sitters[room.pk])
        and may_see_room(room, sitters[room.pk], user, lists)
    ]
