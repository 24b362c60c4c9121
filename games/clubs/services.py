"""The only writer of clubs: creating, joining by a link, leading and leaving them.

Only members see a club. People join by an invitation link from an organiser, which lasts thirty days unless it is
revoked; removed members cannot return by an old link. If all organisers have closed or suspended accounts, the
longest-standing member leads the club, so that no club is left without a leader.

Membership changes lock the club's row, so that they happen one after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.db.models import ProtectedError, Q

from games.accounts.models import User
from games.clubs import table_notifications
from games.clubs.models import Club, ClubRules, ClubTable, Membership, new_slug
from games.foundation.events import send_task
from games.foundation.transactions import write
from games.rooms.models import Room
from games.rooms.services import RoomSettings, open_room
from games.rules.registry import GAMES

#: Maximum members per club, clubs per person, and house rules per club.
MOST_MEMBERS, MOST_CLUBS, MOST_RULES = 200, 20, 20
#: How long an invitation link lasts.
LINK_LASTS = timedelta(days=30)
_signer = TimestampSigner(salt="club-link")
Role = Membership.Role


class ClubRefused(Exception):
    """A change of a club is refused: ``reason`` is ``full``, ``many-clubs``, ``many-rules``, ``clock`` or
    ``last``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


# --- members ---------------------------------------------------------------------------------------


def make(user: User, name: str) -> Club:
    """Create a club with an account as its organiser. Raises ``ClubRefused`` if they belong to too many."""
    assert not user.is_guest
    with write():
        _lock(user)
        club = Club.objects.create(name=name)
        Membership.objects.create(club=club, user=user, role=Role.ORGANISER)
    return club


def members_of(club: Club) -> list[Membership]:
    """Return a club's members, longest-standing first, without closed or suspended accounts."""
    rows = Membership.objects.filter(club=club, user__is_active=True).select_related("user")
    return list(rows.order_by("since", "pk"))


def organisers(members: Iterable[Membership]) -> set[int]:
    """Return the ids of the people who lead a club: its organisers, otherwise its longest-standing member, with
    accounts before guests."""
    members = list(members)
    named = {member.user_id for member in members if member.role == Role.ORGANISER}
    if named or not members:
        return named
    return {min(members, key=lambda one: (one.user.is_guest, one.since, one.pk)).user_id}


def join(club: Club, user: User) -> bool:
    """Add a person who has a club's link; return False if they were a member already. Raises ``ClubRefused``, and
    ``Club.DoesNotExist`` if the club or the link has ended since ``club`` was read."""
    with write():
        _lock(user)
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk, link_key=club.link_key)
        if Membership.objects.filter(club=club, user=user).exists():
            return False
        if Membership.objects.filter(club=club).count() >= MOST_MEMBERS:
            raise ClubRefused("full")
        Membership.objects.create(club=club, user=user)
    return True


def leave(club: Club, user: User) -> None:
    """End a person's membership. If the only organiser leaves, the longest-standing member takes over; if the last
    member leaves, the club ends."""
    with write():
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        Membership.objects.filter(club=club, user=user).delete()
        table_notifications.forget(club, user)
        _go_on(club)


def remove(club: Club, user: User) -> None:
    """Remove a member, and revoke all links so that they cannot return by one."""
    with write():
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if Membership.objects.filter(club=club, user=user).delete()[0]:
            table_notifications.forget(club, user)
            revoke(club)
            _go_on(club)


def appoint(club: Club, user: User) -> None:
    """Make a member an organiser; guests are skipped."""
    with write():
        Membership.objects.filter(club=club, user=user, user__is_guest=False).update(role=Role.ORGANISER)


def step_down(club: Club, user: User) -> None:
    """Make an organiser an ordinary member. Raises ``ClubRefused`` for the last one."""
    with write():
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        named = Membership.objects.filter(club=club, role=Role.ORGANISER, user__is_active=True)
        if not named.exclude(user=user).exists():
            raise ClubRefused("last")
        Membership.objects.filter(club=club, user=user).update(role=Role.MEMBER)


