"""Locks of several tables at once. ``seating.in_play`` locks one, ``services.locked`` a hand."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.db.models import QuerySet

from games.matches.models import Hand
from games.rooms.models import Room
from games.rooms.seats import MatchRunning


def lock_tables(rooms: QuerySet[Room]) -> list[Room]:
    """Lock several tables: their hands in play, then the rooms, each in the order of their primary keys, so that no two
    services that need several tables wait for one another. Return the rooms, as they are under the lock."""
    pks = list(rooms.values_list("pk", flat=True))
    hands = Hand.objects.filter(match__room__in=pks, match__ended_at=None).order_by("pk").values_list("pk", flat=True)
    while True:
        with suppress(MatchRunning), transaction.atomic():
            locked_hands = list(hands.select_for_update(no_key=True, of=("self",)))
            locked_rooms = list(Room.objects.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk"))
            if not set(hands.all()) <= set(locked_hands):
                raise MatchRunning  # dealt a moment ago: all are let go, since a hand is locked before its room
            return locked_rooms
