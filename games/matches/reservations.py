"""Seats reserved during a match: an AI player's seat becomes a newcomer's at the next deal.

Nobody sees the cards that an AI player holds in mid-hand, because they might be a friend of somebody at the table.
Until the deal a person with a reservation sees what an onlooker sees.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from django.utils.translation import gettext_noop as N_

from games.accounts.friends import blocked_ids
from games.accounts.models import User
from games.foundation.compiled_queries import CompiledQuery
from games.matches.models import Match, Player
from games.rooms.models import USUAL_CLOCK, Room, Seat
from games.rooms.presence import LEASE
from games.rooms.seats import RequestRefused, check_person, occupy, seat_numbered

NOT_RESERVED = N_("Nobody is waiting for that seat.")
_reserved = CompiledQuery(
    lambda room: Seat.objects.filter(room=room, reserved_for__isnull=False).select_related("reserved_for"), -1
)


def seat_for_deal(match: Match, number: int, now: datetime) -> None:
    """Seat those who have reserved a seat, before hand ``number`` of a match is dealt. A seat whose newcomer has gone,
    or has a block with somebody there, stays the AI player's. Call inside a transaction that has locked the latest
    hand."""
    for seat, level in _settle(match.room, now):
        take_part(match.pk, seat, level, from_hand=number, came_in=number)


def seat_after_match(room: Room, now: datetime) -> None:
    """Seat those who have reserved a seat, now that the match is over: they play in the next one."""
    _settle(room, now)


def may_sit(seat: Seat, newcomer: User, people: Collection[int | None], now: datetime) -> bool:
    """Return whether an AI player's seat still becomes that of the person who has reserved it. They must be here, have
    no other seat and have no block with any of ``people``, who sit at the table, by id."""
    if not seat.level or not newcomer.is_active or now - seat.seen_at >= LEASE:
        return False
    return newcomer.pk not in people and blocked_ids(newcomer).isdisjoint(people)


def reserved(seats: Mapping[int, Seat], number: int, person: int | None) -> Seat:
    """Return a reserved seat. ``person``: as of ``rooms.seats.check_person``. Raises ``RequestRefused``."""
    seat = seat_numbered([seats[index] for index in sorted(seats)], number)
    if seat.reserved_for_id is None:
        raise RequestRefused(NOT_RESERVED)
    check_person(person, seat.reserved_for_id)
    return seat


def are_announced(match: Match, number: int, *, unrated: bool) -> bool:
    """Return whether whoever takes an AI player's seat of a match must be seen coming, so that they can be turned away:
    where strangers find the table, and where a win would no longer count for somebody. ``unrated``: whether the match
    is. Where a turn may take days nobody could wait for the next deal."""
    room = match.room
    if room.findable or room.over_days:
        return bool(room.findable)
    return room.visibility == Room.Visibility.PUBLIC or (not unrated and bool(spoiled(match, number)))


def spoiled(match: Match, number: int) -> set[int]:
    """Return the ids of the people for whom winning a match would no longer count, if it is rated, once somebody takes
    the AI player's seat ``number``. For whoever has signed up since they got their seat it is not rated anyway."""
    if match.joined_mid_hand:
        return set()
    players = list(match.players.select_related("user"))
    newcomers = [row.seat for row in players if row.replaced_level]
    people = [row for row in players if row.user is not None and (row.user.is_guest or not row.joined_as_guest)]
    return {row.user_id for row in people if spoils(match.room, row.seat, number, newcomers)}


def spoils(room: Room, seat: int, coming: int, newcomers: Collection[int]) -> bool:
    """Return whether winning no longer counts for the owner of a seat (``community.rating_rules.win_counts``) once
    somebody takes the AI player's seat ``coming``: the first newcomer on another side than that of a person who has
    played from the beginning. ``newcomers``: the seats that somebody has taken since then."""
    game, options = room.rules, room.resolved()
    others = [game.side(other, options) != game.side(seat, options) for other in (coming, *newcomers)]
    return seat not in newcomers and others[0] and not any(others[1:])


def set_clock(room: Room) -> None:
    """Set the usual clock at a table that others can find once a possible stranger has joined, so that nobody waits for
    ever."""
    if room.findable and not room.clock:
        room.clock = USUAL_CLOCK
        Room.objects.filter(pk=room.pk, clock=0).update(clock=USUAL_CLOCK)


def take_part(match_id: int, seat: Seat, level: str, *, from_hand: int, came_in: int) -> None:
    """Note who plays a seat of a match from now on, in place of the AI player of a ``level``."""
    assert seat.user is not None
    Player.objects.filter(match_id=match_id, seat=seat.number).update(
        user=seat.user,
        level="",
        from_hand=from_hand,
        came_in=came_in,
        replaced_level=level,
        joined_as_guest=seat.user.is_guest,
    )


def _settle(room: Room, now: datetime) -> list[tuple[Seat, str]]:
    """Give every reserved seat to its newcomer, or back to its AI player; return the seats that have
    changed hands, each with the level of the AI player who had it."""
    changed: list[tuple[Seat, str]] = []
    reserved = _reserved(room.pk)
    if not reserved:
        return changed
    people = set(Seat.objects.filter(room=room, user__isnull=False).values_list("user", flat=True))
    for seat in reserved:
        newcomer, level = seat.reserved_for, seat.level
        if newcomer is None or not may_sit(seat, newcomer, people, now):
            Seat.objects.filter(pk=seat.pk).update(reserved_for=None)
            continue
        occupy(seat, newcomer)
        people.add(newcomer.pk)
        seat.user = newcomer
        changed.append((seat, level))
        set_clock(room)
    return changed
