"""Opening rooms, finding them, and keeping sets of house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.accounts.friends import friends_of, shut_out
from games.accounts.models import User
from games.foundation.rate_limit import RateLimit, TooMany
from games.foundation.transactions import write
from games.rooms.access import doors_for, may_come
from games.rooms.models import USUAL_LEVEL, Room, RuleSet, Seat, new_code
from games.rooms.presence import LEASE
from games.rules.registry import GAMES

#: Rooms one person may open.
ROOMS = RateLimit("rooms", 12, 10 * 60)
#: Sets of rules one person may keep.
MOST_RULE_SETS = 50
#: Rooms the lobby lists.
LISTED = 30


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """How a room is kept, apart from the game's rules."""

    name: str = ""
    visibility: str = Room.Visibility.LINK
    clock: int = 0
    pace: str = Room.Pace.USUAL
    chat: bool = True
    onlookers: bool = True
    open_tricks: bool = False
    take_over: bool = True
    learning: str = Room.Learning.NO
    level: str = USUAL_LEVEL


def open_room(host: User, game: str, options: Mapping[str, Any], room_settings: RoomSettings | None = None) -> Room:
    """Open a room with its host on seat 0, waiting for others.

    ``Malformed`` where the options are none of the game's, ``TooMany`` where the host has just
    opened many.
    """
    rules = GAMES[game]
    seats = rules.seats(rules.resolve(dict(options)))
    room_settings = room_settings or RoomSettings()
    ROOMS.check(host.pk)
    with write():
        room = Room(code=new_code(), game=game, options=dict(options), host=host)
        for field in RoomSettings.__slots__:
            setattr(room, field, getattr(room_settings, field))
        while Room.objects.filter(code=room.code).exists():
            room.code = new_code()
        room.save()
        Seat.objects.bulk_create(
            Seat(room=room, number=number, user=host if number == 0 else None) for number in range(seats)
        )
    return room


# --- finding -------------------------------------------------------------------------------------


def unfinished(user: User, game: str, options: Mapping[str, Any] | None = None) -> Room | None:
    """Return the room where a person plays this game, by these options, alone with AI players and the match still
    goes on, if there is one."""
    rooms = Room.objects.filter(seats__user=user, game=game, options=options or {}, learning=Room.Learning.NO)
    rooms = rooms.filter(matches__isnull=False, matches__ended_at=None, matches__practice=False).exclude(
        seats__in=Seat.objects.filter(user__isnull=False).exclude(user=user)
    )
    return rooms.order_by("-pk").first()


def my_rooms(user: User) -> list[Room]:
    """Return the rooms where a person sits and a match goes on or is about to, the newest first."""
    rooms = Room.objects.filter(seats__user=user, closed_at=None)
    rooms = rooms.filter(Q(waiting=True) | Q(matches__isnull=False, matches__ended_at=None))
    return list(rooms.distinct().order_by("-pk")[:20])


def inviting(user: User | None) -> list[Room]:
    """Return the rooms with a free seat that a viewer may take, the newest first: the public
    ones, and those of friends that are open to friends. Nothing of people he is blocked with."""
    rooms = _with_a_free_seat()
    if user is None:
        return list(rooms.filter(visibility=Room.Visibility.PUBLIC)[:LISTED])
    friends = [friend.pk for friend in friends_of(user)]
    rooms = rooms.filter(Q(visibility=Room.Visibility.PUBLIC) | Q(visibility=Room.Visibility.FRIENDS, host__in=friends))
    bad = shut_out(user)
    rooms = rooms.exclude(put_out__user=user).exclude(host__in=bad).exclude(seats__user__in=bad)
    return list(rooms.exclude(seats__user=user)[:LISTED])


def with_room_for(user: User, game: str, options: Mapping[str, Any] | None = None) -> tuple[Room, int] | None:
    """Return a public room that waits for players of a game, and a free seat in it, for «Play
    now»: fullest first, by these options alone, for nobody is led past the page that tells of others;
    never one's own, never with somebody with whom there is a block."""
    bad = shut_out(user)
    rooms = _with_a_free_seat().filter(game=game, options=options or {}, visibility=Room.Visibility.PUBLIC)
    rooms = rooms.filter(learning=Room.Learning.NO)
    rooms = rooms.exclude(put_out__user=user).exclude(host__in=bad).exclude(seats__user__in=bad)
    rooms = rooms.exclude(seats__user=user)
    found: list[tuple[int, Room, int]] = []
    doors = doors_for([user.pk])
    for room in rooms[:LISTED]:
        seats = list(room.seats.all())
        free = [seat.number for seat in seats if seat.user_id is None and not seat.level]
        if free and may_come(room, seats, user, doors):
            found.append((len(free), room, free[0]))
    if not found:
        return None
    _free, room, number = min(found, key=lambda one: (one[0], one[1].pk))
    return room, number


def _with_a_free_seat() -> QuerySet[Room]:
    """Return waiting rooms with an open seat and somebody there, the newest first."""
    seats = Seat.objects.filter(room=OuterRef("pk"))
    here = seats.filter(user__isnull=False, seen_at__gt=timezone.now() - LEASE)
    rooms = Room.objects.filter(Exists(seats.filter(user=None, level="")), Exists(here), waiting=True, closed_at=None)
    return rooms.select_related("host").prefetch_related("seats__user").order_by("-pk")


# --- sets of rules -------------------------------------------------------------------------------


def keep_rules(owner: User, game: str, name: str, options: Mapping[str, Any]) -> RuleSet:
    """Keep house rules under a name; one of that name is replaced. ``TooMany`` where a person
    keeps more than he can need."""
    GAMES[game].resolve(dict(options))
    with write():
        if RuleSet.objects.filter(owner=owner).exclude(game=game, name=name).count() >= MOST_RULE_SETS:
            raise TooMany(0)
        made, _new = RuleSet.objects.update_or_create(
            owner=owner, game=game, name=name, defaults={"options": dict(options)}
        )
    return made


def forget_rules(owner: User, code: str) -> None:
    """Remove a set of rules of one's own."""
    with write():
        RuleSet.objects.filter(owner=owner, code=code).delete()
