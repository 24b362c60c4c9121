"""Notifying people who are not here that it is their turn at a table that is played over days.

They have at most one unread notification a table, which ``games.community.delivery`` delivers; it is marked as read
when they open the table. It names the table and says nothing about the cards.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from games.accounts.models import Notification, User
from games.accounts.notifications import notify
from games.accounts.services import lock
from games.foundation.transactions import write
from games.matches import clock
from games.matches.fold import fold
from games.matches.models import Hand
from games.rooms.models import DAY
from games.rooms.presence import is_here

#: How long after a turn has begun a lost notification is looked for, and from when on.
LATELY, LOST = timedelta(hours=2), timedelta(seconds=30)
#: Hands that are checked at once, those that have waited longest first.
BATCH = 500


def call(hand_id: int) -> None:
    """Notify the people who are to act in a hand, unless they are here or know of this turn already."""
    hand = Hand.objects.select_related("match__room").filter(pk=hand_id, replaced_by=None).first()
    if hand is None or hand.match.ended_at is not None or hand.turn_at is None or not hand.match.room.over_days:
        return
    room, now = hand.match.room, timezone.now()
    seats = {seat.number: seat for seat in room.seats.select_related("user")}
    away = [seats[number] for number in clock.people_to_act(fold(hand), seats) if not is_here(seats[number], now)]
    for person in [seat.user for seat in away if seat.user is not None]:
        _call(person, room.code, hand.turn_at)


def _call(person: User, code: str, since: datetime) -> None:
    """Notify a person, unless they were notified since their turn began; several workers may do so at once."""
    with write():
        lock(person.pk)
        calls = person.notifications.filter(kind=Notification.Kind.TURN, data={"room": code}, at__gte=since)
        if not calls.exists():
            notify(person, Notification.Kind.TURN, person, room=code)


def call_all() -> None:
    """Do ``call`` for every hand played over days whose turn began lately."""
    now = timezone.now()
    hands = Hand.objects.filter(
        turn_at__gt=now - LATELY, turn_at__lt=now - LOST, match__room__clock__gte=DAY, match__ended_at=None
    )
    for pk in list(hands.order_by("turn_at").values_list("pk", flat=True)[:BATCH]):
        call(pk)
