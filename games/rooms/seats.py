"""Taking and leaving seats, and the host's rights, while no match is running.

Every service locks the room first, so that of eight people who take the last seat one gets it, and a host never
starts with a seat that is being left. ``games.matches.seating`` changes seats during a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_noop as N_

from games.accounts.models import User
from games.foundation.transactions import write
from games.rooms import events, hosts, wishes
from games.rooms.access import may_see_room, takeable
from games.rooms.models import Ban, Room, Seat
from games.rooms.presence import is_here


class RequestRefused(Exception):
    """A request cannot be fulfilled. ``sentence``: the reason in English, for translation; ``status``: of the
    response."""

    def __init__(self, sentence: str, status: int = 409) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status


class MatchRunning(RequestRefused):
    """A match is running, during which ``games.matches.seating`` changes seats."""

    def __init__(self) -> None:
        super().__init__(N_("Play has begun. Wait for the end of the match."))


class RoomNotFound(Exception):
    """The room does not exist for this person."""


TAKEN = N_("Somebody else was quicker: that seat is taken.")
ONLY_HOST = N_("Only the host may do that.")
SOMEBODY_ELSE = N_("Somebody else has that seat now. This is how the table stands.")
NO_SEAT = N_("There is no such seat at this table.")
NOT_YOURS = N_("You have no seat at this table.")
SEALED = N_("Others play these deals too, each at a table of their own. This one stays as it is.")


def sit(room: Room, user: User, number: int) -> None:
    """Seat a person on an open seat, or move them there.

    Raises ``RequestRefused`` if it is taken or a match is running, ``RoomNotFound`` if they may not see the room.
    """
    with write():
        room, seats = locked(room)
        if not may_see_room(room, seats, user):
            raise RoomNotFound
        if is_running(room):
            raise MatchRunning
        seat = seat_numbered(seats, number)
        if seat.user_id == user.pk:
            return
        if not takeable(room, seat, running=False):
            raise RequestRefused(TAKEN)
        Seat.objects.filter(room=room, user=user).update(user=None)
        occupy(seat, user)
        if room.host_id is None:
            hosts.change_host(room, user.pk)
        touch(room)


def leave(room: Room, user: User) -> None:
    """Free a person's seat before or after a match; the room closes when the last person leaves."""
    with write():
        room, seats = locked(room)
        if is_running(room):
            raise MatchRunning
        vacate(own_seat(seats, user))
        _reassign_host(room, seats, user)
        touch(room)


def add_ai(room: Room, host: User, number: int | None = None) -> None:
    """Seat AI players of the room's level on one open seat, or on all."""
    with write():
        room, seats = for_host(room, host)
        free = [seat for seat in seats if takeable(room, seat, running=False)]
        if number is not None:
            seat = seat_numbered(seats, number)
            if seat not in free:
                raise RequestRefused(TAKEN)
            free = [seat]
        Seat.objects.filter(pk__in=[seat.pk for seat in free]).update(level=room.level)
        touch(room)


def clear(room: Room, host: User, number: int) -> None:
    """Free an AI player's seat, or that of somebody who has gone, who may come back. Raises ``RequestRefused`` if they
    have come back meanwhile."""
    with write():
        room, seat = _others_seat(room, host, number)
        if seat.user_id is None:
            Seat.objects.filter(pk=seat.pk).update(reserved_for=None, level="")
        elif gone(room, [seat], timezone.now()):
            vacate(seat)
        else:
            raise RequestRefused(N_("They have come back, so the seat stays theirs."))
        touch(room)


def send_away(room: Room, host: User, number: int, person: int | None = None) -> None:
    """Free a person's seat and keep them from seeing the room any more. ``person``: as of ``check_person``. Raises
    ``RequestRefused`` unless its host wants it, as ``ban`` does."""
    with write():
        room, seat = _others_seat(room, host, number)
        if seat.user_id is None:
            raise RequestRefused(N_("Nobody sits there any more."))
        check_person(person, seat.user_id)
        ban(room, host, seat.user_id)
        vacate(seat)
        touch(room)


def ban(room: Room, host: User, person: int) -> None:
    """Keep a person, by id, from seeing a room any more. Raises ``RequestRefused`` unless its host wants it: whoever
    has the host's rights only for a while cannot send anybody away for good. ``host`` has those rights."""
    if room.host_id != host.pk:
        raise RequestRefused(ONLY_HOST, status=403)
    Ban.objects.get_or_create(room=room, user_id=person)


def lift_ban(room: Room, inviter: User, person: int) -> None:
    """Let a person, by id, see a room again from which its host keeps them, if it is the host who invites them."""
    if room.host_id == inviter.pk:
        with write():
            Ban.objects.filter(room=room, user_id=person).delete()


def hand_over(room: Room, host: User, number: int, person: int | None = None) -> None:
    """Make another person who sits here the host. Only the host can: nobody takes the chair in their absence.
    ``person``: as of ``check_person``."""
    with write():
        room, seats = locked(room)
        if room.host_id != host.pk or not is_host(room, seats, host):
            raise RequestRefused(ONLY_HOST, status=403)
        seat = seat_numbered(seats, number)
        if seat.user_id is None:
            raise RequestRefused(N_("Only a person can be the host."))
        check_person(person, seat.user_id)
        hosts.change_host(room, seat.user_id)
        touch(room)


