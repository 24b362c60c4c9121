"""People and notifications as plain values for templates."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts import notifications
from games.accounts.context import avatar
from games.accounts.friends import friends_of
from games.accounts.models import Notification, User
from games.accounts.names import readable
from games.community.invitations import may_visit
from games.community.presence import Whereabouts, whereabouts
from games.rooms.access import AccessLists, access_lists
from games.rooms.models import JoinRequest, Room


def lines_of(user: User) -> dict[str, Any]:
    """Return a person as a line of a list: pk, name, avatar, guest."""
    return {"pk": str(user.pk), "name": readable(user.name), "avatar": avatar(user), "guest": user.is_guest}


def friends_lines(viewer: User, friends: list[User]) -> list[dict[str, Any]]:
    """Return friends as lines, those online first, with the table of each where the viewer may see it."""
    lists = access_lists([viewer.pk])
    return [_friend(friend, viewer, lists) for friend in whereabouts(friends)]


def _friend(friend: Whereabouts, viewer: User, lists: AccessLists) -> dict[str, Any]:
    where = {"here": friend.here, "doing": _("online") if friend.here else _("away"), "table": ""}
    if friend.room is not None and may_visit(viewer, friend.room, lists):
        where["doing"] = _("at a table of %(game)s") % {"game": _(friend.room.rules.name)}
        where["table"] = reverse("table", args=[friend.room.code])
    return lines_of(friend.user) | where


def friends_here(user: User) -> list[dict[str, Any]]:
    """Return a person's friends who are online, as lines."""
    return [line for line in friends_lines(user, friends_of(user)) if line["here"]]


def news_of(user: User) -> list[dict[str, Any]]:
    """Return a person's notifications as lines, the newest first."""
    return news_lines(notifications.newest(user), user)


def news_lines(rows: Sequence[Notification], reader: User) -> list[dict[str, Any]]:
    """Return a reader's notifications as lines: their sentences and links."""
    codes = {row.data["room"] for row in rows if "room" in row.data}
    rooms = Room.objects.filter(code__in=codes, closed_at=None).prefetch_related("seats")
    lists = access_lists([reader.pk] if codes else [])
    open_to = {room.code: room for room in rooms if may_visit(reader, room, lists)} if codes else {}
    join_requests = _unanswered(reader) if any(row.kind == Notification.Kind.KNOCKED for row in rows) else set()
    return [_news(row, open_to, join_requests) for row in rows]


def _unanswered(host: User) -> set[tuple[str, int]]:
    """Return (room code, user id) of the unanswered requests to join a host's rooms."""
    rows = JoinRequest.objects.filter(room__host=host, room__closed_at=None, let_in=None)
    return set(rows.values_list("room__code", "user"))


def _news(row: Notification, rooms: Mapping[str, Room], join_requests: Collection[tuple[str, int]]) -> dict[str, Any]:
    name = row.sender.name
    line: dict[str, Any] = {"pk": str(row.pk), "avatar": avatar(row.sender), "new": row.read_at is None}
    line["url"] = reverse("friends")
    if row.kind == Notification.Kind.ASKED:
        return line | {"says": _("%(name)s wants to be your friend.") % {"name": name}, "press": _("View")}
    if row.kind == Notification.Kind.ACCEPTED:
        says = _("%(name)s is your friend now.") % {"name": name}
        return line | {"says": says, "press": _("View"), "informs": True}
    code = row.data.get("room", "")
    room = rooms.get(code)
    if row.kind == Notification.Kind.KNOCKED:
        line["says"] = _("%(name)s would like to join your table.") % {"name": name}
        return line | {
            "press": "",
            "join_request": f"{code} {row.sender_id}" if (code, row.sender_id) in join_requests else "",
        }
    if row.kind == Notification.Kind.LET_IN:
        says = _("%(name)s lets you in.") % {"name": name}
    else:
        says = _("%(name)s invites you to a table.") % {"name": name}
    if room is None:
        return line | {"says": says, "press": ""}
    if row.kind == Notification.Kind.INVITED:
        says = _("%(name)s invites you to a table of %(game)s.") % {"name": name, "game": _(room.rules.name)}
    return line | {"says": says, "press": _("Join"), "url": reverse("table", args=[room.code])}
