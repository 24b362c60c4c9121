"""Taking seats, leaving them, and the host's rights; all while no hand is being played.

Every service locks the room first, so that of eight people who take the last seat one sits, and
a host never starts with a seat that is being left. What happens to a seat during a match is in
``games.matches.seating``.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext_noop as N_

from games.accounts.models import User
from games.foundation.transactions import write
from games.rooms import events
from games.rooms.access import may_come, takeable
from games.rooms.models import PutOut, Room, Seat
from games.rooms.presence import is_here


class Refused(Exception):
    """What was asked cannot be done; ``sentence`` says why, in English, for translation, and
    ``status`` is that of the answer."""

    def __init__(self, sentence: str, status: int = 409) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status


class Begun(Refused):
    """Play has begun, and seats are changed in ``games.matches.seating`` alone."""

    def __init__(self) -> None:
        super().__init__(N_("Play has begun. Wait for the end of the match."))


class NoRoom(Exception):
    """For this person there is no such room."""


TAKEN = N_("Somebody else was quicker: that seat is taken.")
ONLY_HOST = N_("Only the host may do that.")
NO_SEAT = N_("There is no such seat at this table.")
NOT_YOURS = N_("You have no seat at this table.")


def sit(room: Room, user: User, number: int) -> None:
    """Seat a person on an open seat, or move him there; where he sits there already, nothing.

    ``Refused`` where it is taken or play has begun, ``NoRoom`` where he may not come.
    """
    with write():
        room, seats = locked(room)
        if not may_come(room, seats, user):
            raise NoRoom
        if is_going(room):
            raise Begun
        seat = numbered(seats, number)
        if seat.user_id == user.pk:
            return
        if not takeable(room, seat, going=False):
            raise Refused(TAKEN)
        Seat.objects.filter(room=room, user=user).update(user=None)
        seated(seat, user)
        if room.host_id is None:
            Room.objects.filter(pk=room.pk).update(host=user)
        touch(room)


def leave(room: Room, user: User) -> None:
    """Free a person's seat before or after a match; the last person's leaving closes the room."""
    with write():
        room, seats = locked(room)
        if is_going(room):
            raise Begun
        freed(room, seats, owned(seats, user))
        touch(room)


def add_ai(room: Room, host: User, number: int | None = None) -> None:
    """Seat AI players of the room's level: on one open seat, or on all of them."""
    with write():
        room, seats = _for_host(room, host)
        free = [seat for seat in seats if takeable(room, seat, going=False)]
        if number is not None:
            seat = numbered(seats, number)
            if seat not in free:
                raise Refused(TAKEN)
            free = [seat]
        Seat.objects.filter(pk__in=[seat.pk for seat in free]).update(level=room.level)
        touch(room)


def clear(room: Room, host: User, number: int) -> None:
    """Free a seat: an AI player goes, a person is put out and finds the room no more; a host who is
    away leaves it to another, and may come again."""
    with write():
        room, seats = _for_host(room, host)
        seat = numbered(seats, number)
        if seat.user_id == host.pk:
            raise Refused(N_("To free your own seat, leave the table."))
        if seat.user_id is not None and seat.user_id == room.host_id:
            freed(room, seats, seat)
        else:
            if seat.user_id is not None:
                PutOut.objects.get_or_create(room=room, user_id=seat.user_id)
            Seat.objects.filter(pk=seat.pk).update(user=None, reserved_for=None, level="", missed=0, autoplay=False)
        touch(room)


def hand_over(room: Room, host: User, number: int) -> None:
    """Make another person who sits here the host."""
    with write():
        room, seats = locked(room)
        if not is_host(room, seats, host):
            raise Refused(ONLY_HOST, status=403)
        seat = numbered(seats, number)
        if seat.user_id is None:
            raise Refused(N_("Only a person can be the host."))
        Room.objects.filter(pk=room.pk).update(host=seat.user_id)
        touch(room)


# --- parts of these services, and of those in games.matches.seating --------------------------------


def locked(room: Room) -> tuple[Room, list[Seat]]:
    """Return a room, locked until the end of the transaction, and its seats as they are then."""
    room = Room.objects.select_for_update(no_key=True).get(pk=room.pk)
    return room, list(room.seats.select_related("user"))


def is_host(room: Room, seats: Sequence[Seat], user: User | None) -> bool:
    """Say whether a person has the host's rights: the host, or anybody at the table while the
    host has no seat there or is away, so that nobody waits for him in vain."""
    if user is None or room.host_id == user.pk:
        return user is not None
    now = timezone.now()
    if any(seat.user_id == room.host_id and is_here(seat, now) for seat in seats if seat.user_id):
        return False
    return any(seat.user_id == user.pk for seat in seats)


def is_going(room: Room) -> bool:
    """Say whether a match goes on in a room."""
    return not room.waiting and room.matches.filter(ended_at=None).exists()


def numbered(seats: list[Seat], number: int) -> Seat:
    """Return the seat of a number."""
    if not 0 <= number < len(seats):
        raise Refused(NO_SEAT, status=422)
    return seats[number]


def owned(seats: list[Seat], user: User) -> Seat:
    """Return a person's own seat."""
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    raise Refused(NOT_YOURS, status=403)


def seated(seat: Seat, user: User) -> None:
    """Give a seat to a person who has just pressed for it."""
    Seat.objects.filter(pk=seat.pk).update(
        user=user, reserved_for=None, level="", seen_at=timezone.now(), left_at=None, missed=0, autoplay=False
    )


def freed(room: Room, seats: list[Seat], seat: Seat) -> None:
    """Free the seat of a person who plays no more, and make another host where he was it."""
    leaver, seat.user, seat.autoplay, seat.missed = seat.user, None, False, 0
    assert leaver is not None
    seat.save(update_fields=["user", "autoplay", "missed"])
    pass_the_chair(room, seats, leaver)


def pass_the_chair(room: Room, seats: list[Seat], leaver: User) -> None:
    """Make the next person host where the host leaves; without anybody left the room closes."""
    people = [seat for seat in seats if seat.user_id not in (None, leaver.pk)]
    if room.host_id == leaver.pk:
        heirs = sorted(people, key=lambda seat: seat.autoplay)
        Room.objects.filter(pk=room.pk).update(host=heirs[0].user_id if heirs else None)
    if not people:
        Room.objects.filter(pk=room.pk).update(closed_at=timezone.now())


def touch(room: Room) -> None:
    """Raise the room's version, so that every picture of it is drawn again."""
    room.touch()
    events.changed(room.code)


def _for_host(room: Room, host: User) -> tuple[Room, list[Seat]]:
    room, seats = locked(room)
    if not is_host(room, seats, host):
        raise Refused(ONLY_HOST, status=403)
    if is_going(room):
        raise Begun
    return room, seats
