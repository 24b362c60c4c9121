"""Notifying a club's members that a table was opened there, and a new organiser that they are one.

The table's row records that members are still to be notified, until one transaction has notified them all. The task is
only a hint; a run every minute finds tables whose task was lost. Members with a recent unread notification of a club
are notified of no other table there, so that an evening of many tables is one message. It links to the club's page,
which lists all tables.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.accounts import notifications
from games.accounts.models import Notification, User
from games.clubs.models import Club, ClubTable, Membership
from games.foundation.transactions import write
from games.rooms.access import access_lists, may_see_room
from games.rooms.models import Mute, Seat
from games.rooms.presence import here_at

Kind = Notification.Kind
#: Those about a club, which belong to its page.
KINDS = (Kind.CLUB_TABLE, Kind.ORGANISER)
#: One unread message covers all tables opened in a club for this long.
ONE_MESSAGE = timedelta(minutes=30)
#: Nobody is notified of a table older than this.
OLDEST = timedelta(minutes=10)
#: Number of tables handled in one run.
BATCH = 500


def tell(room_id: int) -> None:
    """Notify the members of a club, once, of a table opened there (given by the id of its room)."""
    with write():
        # handle a club's tables one by one, so that nobody is notified of two
        Club.objects.select_for_update(no_key=True).filter(tables__room=room_id).first()
        table = ClubTable.objects.select_related("club", "room__host").filter(room=room_id, to_tell=True).first()
        if table is None:
            return
        ClubTable.objects.filter(pk=table.pk).update(to_tell=False)
        club, room, host = table.club, table.room, table.room.host
        if host is None or not host.is_active or room.created_at < timezone.now() - OLDEST:
            return
        members = _people_to_tell(club, host)
        lists, seats = access_lists([person.pk for person in members]), list(room.seats.all())
        people = [person for person in members if may_see_room(room, seats, person, lists)]
        about = {"kind": Kind.CLUB_TABLE, "data__club": club.slug}
        Notification.objects.filter(user__in=people, read_at=None, **about).delete()
        data = {"club": club.slug, "name": club.name, "room": room.code}
        notifications.notify_all(people, Kind.CLUB_TABLE, host, **data)


def tell_all() -> None:
    """Run ``tell`` for every table whose members are still to be notified."""
    waiting = ClubTable.objects.filter(to_tell=True).order_by("pk").values_list("room", flat=True)
    for room_id in list(waiting[:BATCH]):
        tell(room_id)


def tell_organisers(club: Club, people: Collection[User]) -> None:
    """Notify people that they organise a club from now on because its last organiser has left."""
    if people:
        notifications.notify_all(people, Kind.ORGANISER, None, club=club.slug, name=club.name)


def seen(club: Club, user: User) -> None:
    """Mark a club's notifications as read for a member who views its page."""
    notifications.mark_read(user, kind__in=KINDS, data__club=club.slug)


def forget(club: Club, user: User) -> None:
    """Delete a former member's notifications of a club, whose page they can no longer open."""
    with write():
        if user.notifications.filter(kind__in=KINDS, data__club=club.slug).delete()[0]:
            transaction.on_commit(lambda: notifications.refresh_pages(user.pk), robust=True)


def _people_to_tell(club: Club, host: User) -> list[User]:
    """Return the members to notify of a table of ``host``: all except people who sit at a table, have muted the host,
    or have a recent unread notification of the club."""
    now = timezone.now()
    here = Membership.objects.filter(club=club)
    unread = Notification.objects.filter(user__in=here.values("user"), kind=Kind.CLUB_TABLE, data__club=club.slug)
    unread = unread.filter(read_at=None, at__gt=now - ONE_MESSAGE)
    seats = Seat.objects.filter(here_at(now), user__in=here.values("user"), room__closed_at=None)
    mutes = Mute.objects.filter(user__in=here.values("user"), muted=host)
    left_out = {host.pk, *(pk for rows in (unread, seats, mutes) for pk in rows.values_list("user_id", flat=True))}
    members = here.filter(user__is_active=True).exclude(user__in=left_out)
    return [member.user for member in members.select_related("user").order_by("pk")]
