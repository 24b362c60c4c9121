"""Who may see a room, and who may watch its play.

To somebody who may not see a room it is as if it did not exist. Only somebody with the code of a room for friends
may ask to join it (``may_ask_to_join``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.accounts.models import Block, Friendship, User
from games.foundation.compiled_queries import CompiledQuery
from games.rooms.models import Ban, JoinRequest, Room, Seat

#: The rooms that anybody can find, as in the index ``rooms_found``.
FINDABLE = Q(visibility=Room.Visibility.PUBLIC) | Q(findable=True)


def open_to(rooms: QuerySet[Room], user: int) -> QuerySet[Room]:
    """Return which rooms a person, by id, can find as a newcomer: those of ``FINDABLE``, and those for friends of their
    host.

    Left out are rooms where they have a seat or one is reserved for them, where there is a block with the host or with
    anybody who has or will have a seat, and from which they were removed. Otherwise as ``may_see_room``, for lists.
    """
    accepted, blocks = Friendship.objects.filter(accepted_at__isnull=False), Block.objects.all()
    friends = Q(host__in=accepted.filter(asker=user).values("asked"))
    friends |= Q(host__in=accepted.filter(asked=user).values("asker"))
    rooms = rooms.filter(FINDABLE | Q(friends, visibility=Room.Visibility.FRIENDS))
    seats = Seat.objects.filter(room=OuterRef("pk"))
    for others in (blocks.filter(blocker=user).values("blocked"), blocks.filter(blocked=user).values("blocker")):
        theirs = seats.filter(Q(user__in=others) | Q(reserved_for__in=others))
        rooms = rooms.exclude(host__in=others).exclude(Exists(theirs))
    own = seats.filter(Q(user=user) | Q(reserved_for=user))
    return rooms.exclude(Exists(own)).exclude(bans__user=user)


def may_watch(room: Room, seat: int | None) -> bool:
    """Return whether a viewer with this seat, or none, may watch the play: no onlookers where hands are open."""
    return seat is not None or (room.onlookers and room.learning != Room.Learning.OPEN)


class Sits(Protocol):
    """What access needs to know of a seat: a ``Seat`` or a ``SeatRow``."""

    @property
    def user_id(self) -> int | None:
        """Whose seat it is."""

    @property
    def reserved_for_id(self) -> int | None:
        """Who takes it over at the next deal."""

    @property
    def level(self) -> str:
        """The level of the AI player who sits there, or ""."""


#: Two ids.
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class AccessLists:
    """The rows that decide on access for some people, by id.

    ``blocks``: person → those with whom there is a block, either way. ``banned``: (room, person) removed by the host.
    ``friends``: person → friends. ``granted``: (room, person) whose request to join the host has granted.
    """

    blocks: Mapping[int, Collection[int]]
    banned: Collection[tuple[int, int]]
    friends: Mapping[int, Collection[int]]
    granted: Collection[tuple[int, int]] = ()


def access_lists(people: Collection[int]) -> AccessLists:
    """Return the access lists of some people, by id, in four queries."""
    if not people:
        return AccessLists({}, (), {})
    if len(people) == 1:
        blocks, banned, friends, granted = (query(*people) for query in _of_one)
    else:
        blocks, banned, friends, granted = (query(people) for query in (_blocks, _bans, _friends, _granted))
    return AccessLists(_both_ways(blocks), set(banned), _both_ways(friends), set(granted))


def _blocks(people: Collection[int]) -> QuerySet[Block, Pair]:
    return Block.objects.filter(Q(blocker__in=people) | Q(blocked__in=people)).values_list("blocker", "blocked")


def _bans(people: Collection[int]) -> QuerySet[Ban, Pair]:
    return Ban.objects.filter(user__in=people).values_list("room", "user")


def _friends(people: Collection[int]) -> QuerySet[Friendship, Pair]:
    rows = Friendship.objects.filter(Q(asker__in=people) | Q(asked__in=people), accepted_at__isnull=False)
    return rows.values_list("asker", "asked")


def _granted(people: Collection[int]) -> QuerySet[JoinRequest, Pair]:
    return JoinRequest.objects.filter(user__in=people, granted=True).values_list("room", "user")


#: The same queries for one person, as most pages need them.
_of_one = [CompiledQuery(lambda pk, query=query: query([pk]), -1) for query in (_blocks, _bans, _friends, _granted)]


def _both_ways(pairs: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    others: dict[int, set[int]] = {}
    for first, second in pairs:
        others.setdefault(first, set()).add(second)
        others.setdefault(second, set()).add(first)
    return others


def may_see_room(room: Room, seats: Collection[Sits], user: User | None, lists: AccessLists | None = None) -> bool:
    """Return whether a person (None: an anonymous visitor) may see a room.

    ``lists``: their ``access_lists``, if the caller checks several rooms or people.
    """
    if user is not None and any(user.pk in {seat.user_id, seat.reserved_for_id} for seat in seats):
        return True
    return _is_open(room, seats) and _is_welcome(room, seats, user, lists)


def takeable(room: Room, seat: Sits, running: bool) -> bool:
    """Return whether a newcomer may take a seat, or reserve it while a match is ``running``."""
    if room.sealed:
        return False
    if running:
        # people who have watched open hands must not play them
        allowed = room.take_over and room.learning != Room.Learning.OPEN
        return bool(seat.level) and seat.reserved_for_id is None and allowed
    return seat.user_id is None and not seat.level


def sits_alone(seats: Collection[Sits], user: User | None) -> bool:
    """Return whether a person is the only one at a table."""
    return user is not None and {seat.user_id for seat in seats} - {None} == {user.pk}


def _is_open(room: Room, seats: Collection[Sits]) -> bool:
    """Return whether newcomers could watch or take a seat in a room."""
    if room.closed_at is not None or room.sealed:
        return False
    if room.waiting or room.onlookers:
        return True
    return any(takeable(room, seat, running) for seat in seats for running in (False, True))


def may_ask_to_join(room: Room, seats: Collection[Sits], user: User | None, lists: AccessLists | None = None) -> bool:
    """Return whether somebody with the code of a room may ask to join it.

    They may not if it is closed or sealed, there is a block with anybody at it, or its host has removed them.
    ``lists``: as of ``may_see_room``.
    """
    if room.closed_at is not None or room.sealed:
        return False
    return user is None or not _is_kept_away(room, seats, user, lists or access_lists([user.pk]))


def _is_welcome(room: Room, seats: Collection[Sits], user: User | None, lists: AccessLists | None) -> bool:
    """Return whether a room's visibility, its host and its players admit somebody without a seat."""
    for_friends = room.visibility == Room.Visibility.FRIENDS
    if user is None:
        return not for_friends
    lists = lists or access_lists([user.pk])
    if _is_kept_away(room, seats, user, lists):
        return False
    is_friend = room.host_id in {user.pk, *lists.friends.get(user.pk, ())}
    return not for_friends or is_friend or (room.pk, user.pk) in lists.granted


def _is_kept_away(room: Room, seats: Collection[Sits], user: User, lists: AccessLists) -> bool:
    """Return whether there is a block with anybody at a table, or its host has removed the person."""
    people = {pk for seat in seats for pk in (seat.user_id, seat.reserved_for_id)} | {room.host_id}
    return bool(people & set(lists.blocks.get(user.pk, ()))) or (room.pk, user.pk) in lists.banned