def set_pace(room: Room, user: User, pace: str) -> None:
    """Set the pace of a table's AI players, draws and cards, one of ``Room.Pace``, as its host wishes. A running draw
    keeps the pace it began with. Raises ``RequestRefused``."""
    with write():
        room, seats = locked(room)
        if not is_host(room, seats, user):
            raise RequestRefused(ONLY_HOST, status=403)
        Room.objects.filter(pk=room.pk).update(pace=Room.Pace(pace))
        touch(room)


# --- parts of these services, and of those in games.matches.seating --------------------------------


def locked(room: Room) -> tuple[Room, list[Seat]]:
    """Return a room, locked until the end of the transaction, and its seats as they are then."""
    room = Room.objects.select_for_update(no_key=True).get(pk=room.pk)
    return room, list(room.seats.select_related("user"))


def for_host(room: Room, host: User) -> tuple[Room, list[Seat]]:
    """Return what ``locked`` returns, for somebody who has the host's rights. Raises ``RequestRefused`` for others, at
    sealed tables and while a match is running."""
    room, seats = locked(room)
    if not is_host(room, seats, host):
        raise RequestRefused(ONLY_HOST, status=403)
    if room.sealed:
        raise RequestRefused(SEALED)
    if is_running(room):
        raise MatchRunning
    return room, seats


def is_host(room: Room, seats: Sequence[Seat], user: User | None) -> bool:
    """Return whether a person has the host's rights: the host, or anybody seated while the host is not present. A host
    whose seat was freed has none over others who sit there."""
    if user is None:
        return False
    people = {seat.user_id for seat in seats} - {None}
    if room.host_id == user.pk:
        return user.pk in people or not people
    return user.pk in people and not is_host_here(room, seats, timezone.now())


def is_host_here(room: Room, seats: Sequence[Seat], now: datetime) -> bool:
    """Return whether the host has a seat and is present."""
    return any(seat.user_id == room.host_id and is_here(seat, now) for seat in seats if seat.user_id)


def absent(room: Room, seats: Iterable[Seat], now: datetime) -> list[Seat]:
    """Return which seats are those of people with whom no match can begin: they are not here, or have just closed their
    page. Where a turn may take days, only those who had left the last match and have not come back."""
    away = [seat for seat in seats if seat.user_id and (seat.left_at is not None or not is_here(seat, now))]
    return [seat for seat in away if seat.autoplay or not room.over_days]


def gone(room: Room, seats: Iterable[Seat], now: datetime) -> list[Seat]:
    """Return which of the ``absent`` are not here any more, or left the last match; the others may only be reloading
    their page."""
    return [seat for seat in absent(room, seats, now) if seat.autoplay or not is_here(seat, now)]


def is_running(room: Room) -> bool:
    """Return whether a match is running in a room."""
    return not room.waiting and room.matches.filter(ended_at=None).exists()


def seat_numbered(seats: list[Seat], number: int) -> Seat:
    """Return the seat with a number. Raises ``RequestRefused``."""
    if not 0 <= number < len(seats):
        raise RequestRefused(NO_SEAT, status=422)
    return seats[number]


def check_person(meant: int | None, there: int) -> None:
    """Raise ``RequestRefused`` if somebody other than the host ``meant`` has a seat by now. Both are ids; None: the
    press was made on a page of an older release, and means whoever is ``there``."""
    if meant not in (None, there):
        raise RequestRefused(SOMEBODY_ELSE)


def own_seat(seats: list[Seat], user: User) -> Seat:
    """Return a person's own seat. Raises ``RequestRefused``."""
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    raise RequestRefused(NOT_YOURS, status=403)


def occupy(seat: Seat, user: User) -> None:
    """Give a seat to a person who is present."""
    Seat.objects.filter(pk=seat.pk).update(
        user=user, reserved_for=None, level="", seen_at=timezone.now(), left_at=None, missed=0, autoplay=False
    )
    wishes.end(user)


def vacate(seat: Seat) -> None:
    """Free a person's seat. A host without a seat stays the host until a match begins without them."""
    seat.user, seat.autoplay, seat.missed = None, False, 0
    seat.save(update_fields=["user", "autoplay", "missed"])


def touch(room: Room) -> None:
    """Raise the room's version and notify its sockets."""
    room.touch()
    events.changed(room.code)


def _others_seat(room: Room, host: User, number: int) -> tuple[Room, Seat]:
    """Return a locked room and one of its seats, for somebody who has the host's rights and does not sit there. Raises
    ``RequestRefused`` for others, as ``for_host`` does."""
    room, seats = for_host(room, host)
    seat = seat_numbered(seats, number)
    if seat.user_id == host.pk:
        raise RequestRefused(N_("To free your own seat, leave the table."))
    return room, seat


def _reassign_host(room: Room, seats: list[Seat], leaver: User) -> None:
    """Make another person the host if the host leaves; close the room if nobody is left."""
    people = [seat for seat in seats if seat.user_id not in (None, leaver.pk)]
    if room.host_id == leaver.pk:
        candidates = sorted(people, key=lambda seat: seat.autoplay)
        hosts.change_host(room, candidates[0].user_id if candidates else None)
    if not people:
        Room.objects.filter(pk=room.pk).update(closed_at=timezone.now())
