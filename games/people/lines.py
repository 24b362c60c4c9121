"""People and notifications as templates show them: plain words, and what can be pressed."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts import notify
from games.accounts.friends import friends_of
from games.accounts.looks import seal
from games.accounts.models import Notification, User
from games.accounts.names import readable
from games.people.inviting import may_look_in
from games.people.presence import Whereabouts, whereabouts
from games.rooms.models import Room


def lines_of(user: User, where: Whereabouts | None = None, viewer: User | None = None) -> dict[str, Any]:
    """Return one person as a line of a list: pk, name, seal, and where he is if that is asked."""
    line: dict[str, Any] = {"pk": str(user.pk), "name": readable(user.name), "seal": seal(user), "guest": user.is_guest}
    if where is not None:
        line |= {"here": where.here, "doing": _("online") if where.here else _("away"), "table": ""}
        if where.room is not None and viewer is not None and may_look_in(viewer, where.room):
            line["doing"] = _("at a table of %(game)s") % {"game": _(where.room.rules.name)}
            line["table"] = reverse("table", args=[where.room.code])
    return line


def friends_here(user: User) -> list[dict[str, Any]]:
    """Return the friends of a person who are here now, as lines."""
    found = whereabouts(friends_of(user))
    return [lines_of(one.user, one, user) for one in found if one.here]


def news_of(user: User) -> list[dict[str, Any]]:
    """Return a person's notifications as lines, the newest first."""
    return [news_line(row) for row in notify.newest(user)]


def news_line(row: Notification) -> dict[str, Any]:
    """Return one notification: what it says, and where it leads."""
    name = row.sender.name
    line: dict[str, Any] = {"pk": str(row.pk), "seal": seal(row.sender), "new": row.read_at is None}
    line["url"] = reverse("friends")
    if row.kind == Notification.Kind.ASKED:
        return line | {"says": _("%(name)s wants to be your friend.") % {"name": name}, "press": _("Look")}
    if row.kind == Notification.Kind.ACCEPTED:
        return line | {"says": _("%(name)s is your friend now.") % {"name": name}, "press": _("Look")}
    room = Room.objects.filter(code=row.data.get("room"), closed_at=None).first()
    says = _("%(name)s invites you to a table.") % {"name": name}
    if room is None or not may_look_in(row.user, room):
        return line | {"says": says, "press": ""}
    says = _("%(name)s invites you to a table of %(game)s.") % {"name": name, "game": _(room.rules.name)}
    return line | {"says": says, "press": _("Join"), "url": reverse("table", args=[room.code])}
