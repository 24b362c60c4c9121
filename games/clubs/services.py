"""The only writer of clubs: made, joined by a link, led by organisers, left.

A club is seen by its members alone, and joined by a link of invitation, which an organiser hands on. It lasts thirty
days and ends when it is revoked; whoever is removed cannot come back by one that they have kept. Where all organisers
are gone, with closed or suspended accounts, whoever has been a member for longest leads the club: no club is stuck.

Changes of who belongs to a club are made one after another, its row locked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.db.models import Count, Q

from games.accounts.models import User
from games.clubs import table_notifications
from games.clubs.models import Club, ClubRules, ClubTable, Membership, new_slug
from games.foundation.events import send_task
from games.foundation.transactions import write
from games.rooms.models import Room
from games.rooms.services import RoomSettings, open_room
from games.rules.registry import GAMES

#: Members of a club, clubs of a person, house rules of a club.
MOST_MEMBERS, MOST_CLUBS, MOST_RULES = 200, 20, 20
#: How long a link of invitation lasts.
LINK_LASTS = timedelta(days=30)
_signer = TimestampSigner(salt="club-link")
Role = Membership.Role


class Refused(Exception):
    """A club cannot be changed so: ``reason`` is ``full``, ``many-clubs``, ``many-rules``,
    ``clock`` or ``last``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


# --- who belongs to it -----------------------------------------------------------------------------


def make(user: User, name: str) -> Club:
    """Make a club, whose organiser is an account. Raises ``Refused`` where they belong to many."""
    assert not user.is_guest
    with write():
        _lock(user)
        club = Club.objects.create(name=name)
        Membership.objects.create(club=club, user=user, role=Role.ORGANISER)
    return club


def members_of(club: Club) -> list[Membership]:
    """Return a club's members, those for longest first; accounts that are closed or suspended are left out."""
    rows = Membership.objects.filter(club=club, user__is_active=True).select_related("user")
    return list(rows.order_by("since", "pk"))


def organisers(members: Iterable[Membership]) -> set[int]:
    """Return the ids of the people who lead a club, of its members: its organisers, or in their place whoever has
    been there for longest, before all guests."""
    members = list(members)
    named = {one.user_id for one in members if one.role == Role.ORGANISER}
    if named or not members:
        return named
    return {min(members, key=lambda one: (one.user.is_guest, one.since, one.pk)).user_id}


def join(club: Club, user: User) -> bool:
    """Let whoever has a club's link become a member; return whether they were none. Raises ``Refused``."""
    with write():
        _lock(user)
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if Membership.objects.filter(club=club, user=user).exists():
            return False
        if Membership.objects.filter(club=club).count() >= MOST_MEMBERS:
            raise Refused("full")
        Membership.objects.create(club=club, user=user)
    return True


def leave(club: Club, user: User) -> None:
    """End somebody's own membership. An organiser who is the only one hands on to whoever has been there for longest;
    with its last member a club ends."""
    with write():
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        Membership.objects.filter(club=club, user=user).delete()
        table_notifications.forget(club, user)
        _go_on(club)


def remove(club: Club, user: User) -> None:
    """Remove a member, and revoke all links, so that they cannot come back by one."""
    with write():
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if Membership.objects.filter(club=club, user=user).delete()[0]:
            table_notifications.forget(club, user)
            revoke(club)
            _go_on(club)


def appoint(club: Club, user: User) -> None:
    """Make a member an organiser; a guest cannot be one."""
    with write():
        Membership.objects.filter(club=club, user=user, user__is_guest=False).update(role=Role.ORGANISER)


def step_down(club: Club, user: User) -> None:
    """Make an organiser a member. Raises ``Refused`` for the last one."""
    with write():
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        named = Membership.objects.filter(club=club, role=Role.ORGANISER, user__is_active=True)
        if not named.exclude(user=user).exists():
            raise Refused("last")
        Membership.objects.filter(club=club, user=user).update(role=Role.MEMBER)


def _go_on(club: Club) -> None:
    """See that a club whose members have changed has an organiser, or ends."""
    if not Membership.objects.filter(club=club).exists():
        club.delete()
        return
    members = members_of(club)
    Membership.objects.filter(club=club, user__in=organisers(members)).update(role=Role.ORGANISER)


def _lock(user: User) -> None:
    """Lock a person's row, so that they do not join more clubs at once than one may; refuse one more than that."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if Membership.objects.filter(user=user).count() >= MOST_CLUBS:
        raise Refused("many-clubs")


def tidy() -> int:
    """Remove the clubs whose members have all been erased; return their number."""
    with write():
        empty = Club.objects.annotate(number=Count("memberships")).filter(number=0)
        return Club.objects.filter(pk__in=list(empty.values_list("pk", flat=True))).delete()[0]


# --- its link, its name ------------------------------------------------------------------------------


def token_of(club: Club) -> str:
    """Return the token of a new link of invitation."""
    return _signer.sign(f"{club.slug}.{club.link_key}")


def club_of(token: str) -> Club | None:
    """Return the club that a link invites to; None where it is invalid, revoked, or too old."""
    try:
        slug, _dot, key = _signer.unsign(token, max_age=LINK_LASTS).partition(".")
    except BadSignature:
        return None
    return Club.objects.filter(slug=slug, link_key=key).first()


def revoke(club: Club) -> None:
    """Revoke all links of invitation that there are."""
    with write():
        Club.objects.filter(pk=club.pk).update(link_key=new_slug())


def rename(club: Club, name: str) -> None:
    """Give a club another name."""
    with write():
        Club.objects.filter(pk=club.pk).update(name=name)


# --- its rules and tables ----------------------------------------------------------------------------


def add_rules(club: Club, game: str, options: Mapping[str, Any], clock: int, name: str = "", preset: str = "") -> None:
    """Keep house rules for a club's tables, in place of those that were kept under the same name or preset. Raises
    ``Malformed`` where the options are invalid, ``Refused`` beyond ``MOST_RULES``."""
    GAMES[game].resolve(dict(options))
    with write():
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        same = Q(game=game, name=name, preset=preset)
        if ClubRules.objects.filter(club=club).exclude(same).count() >= MOST_RULES:
            raise Refused("many-rules")
        kept = {"options": dict(options), "clock": clock}
        ClubRules.objects.update_or_create(club=club, game=game, name=name, preset=preset, defaults=kept)


def drop_rules(club: Club, pk: int) -> None:
    """Keep some house rules of a club no longer."""
    with write():
        ClubRules.objects.filter(club=club, pk=pk).delete()


def open_table(club: Club, user: User, game: str, options: Mapping[str, Any], clock: int, name: str = "") -> Room:
    """Open a table in a club for a member, called by ``name`` or as the club is.

    Members find it, and are told of it (``table_notifications``); whoever else has its link or code may join, as
    everywhere. Raises ``Malformed`` where the options are invalid, ``RateLimited`` where they have opened many tables
    lately.
    """
    with write():
        room = open_room(user, game, options, RoomSettings(name=name or club.name, clock=clock))
        ClubTable.objects.create(room=room, club=club)
        transaction.on_commit(lambda: send_task("games.clubs.tasks.tell", room.pk), robust=True)
    return room
