"""Seats during matches: starting, leaving, coming back, taking over from an AI player.

A person who leaves during a match keeps their seat, and the house plays it for them until they come
back. Whoever leaves a tournament gives it up for good. Before a match ``games.rooms.seats`` changes seats.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as N_

from games.accounts.models import User
from games.foundation.compiled_queries import CompiledQuery
from games.foundation.transactions import write
from games.matches import boards, clock, reservations, services
from games.matches.fold import fold
from games.matches.models import Hand, Match
from games.rooms import hosts, wishes
from games.rooms import seats as rooms
from games.rooms.access import may_see_room, sits_alone, takeable
from games.rooms.models import USUAL_LEVEL, Room, Seat
from games.rooms.presence import is_here
from games.rooms.seats import MatchRunning, RequestRefused, RoomNotFound

NOT_FULL = N_("A seat is open. Wait for somebody, or add an AI player.")
MOVED_ON = N_("The table has moved on. This is how it stands.")
SOMEBODY_AWAY = N_("Somebody is away. Wait for them, or have an AI player take their seat.")
JUST_CLOSED = N_("Somebody has just closed the page, and may only be reloading it. Try again in a few seconds.")
NOT_GOING = N_("No match goes on here.")
HAS_DAYS = N_("At this table a turn may take days. They are told that it is theirs.")
IS_HERE = N_("That player is here and playing.")
NOT_ALL_HERE = N_("Somebody is away. Wait for them: the next deal is for all of you.")
NOT_ALONE = N_("Other people play here: a newcomer sits down with the next hand.")
HAND_OVER = N_("This hand is over: they play from the next one.")
ABOUT_TO_DEAL = N_("The next hand is about to be dealt. Take the seat once it is.")
#: The newcomer has gone or, which is nobody else's business, there is a block between them and the host.
NOT_HERE = N_("They are not here any more.")


def start(room: Room, host: User) -> Match:
    """Start a match at a table that waits, for its host. Raises ``RequestRefused`` if a seat is open or somebody is
    away: nobody who has gone is put into a match."""
    with write():
        room, seats = rooms.locked(room)
        if not rooms.is_host(room, seats, host):
            raise RequestRefused(rooms.ONLY_HOST, status=403)
        if rooms.is_running(room):
            return services.start_match(room)
        if not room.waiting:
            raise RequestRefused(MOVED_ON)
        if rooms.absent(room, _others(seats, host), timezone.now()):
            raise RequestRefused(SOMEBODY_AWAY)
        return _start_match(room)


def fill_and_start(room: Room, host: User) -> Match:
    """Seat AI players on all open seats, and on those of people who have gone, and start. Raises ``RequestRefused`` if
    somebody closed their page a moment ago: they may only be reloading it."""
    with write():
        room, seats = rooms.for_host(room, host)
        others, now = _others(seats, host), timezone.now()
        gone = rooms.gone(room, others, now)
        if len(gone) < len(rooms.absent(room, others, now)):
            raise RequestRefused(JUST_CLOSED)
        for seat in gone:
            rooms.vacate(seat)
        rooms.add_ai(room, host)
        return start(room, host)


def again(room: Room, user: User) -> None:
    """After a match, start another with the same people. The seats for which the house played to the end become free;
    then, or if somebody is away, the table waits. During a match nothing happens. Raises ``RequestRefused`` at sealed
    tables."""
    with write():
        room, seats = rooms.locked(room)
        own, others, now = rooms.own_seat(seats, user), _others(seats, user), timezone.now()
        if rooms.is_running(room):
            return
        if room.sealed:
            raise RequestRefused(rooms.SEALED)
        _set_autoplay(own, on=False)
        if room.waiting and not rooms.is_host(room, seats, user):
            return rooms.touch(room)  # another person has reopened the table: its host starts the match
        for seat in others:
            if seat.user_id and seat.autoplay:
                rooms.vacate(seat)
        if all(seat.user_id or seat.level for seat in seats) and not rooms.absent(room, others, now):
            _start_match(room)
        else:
            Room.objects.filter(pk=room.pk).update(waiting=True)
            rooms.touch(room)


def next_board(room: Room, user: User) -> None:
    """Deal the next board of a duplicate at its table. During a board nothing happens. Raises ``RequestRefused`` if all
    have been played, or while somebody is away."""
    with write():
        room, seats = rooms.locked(room)
        own = rooms.own_seat(seats, user)
        if rooms.is_running(room):
            return
        if room.board >= room.boards:
            raise RequestRefused(rooms.SEALED)
        _set_autoplay(own, on=False)
        if boards.awaited(seats, timezone.now()):
            raise RequestRefused(NOT_ALL_HERE)
        boards.deal_next(room)


def leave(room: Room, user: User) -> None:
    """Leave a table. During a match the house plays on for the seat, unless nobody waits for them at a sealed table;
    the owner may come back."""
    while not _leave_in_play(room, user):
        try:
            return rooms.leave(room, user)
        except MatchRunning:
            continue  # the host has just started


def _leave_in_play(room: Room, user: User) -> bool:
    """Have the house keep a seat during a match, or at a table of a duplicate where deals are still to come; otherwise
    return False."""
    with write():
        room, hand, seats = in_play(room)
        if hand is None and room.board >= room.boards:
            return False
        _set_autoplay(rooms.own_seat(list(seats.values()), user), on=not room.keeps_waiting)
        if hand is None:
            rooms.touch(room)
            return True
        if room.host_id == user.pk:
            others = [seat for seat in seats.values() if seat.user_id not in (None, user.pk) and not seat.autoplay]
            if others:
                hosts.change_host(hand.match.room, others[0].user_id)
        services.reschedule(hand, seats)
    return True


def give_up(room: Room, user: User) -> None:
    """Give a person's seat at a table of a duplicate to an AI player for good, even in mid-deal. No deal waits for
    them, and they cannot come back. Raises ``RequestRefused`` if they have no seat."""
    with write():
        room, hand, seats = in_play(room)
        seat = rooms.own_seat(list(seats.values()), user)
        rooms.vacate(seat)
        Seat.objects.filter(pk=seat.pk).update(level=USUAL_LEVEL, left_at=None)
        people = [row.user_id for row in _others(seats.values(), user) if row.user_id is not None]
        if room.host_id == user.pk:
            hosts.change_host(room, people[0] if people else None)
        if hand is None:
            rooms.touch(room)
        else:
            services.reschedule(hand, services.seats_of(room))


def come_back(room: Room, user: User) -> None:
    """Give a person their seat back from the house, at any time."""
    with write():
        room, hand, seats = in_play(room)
        _set_autoplay(rooms.own_seat(list(seats.values()), user), on=False)
        if hand is None:
            rooms.touch(room)
        else:
            services.reschedule(hand, seats)


def stand_in_for(room: Room, host: User, number: int) -> None:
    """Have the house play for an absent player who is to act, at the waiting host's request, until they come back."""
    with write():
        room, hand, seats = in_play(room)
        if hand is None:
            raise RequestRefused(NOT_GOING)
        _check_host(room, seats, host)
        seat = rooms.seat_numbered([seats[index] for index in sorted(seats)], number)
        if seat.user_id in (None, host.pk) or is_here(seat, timezone.now()):
            raise RequestRefused(IS_HERE)
        if room.over_days:
            raise RequestRefused(HAS_DAYS)
        if number not in fold(hand).state.to_act:
            raise RequestRefused(MOVED_ON)
        Seat.objects.filter(pk=seat.pk, autoplay=False).update(autoplay=True, autoplay_asked=True, missed=0)
        services.reschedule(hand, services.seats_of(room))


