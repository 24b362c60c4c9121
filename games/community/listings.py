"""People and notifications as templates show them: plain words, and what can be pressed."""

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
from games.community.invitations import may_look_in
from games.community.presence import Whereabouts, whereabouts
from games.rooms.access import Doors, doors_for
from games.rooms.models import JoinRequest, Room


def lines_of(user: User) -> dict[str, Any]:
    """Return one person as a line of a list: pk, name, avatar."""
    return {"pk": str(user.pk), "name": readable(user.name), "avatar": avatar(user), "guest": user.is_guest}


def friends_lines(viewer: User, friends: list[User]) -> list[dict[str, Any]]:
    """Return friends as lines, those who are here first, with where each is as far as a viewer may know."""
    doors = doors_for([viewer.pk])
    return [_friend(one, viewer, doors) for one in whereabouts(friends)]


def _friend(one: Whereabouts, viewer: User, doors: Doors) -> dict[str, Any]:
    where = {"here": one.here, "doing": _("online") if one.here else _("away"), "table": ""}
    if one.room is not None and may_look_in(viewer, one.room, doors):
        where["doing"] = _("at a table of %(game)s") % {"game": _(one.room.rules.name)}
        where["table"] = reverse("table", args=[one.room.code])
    return lines_of(one.user) | where


def friends_here(user: User) -> list[dict[str, Any]]:
    """Return the friends of a person who are here now, as lines."""
    return [line for line in friends_lines(user, friends_of(user)) if line["here"]]


def news_of(user: User) -> list[dict[str, Any]]:
    """Return a person's notifications as lines, the newest first."""
    return news_lines(notifications.newest(user), user)


def news_lines(rows: Sequence[Notification], reader: User) -> list[dict[str, Any]]:
    """Return a reader's notifications as lines: what each says, and where it leads."""
    codes = {row.data["room"] for row in rows if "room" in row.data}
    rooms = Room.objects.filter(code__in=codes, closed_at=None).prefetch_related("seats")
    doors = doors_for([reader.pk] if codes else [])
    open_to = {room.code: room for room in rooms if may_look_in(reader, room, doors)} if codes else {}
    join_requests = _unanswered(reader) if any(row.kind == Notification.Kind.KNOCKED for row in rows) else set()
    return [_news(row, open_to, join_requests) for row in rows]


def _unanswered(host: User) -> set[tuple[str, int]]:
    """Return who asks to be let in to which of a host's open tables."""
    asked = JoinRequest.objects.filter(room__host=host, room__closed_at=None, let_in=None)
    return set(asked.values_list("room__code", "user"))


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