def _go_on(club: Club) -> None:
    """After a change of members, ensure that a club has an organiser, who is told, or end it if it is empty."""
    if not Membership.objects.filter(club=club).exists():
        _end(club)
        return
    members = members_of(club)
    new = [member for member in members if member.user_id in organisers(members) and member.role != Role.ORGANISER]
    Membership.objects.filter(pk__in=[member.pk for member in new]).update(role=Role.ORGANISER)
    table_notifications.tell_organisers(club, [member.user for member in new])


def _end(club: Club) -> None:
    """Delete a club without members. If people have played events of it, its row stays to keep them closed to others,
    without its name and rules; no link leads to it."""
    try:
        club.delete()
    except ProtectedError:
        Club.objects.filter(pk=club.pk).update(name="", link_key=new_slug())
        ClubRules.objects.filter(club=club).delete()


def _lock(user: User) -> None:
    """Lock a person's row, so that concurrent joins cannot exceed the limit; raise ``ClubRefused`` if it is reached."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if Membership.objects.filter(user=user).count() >= MOST_CLUBS:
        raise ClubRefused("many-clubs")


def tidy() -> int:
    """End the clubs whose members have all been erased; return their number."""
    with write():
        empty = list(Club.objects.filter(memberships=None).exclude(name=""))
        for club in empty:
            _end(club)
    return len(empty)


# --- link and name -----------------------------------------------------------------------------------


def token_of(club: Club) -> str:
    """Return the token of a new invitation link."""
    return _signer.sign(f"{club.slug}.{club.link_key}")


def club_of(token: str) -> Club | None:
    """Return the club to which a link invites; None if the link is invalid, revoked or expired."""
    try:
        slug, _dot, key = _signer.unsign(token, max_age=LINK_LASTS).partition(".")
    except BadSignature:
        return None
    return Club.objects.filter(slug=slug, link_key=key).first()


def revoke(club: Club) -> None:
    """Revoke all existing invitation links."""
    with write():
        Club.objects.filter(pk=club.pk).update(link_key=new_slug())


def rename(club: Club, name: str) -> None:
    """Rename a club."""
    with write():
        Club.objects.filter(pk=club.pk).update(name=name)


# --- rules and tables --------------------------------------------------------------------------------


def add_rules(club: Club, game: str, options: Mapping[str, Any], clock: int, name: str = "", preset: str = "") -> None:
    """Store house rules for a club's tables, replacing those with the same name or preset. Raises ``Malformed`` if the
    options are invalid, ``ClubRefused`` beyond ``MOST_RULES``."""
    GAMES[game].resolve(dict(options))
    with write():
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        same = Q(game=game, name=name, preset=preset)
        if ClubRules.objects.filter(club=club).exclude(same).count() >= MOST_RULES:
            raise ClubRefused("many-rules")
        defaults = {"options": dict(options), "clock": clock}
        ClubRules.objects.update_or_create(club=club, game=game, name=name, preset=preset, defaults=defaults)


def drop_rules(club: Club, pk: int) -> None:
    """Delete one set of a club's house rules."""
    with write():
        ClubRules.objects.filter(club=club, pk=pk).delete()


def open_table(club: Club, user: User, game: str, options: Mapping[str, Any], clock: int, name: str = "") -> Room:
    """Open a table in a club for a member, with ``name`` or the club's name.

    Members find it and are notified (``table_notifications``); other people with its link or code may join, as
    everywhere. Raises ``Malformed`` if the options are invalid, ``RateLimited`` after many tables in a short time.
    """
    with write():
        room = open_room(user, game, options, RoomSettings(name=name or club.name, clock=clock))
        ClubTable.objects.create(room=room, club=club)
        transaction.on_commit(lambda: send_task("games.clubs.tasks.tell", room.pk), robust=True)
    return room
