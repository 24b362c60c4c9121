"""Who may come to a room's page, and who may watch the play there.

A room that somebody may not see is no different, for them, from one that does not exist. But whoever has
the code of a room for friends has been given it, and may ask to be let in (``may_ask_to_join``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q

from games.accounts.models import Block, Friendship, User
from games.rooms.models import JoinRequest, PutOut, Room, Seat


def may_watch(room: Room, seat: int | None) -> bool:
    """Say whether a viewer with this seat, or none, may see the cards that lie open."""
    return seat is not None or room.onlookers


@dataclass(frozen=True, slots=True)
class Doors:
    """Which doors are shut to some people: ``blocks``, id → ids of those with whom there is one;
    ``out``: (room, person) where the host has put them out. ``friends``, id → ids: whose doors are
    open to them that are not to all; ``let_in``: (room, person) where the host has let in who asked."""

    blocks: Mapping[int, Collection[int]]
    out: Collection[tuple[int, int]]
    friends: Mapping[int, Collection[int]]
    let_in: Collection[tuple[int, int]] = ()


def doors_for(people: Collection[int]) -> Doors:
    """Return the doors shut and open to people, by id: four queries, however many they are."""
    if not people:
        return Doors({}, (), {})
    blocks = Block.objects.filter(Q(blocker__in=people) | Q(blocked__in=people))
    out = set(PutOut.objects.filter(user__in=people).values_list("room", "user"))
    friends = Friendship.objects.filter(Q(asker__in=people) | Q(asked__in=people), accepted_at__isnull=False)
    return Doors(
        _both_ways(blocks.values_list("blocker", "blocked")),
        out,
        _both_ways(friends.values_list("asker", "asked")),
        set(JoinRequest.objects.filter(user__in=people, let_in=True).values_list("room", "user")),
    )


def _both_ways(pairs: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


def may_come(room: Room, seats: Collection[Seat], user: User | None, doors: Doors | None = None) -> bool:
    """Say whether a person, or somebody without an account, may come to a room's page. Whoever
    asks for many people at once finds their ``doors`` beforehand."""
    if user is not None and any(user.pk in {seat.user_id, seat.reserved_for_id} for seat in seats):
        return True
    return _has_a_place(room, seats) and _is_welcome(room, seats, user, doors)


def takeable(room: Room, seat: Seat, going: bool) -> bool:
    """Say whether a newcomer may take a seat, or while a match goes on (``going``) may reserve it."""
    if going:
        # hands that have lain open are nobody's to play with who looked on
        allowed = room.take_over and room.learning != Room.Learning.OPEN
        return bool(seat.level) and seat.reserved_for_id is None and allowed
    return seat.user_id is None and not seat.level


def sits_alone(seats: Collection[Seat], user: User | None) -> bool:
    """Say whether a person is the only one at a table: all others are AI players."""
    return user is not None and {seat.user_id for seat in seats} - {None} == {user.pk}


def _has_a_place(room: Room, seats: Collection[Seat]) -> bool:
    """Say whether a room has anything for newcomers: something to see, or a seat."""
    if room.closed_at is not None:
        return False
    if room.waiting or room.onlookers:
        return True
    return any(takeable(room, seat, going) for seat in seats for going in (False, True))


def may_ask_to_join(room: Room, seats: Collection[Seat], user: User | None) -> bool:
    """Say whether somebody who may not come to a room's page may stand at its door: whoever has its code, unless
    it is closed, there is a block with any of those at it, or its host has put them out."""
    if room.closed_at is not None:
        return False
    return user is None or not _is_shut_to(room, seats, user, doors_for([user.pk]))


def _is_welcome(room: Room, seats: Collection[Seat], user: User | None, doors: Doors | None) -> bool:
    """Say whether those at a table would let somebody in who has no seat there."""
    for_friends = room.visibility == Room.Visibility.FRIENDS
    if user is None:
        return not for_friends
    doors = doors or doors_for([user.pk])
    if _is_shut_to(room, seats, user, doors):
        return False
    is_friend = room.host_id in {user.pk, *doors.friends.get(user.pk, ())}
    return not for_friends or is_friend or (room.pk, user.pk) in doors.let_in


def _is_shut_to(room: Room, seats: Collection[Seat], user: User, doors: Doors) -> bool:
    """Say whether a block with any of those at a table keeps somebody away, or its host has put them out."""
    there = {seat.user_id for seat in seats} | {room.host_id}
    return bool(there & set(doors.blocks.get(user.pk, ()))) or (room.pk, user.pk) in doors.out