def goodbye(seat_id: int) -> None:
    """Note that the last page of a seat's owner was closed: a stand-in soon plays for them, if others wait."""
    _note_left(Seat.objects.filter(pk=seat_id, user__isnull=False, left_at=None), timezone.now())


_AWAY = Q(left_at__isnull=False) | Q(autoplay=True)
_is_away: CompiledQuery[Any] = CompiledQuery(
    lambda code, user: Seat.objects.filter(_AWAY, room__code=code, user=user).values_list("pk"), "<code>", -1
)


def came_back(code: str, user: User) -> None:
    """Note that somebody has opened a table again. Unless a match is running they also take their seat back from the
    house: nothing else would let them before the next match, which they would play themselves."""
    if _is_away(code, user.pk):
        _note_left(Seat.objects.filter(_AWAY, room__code=code, user=user), None)


def _note_left(rows: QuerySet[Seat], left_at: datetime | None) -> None:
    """Note when the owner of the only seat among ``rows`` closed their last page; None: they have opened one."""
    seat = rows.select_related("room").first()
    if seat is None:
        return
    with write():
        room, hand, _seats = in_play(seat.room)
        changes: dict[str, Any] = {"left_at": left_at}
        if left_at is None:
            changes["seen_at"] = timezone.now()
            if hand is None:
                changes["autoplay"] = False
        if not rows.filter(pk=seat.pk).update(**changes):
            return
        if hand is None:
            if seat.autoplay:
                rooms.touch(room)
        elif hand.scored_at is None:
            services.reschedule(hand, services.seats_of(room))


