"""Opening and finding rooms, and sets of house rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import fmean
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import set_preference
from games.foundation.compiled_queries import CompiledQuery
from games.foundation.rate_limit import RateLimit, RateLimited
from games.foundation.transactions import write
from games.rooms import wishes
from games.rooms.access import FINDABLE, access_lists, may_see_room, open_to
from games.rooms.models import USUAL_LEVEL, Room, RuleSet, Seat, new_code
from games.rooms.presence import LEASE
from games.rules.registry import GAMES

#: Rooms one person may open.
ROOMS = RateLimit("rooms", 12, 10 * 60)
#: Rule sets one person may keep.
MOST_RULE_SETS = 50
#: The key of the preference that hides one's tables of «Play now» from others: "on", or "".
ALONE = "alone"
#: Rooms the lobby lists.
LISTED = 30
#: How strong people are at a game, by their ids.
Strengths = Callable[[Collection[int]], Mapping[int, float]]


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """A room's settings, apart from the game's rules."""

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


def open_room(
    host: User,
    game: str,
    options: Mapping[str, Any],
    room_settings: RoomSettings | None = None,
    sealed: bool = False,
    findable: bool | None = None,
) -> Room:
    """Open a room with its host on seat 0. ``sealed``, ``findable``: those of ``Room``, which nobody chooses on a
    form.

    Raises ``Malformed`` if the options are invalid, ``RateLimited`` if the host has opened many rooms lately.
    """
    rules = GAMES[game]
    rules.resolve(dict(options))
    ROOMS.check(host.pk)
    return opened(host, game, options, room_settings or RoomSettings(), sealed, findable)


def opened(
    host: User,
    game: str,
    options: Mapping[str, Any],
    room_settings: RoomSettings,
    sealed: bool = False,
    findable: bool | None = None,
) -> Room:
    """Open a room for the house: as ``open_room`` does, but without its rate limit."""
    rules = GAMES[game]
    seats = rules.seats(rules.resolve(dict(options)))
    with write():
        room = Room(code=new_code(), game=game, options=dict(options), host=host, sealed=sealed, findable=findable)
        for field in RoomSettings.__slots__:
            setattr(room, field, getattr(room_settings, field))
        while Room.objects.filter(code=room.code).exists():
            room.code = new_code()
        room.save()
        Seat.objects.bulk_create(
            Seat(room=room, number=number, user=host if number == 0 else None) for number in range(seats)
        )
        wishes.end(host)
    return room


def keep_to_oneself(user: User, alone: bool) -> None:
    """Show a person's tables of «Play now» to nobody (``alone``), or to people who look for company; the preference
    ``ALONE`` decides for future ones."""
    with write():
        set_preference(user, ALONE, "on" if alone else "")
        tables = Room.objects.filter(host=user, closed_at=None, findable=alone)
        # by primary key, as whoever needs several rooms locks them
        locked = tables.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True)
        Room.objects.filter(pk__in=list(locked)).update(findable=not alone)


# --- finding -------------------------------------------------------------------------------------


def unfinished_room(user: User, game: str, options: Mapping[str, Any] | None = None) -> Room | None:
    """Return the newest room where a match of this game, by these options, is running between a person and AI players
    alone."""
    rooms = Room.objects.filter(seats__user=user, game=game, options=options or {}, learning=Room.Learning.NO)
    rooms = rooms.filter(matches__isnull=False, matches__ended_at=None, matches__practice=False)
    others = Seat.objects.filter(room=OuterRef("pk"), user__isnull=False).exclude(user=user)
    return rooms.exclude(Exists(others)).order_by("-pk").first()


def my_rooms(user: User) -> list[Room]:
    """Return the rooms where a person sits and a match is running or awaited, the newest first."""
    return _mine(user.pk)


def latest_room(user: User) -> Room | None:
    """Return the one of ``my_rooms`` where a person was last, or None."""
    return _latest.one(user.pk)


def _rooms_of(user: int) -> QuerySet[Room]:
    rooms = Room.objects.filter(seats__user=user, closed_at=None)
    return rooms.filter(Q(waiting=True) | Q(matches__isnull=False, matches__ended_at=None))


_mine: CompiledQuery[Room] = CompiledQuery(lambda user: _rooms_of(user).distinct().order_by("-pk")[:20], -1)
_latest: CompiledQuery[Room] = CompiledQuery(
    lambda user: _rooms_of(user).order_by("-seats__seen_at", "-pk")[:1],
    -1,
)


def open_rooms(user: User | None, game: str = "") -> list[Room]:
    """Return the waiting rooms where a viewer may take a seat, the newest first: public ones, findable ones of «Play
    now», where a match is over, and those of friends; none with people with whom there is a block. ``game``: of that
    game only."""
    here = timezone.now() - LEASE
    if game:
        rooms = _with_a_free_seat(here).filter(game=game)
        return list(_open_to_all(rooms) if user is None else _open_for(rooms, user.pk))
    return _public(here) if user is None else _for(user.pk, here)


def _open_to_all(rooms: QuerySet[Room]) -> QuerySet[Room]:
    return rooms.filter(FINDABLE)[:LISTED]


def _open_for(rooms: QuerySet[Room], user: int) -> QuerySet[Room]:
    return open_to(rooms, user)[:LISTED]


_SOME_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_for: CompiledQuery[Room] = CompiledQuery(lambda user, here: _open_for(_with_a_free_seat(here), user), -1, _SOME_TIME)
_public: CompiledQuery[Room] = CompiledQuery(lambda here: _open_to_all(_with_a_free_seat(here)), _SOME_TIME)


def free_public_seat(
    user: User, game: str, options: Mapping[str, Any] | None = None, strengths: Strengths | None = None
) -> tuple[Room, int] | None:
    """Return a room that anybody can find and that waits for players of a game, and a free seat in it, for «Play now»:
    the fullest; of equally full ones the one whose people are nearest in strength, or the oldest.

    Only rooms with these options: people must see other house rules before they join.
    """
    rooms = _with_a_free_seat(timezone.now() - LEASE).select_related("host").prefetch_related("seats__user")
    rooms = rooms.filter(FINDABLE, game=game, options=options or {})
    candidates: list[tuple[Room, list[int], list[int]]] = []
    lists = access_lists([user.pk])
    for room in open_to(rooms.filter(learning=Room.Learning.NO), user.pk)[:LISTED]:
        seats = list(room.seats.all())
        free = [seat.number for seat in seats if seat.user_id is None and not seat.level]
        if free and may_see_room(room, seats, user, lists):
            candidates.append((room, free, [seat.user_id for seat in seats if seat.user_id is not None]))
    if not candidates:
        return None
    fewest = min(len(free) for _room, free, _people in candidates)
    fullest = [candidate for candidate in candidates if len(candidate[1]) == fewest]
    strength: Mapping[int, float] = {}
    if strengths is not None and len(fullest) > 1:
        strength = strengths([user.pk, *{pk for _room, _free, people in fullest for pk in people}])

    def order(candidate: tuple[Room, list[int], list[int]]) -> tuple[float, int]:
        room, _free, people = candidate
        return abs(fmean(strength[pk] for pk in people) - strength[user.pk]) if strength else 0.0, room.pk

    room, free, _people = min(fullest, key=order)
    return room, free[0]


def _with_a_free_seat(present: datetime) -> QuerySet[Room]:
    """Return waiting rooms with an open seat and somebody seen since ``present``, the newest first."""
    seats = Seat.objects.filter(room=OuterRef("pk"))
    here = seats.filter(user__isnull=False, seen_at__gt=present)
    rooms = Room.objects.filter(Exists(seats.filter(user=None, level="")), Exists(here), waiting=True, closed_at=None)
    return rooms.order_by("-pk")


# --- sets of rules -------------------------------------------------------------------------------


def save_rule_set(owner: User, game: str, name: str, options: Mapping[str, Any]) -> RuleSet:
    """Save house rules under a name, replacing those of the same name. Raises ``RateLimited`` beyond
    ``MOST_RULE_SETS``."""
    GAMES[game].resolve(dict(options))
    with write():
        if RuleSet.objects.filter(owner=owner).exclude(game=game, name=name).count() >= MOST_RULE_SETS:
            raise RateLimited(0)
        return RuleSet.objects.update_or_create(owner=owner, game=game, name=name, defaults={"options": dict(options)})[
            0
        ]


def delete_rule_set(owner: User, code: str) -> None:
    """Delete one's own rule set."""
    with write():
        RuleSet.objects.filter(owner=owner, code=code).delete()
