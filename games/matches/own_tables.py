"""A person's tables, each with its hand in play, in a number of statements that does not grow with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery

from games.accounts.models import User
from games.foundation.compiled_queries import QueryOfMany
from games.matches.fold import Folded, fold_all, remembered
from games.matches.models import Hand
from games.rooms.models import Room
from games.rooms.seat_rows import SeatRow, seats_by_room
from games.rooms.services import my_rooms


class NewestHand(NamedTuple):
    """The hand in play at a room, or the last."""

    pk: int
    version: int
    number: int
    match_ended: datetime | None
    match_abandoned: bool


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table where somebody sits; ``hand`` and ``folded`` are those in play, or the last. It holds hidden cards."""

    room: Room
    seats: Sequence[SeatRow]
    hand: NewestHand | None
    folded: Folded | None
    mine: int

    @property
    def running(self) -> bool:
        """Whether a match is running here."""
        return self.hand is not None and self.hand.match_ended is None and not self.room.waiting

    @property
    def my_turn(self) -> bool:
        """Whether its owner is to act."""
        return self.running and self.folded is not None and self.mine in self.folded.state.to_act


def own_tables(user: User) -> list[OwnTable]:
    """Return the tables where a person sits and a match is running or awaited, the newest first."""
    rooms = my_rooms(user)
    ids = [room.pk for room in rooms]
    seated = seats_by_room(ids)
    hands = {room: NewestHand(*hand) for room, *hand in _newest_hands(ids)}
    folded = _folded(hands)
    tables = []
    for room in rooms:
        seats = seated[room.pk]
        mine = next((seat.number for seat in seats if seat.user_id == user.pk), None)
        if mine is not None:  # otherwise they have been sent away since the rooms were read
            tables.append(OwnTable(room, seats, hands.get(room.pk), folded.get(room.pk), mine))
    return tables


def _folded(hands: Mapping[int, NewestHand]) -> dict[int, Folded]:
    """Return the folded hands of rooms; only those that are not cached are read."""
    known = {room: folded for room, hand in hands.items() if (folded := remembered(hand.pk, hand.version)) is not None}
    if others := [hand.pk for room, hand in hands.items() if room not in known]:
        rows = list(Hand.objects.select_related("match").filter(pk__in=others))
        known |= {hand.match.room_id: folded for hand, folded in zip(rows, fold_all(rows), strict=True)}
    return known


def _newest_of(rooms: Sequence[int]) -> QuerySet[Hand, tuple[int, int, int, int, datetime | None, bool]]:
    hands = Hand.objects.filter(match__room=OuterRef("pk")).order_by("-match_id", "-number")
    newest = Room.objects.filter(pk__in=rooms).values_list(Subquery(hands.values("pk")[:1]))
    rows = Hand.objects.filter(pk__in=newest)
    return rows.values_list("match__room_id", "pk", "version", "number", "match__ended_at", "match__abandoned")


_newest_hands = QueryOfMany(_newest_of)