def resume(room: Room) -> None:
    """Resume dealing at a table that everybody had left, now that somebody is back; a person alone there asks for the
    next hand themselves."""
    with write():
        if (hand := _hand_in_play(room)) is None:
            return
        seats = services.seats_of(hand.match.room)
        if hand.scored_at is None or clock.next_deal(seats.values(), timezone.now()) is not None:
            services.reschedule(hand, seats)


def left(seats: Collection[int]) -> list[Room]:
    """Return the rooms of these seats, by id, that deal no further hand until somebody asks for it."""
    later = Hand.objects.filter(match=OuterRef("match"), number__gt=OuterRef("number"))
    scored = Hand.objects.filter(match__room__seats__in=seats, match__ended_at=None, scored_at__isnull=False)
    waits = scored.filter(~Exists(later), due_at=None)  # a hand laid aside has number 0: another is later
    return list(Room.objects.filter(pk__in=waits.values("match__room")))


def take_over(room: Room, user: User, number: int, *, unrated: bool = False) -> None:
    """Take an AI player's seat during a match, if the room allows it. Between hands it is taken at once, unless
    newcomers ``are_announced``; otherwise it is reserved until the next deal. ``unrated``: whether the match is. Raises
    ``RequestRefused``."""
    with write():
        if (hand := _hand_in_play(room)) is None:
            rooms.sit(room, user, number)
            return
        room, seats = hand.match.room, services.seats_of(hand.match.room)
        if not may_see_room(room, list(seats.values()), user):
            raise RoomNotFound
        if any(user.pk in {seat.user_id, seat.reserved_for_id} for seat in seats.values()):
            raise RequestRefused(N_("You have a seat at this table already."))
        seat = rooms.seat_numbered([seats[index] for index in sorted(seats)], number)
        if not takeable(room, seat, running=True):
            raise RequestRefused(rooms.TAKEN)
        waits = hand.scored_at is None or reservations.are_announced(hand.match, number, unrated=unrated)
        # nobody could turn them away any more
        if waits and hand.scored_at is not None and hand.due_at and clock.count_people(seats.values()) > 1:
            raise RequestRefused(ABOUT_TO_DEAL)
        if waits:
            Seat.objects.filter(pk=seat.pk).update(reserved_for=user, seen_at=timezone.now())
            wishes.end(user)
        else:
            _seat_newcomer(hand, seat, user, from_hand=hand.number + 1, came_in=hand.number + 1)
        services.reschedule(hand, services.seats_of(room))


def give_back(room: Room, user: User) -> None:
    """Give a reserved seat back: its AI player keeps it."""
    with write():
        room, hand, seats = in_play(room)
        for seat in seats.values():
            if seat.reserved_for_id == user.pk:
                return _end_reservation(room, hand, seat)
    raise RequestRefused(reservations.NOT_RESERVED)


def turn_away(room: Room, user: User, number: int, person: int | None = None, *, unrated: bool = False) -> None:
    """Have an AI player keep a reserved seat, at the request of the host or of somebody for whom winning would no
    longer count. Only whom the host turns away cannot come back. ``person``: as of ``rooms.check_person``;
    ``unrated``: whether the match is."""
    with write():
        room, hand, seats = in_play(room)
        seat = reservations.reserved(seats, number, person)
        if hand is None or unrated or user.pk not in reservations.spoiled(hand.match, seat.number):
            _check_host(room, seats, user)
        if room.host_id == user.pk and seat.reserved_for_id is not None:
            rooms.ban(room, user, seat.reserved_for_id)
        _end_reservation(room, hand, seat)


def seat_now(room: Room, host: User, number: int, person: int | None = None) -> None:
    """Seat a newcomer with a reservation in mid-hand, if the host sits there alone with AI players: the cards would
    tell nobody anything. Winning the match then no longer counts. ``person``: as of ``rooms.check_person``. Raises
    ``RequestRefused`` if they have gone, and between hands, when they sit down with the next deal anyway."""
    with write():
        room, hand, seats = in_play(room)
        seat = reservations.reserved(seats, number, person)
        _check_host(room, seats, host)
        if hand is None or fold(hand).state.result is not None:
            raise RequestRefused(HAND_OVER)
        if not sits_alone(list(seats.values()), host):
            raise RequestRefused(NOT_ALONE)
        newcomer = seat.reserved_for
        assert newcomer is not None
        if not reservations.may_sit(seat, newcomer, [row.user_id for row in seats.values()], timezone.now()):
            raise RequestRefused(NOT_HERE)
        Match.objects.filter(pk=hand.match_id).update(joined_mid_hand=True)
        reservations.set_clock(hand.match.room)
        # they play only part of a hand that has begun
        _seat_newcomer(hand, seat, newcomer, from_hand=hand.number + bool(hand.version), came_in=hand.number)
        # from now on a running draw waits for both of them, and only public facts decide how long
        Hand.objects.filter(pk=hand.pk).update(draw_plan=clock.for_several(hand.draw_plan))
        hand.refresh_from_db(fields=["draw_plan"])
        services.reschedule(hand, services.seats_of(room))


def in_play(room: Room) -> tuple[Room, Hand | None, dict[int, Seat]]:
    """Return a room, its hand in play and its seats as they are under a lock: that of the hand or, if none is in play,
    that of the room."""
    while True:
        hand = _hand_in_play(room)
        if hand is not None:
            return hand.match.room, hand, services.seats_of(hand.match.room)
        with suppress(MatchRunning), transaction.atomic():
            locked_room, seats = rooms.locked(room)
            if Hand.objects.filter(match__room=room, match__ended_at=None).exists():
                raise MatchRunning  # dealt a moment ago: the room is let go, since a hand is locked before its room
            return locked_room, None, {seat.number: seat for seat in seats}


def _check_host(room: Room, seats: dict[int, Seat], user: User) -> None:
    """Raise ``RequestRefused`` unless a person has the host's rights."""
    if not rooms.is_host(room, list(seats.values()), user):
        raise RequestRefused(rooms.ONLY_HOST, status=403)


def _end_reservation(room: Room, hand: Hand | None, seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(reserved_for=None)
    if hand is None:
        rooms.touch(room)
    else:
        services.reschedule(hand, services.seats_of(room))


def _seat_newcomer(hand: Hand, seat: Seat, newcomer: User, *, from_hand: int, came_in: int) -> None:
    level, seat.user = seat.level, newcomer
    rooms.occupy(seat, newcomer)
    reservations.take_part(hand.match_id, seat, level, from_hand=from_hand, came_in=came_in)


def _others(seats: Iterable[Seat], user: User) -> list[Seat]:
    return [seat for seat in seats if seat.user_id != user.pk]


def _start_match(room: Room) -> Match:
    """Start a match in a locked room. Whoever is here plays their seat themselves; if the host has no seat, somebody
    who has one becomes the host. AI players have the room's level, which may have changed since the last match."""
    if room.sealed:
        raise RequestRefused(rooms.SEALED)
    people = list(Seat.objects.filter(room=room, user__isnull=False).order_by("number").values_list("user", flat=True))
    if people and room.host_id not in people:
        hosts.change_host(room, people[0])
    Seat.objects.filter(room=room, autoplay=True).update(autoplay=False, missed=0)
    Seat.objects.filter(room=room).exclude(level__in=("", room.level)).update(level=room.level)
    try:
        return services.start_match(room)
    except services.SeatsOpen:
        raise RequestRefused(NOT_FULL) from None


def _hand_in_play(room: Room) -> Hand | None:
    """Return the latest hand of the match in progress, locked, or None if there is none."""
    while True:
        hands = Hand.objects.filter(match__room=room, match__ended_at=None).order_by("-match_id", "-number")
        latest = hands.values_list("pk", flat=True).first()
        if latest is None:
            return None
        hand = services.locked(latest)
        # the next one may have been dealt while it was being locked
        if hand.match.ended_at is None and hands.values_list("pk", flat=True).first() == latest:
            return hand


def _set_autoplay(seat: Seat, on: bool) -> None:
    """Have the house keep a seat that its owner leaves, or stop keeping it now that they are here."""
    now = timezone.now()
    seat.autoplay, seat.autoplay_asked, seat.missed, seat.seen_at, seat.left_at = on, False, 0, now, now if on else None
    seat.save(update_fields=["autoplay", "autoplay_asked", "missed", "seen_at", "left_at"])
