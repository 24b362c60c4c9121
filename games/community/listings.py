"""People and notifications as plain values for templates."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.accounts import notifications
from games.accounts.context import avatar
from games.accounts.models import Notification, User
from games.accounts.names import readable
from games.community.pairing import TOGETHER, WAITS
from games.community.presence import whereabouts
from games.foundation.compiled_queries import QueryOfMany
from games.foundation.paths import address
from games.rooms.access import AccessLists, access_lists, may_see_room
from games.rooms.models import JoinRequest, Room
from games.rooms.seat_rows import seats_by_room
from games.rules.registry import GAMES

#: The avatar of news from the people who run the site.
HOUSE = {"letter": "四", "look": "a"}
#: Those of events only while they are played.
_open_rooms = QueryOfMany(
    lambda codes: Room.objects.filter(code__in=codes, closed_at=None, sitting__ended_at=None), mark="no code "
)


def lines_of(user: User) -> dict[str, Any]:
    """Return a person as a line of a list: pk, name, avatar, guest."""
    return {"pk": str(user.pk), "name": readable(user.name), "avatar": avatar(user), "guest": user.is_guest}


def friends_lines(viewer: User, friends: list[User], lists: AccessLists | None = None) -> list[dict[str, Any]]:
    """Return friends as lines, online ones first, with the table of each if the viewer may see it. ``lists``: the
    viewer's, if already loaded."""
    lists = lists or access_lists([viewer.pk])
    online, away = _("online"), _("away")
    playing: dict[str, str] = {}
    lines = []
    for friend in whereabouts(friends):
        where = {"here": friend.here, "doing": online if friend.here else away, "table": ""}
        if friend.room is not None and may_see_room(friend.room, friend.seats, viewer, lists):
            game = friend.room.game
            if game not in playing:
                playing[game] = _("at a table of %(game)s") % {"game": _(friend.room.rules.name)}
            where |= {"doing": playing[game], "table": address("table", friend.room.code)}
        lines.append(lines_of(friend.user) | where)
    return lines


def friends_here(user: User, friends: list[User]) -> list[dict[str, Any]]:
    """Return a person's friends who are online, as lines."""
    return [line for line in friends_lines(user, friends) if line["here"]]


def news_of(user: User, lists: AccessLists | None = None) -> list[dict[str, Any]]:
    """Return a person's notifications as lines, newest first."""
    return news_lines(notifications.newest(user), user, lists)


def news_lines(rows: Sequence[Notification], reader: User, lists: AccessLists | None = None) -> list[dict[str, Any]]:
    """Return a reader's notifications as lines: their sentences and links."""
    codes = {row.data["room"] for row in rows if "room" in row.data}
    rooms = _open_rooms(codes)
    seated = seats_by_room([room.pk for room in rooms])
    lists = lists or access_lists([reader.pk] if codes else [])
    open_to = {room.code: room for room in rooms if may_see_room(room, seated[room.pk], reader, lists)}
    join_requests = _unanswered(reader) if any(row.kind == Notification.Kind.KNOCKED for row in rows) else set()
    return [_news(row, open_to, join_requests) for row in rows]


def _wish(wish: str, name: str, room: Room) -> dict[str, Any]:
    """Return the sentence, button and URL for a person whose wish to play leads to a table."""
    values = {"name": name, "game": _(room.rules.name)}
    url = {"url": address("table", room.code)}
    if wish == TOGETHER:
        says = _("%(name)s wants to play %(game)s too. Your table is ready.") % values
        return {"says": says, "press": _("Sit down")} | url
    return {"says": _("%(name)s plays %(game)s, and there is a seat for you.") % values, "press": _("Go there")} | url


def _daily(streak: int) -> str:
    """Return the reminder of the deal of the day."""
    if streak > 1:
        return _("Today’s deals are on the table. You have played on %(days)s days running.") % {"days": streak}
    return _("Today’s deals are on the table, the same for everybody.")


def _unanswered(host: User) -> set[tuple[str, int]]:
    """Return (room code, user id) of the unanswered requests to join a host's rooms."""
    rows = JoinRequest.objects.filter(room__host=host, room__closed_at=None, granted=None)
    return set(rows.values_list("room__code", "user"))


def _duplicate(row: Notification, room: Room | None) -> dict[str, Any]:
    """Return the sentence, button and URL about a duplicate the person has entered. ``off`` says why it leads to no
    table; otherwise it leads to ``room``, if they still have their seat there."""
    data = row.data
    name = data["name"] or _("Duplicate: %(game)s") % {"game": _(GAMES[data["game"]].name)}
    line = {"avatar": HOUSE, "press": _("View"), "url": address("duplicate-event", data["event"])}
    if data.get("off") == "left":
        values = {"person": row.sender.name, "name": name}
        says = _("%(person)s has left %(name)s. An AI player takes their seat.") % values
        return line | {"avatar": avatar(row.sender), "says": says}
    if data.get("off") == "called off":
        return line | {"says": _("%(name)s has been called off.") % {"name": name}}
    if "off" in data:
        return line | {"says": _("%(name)s did not take place: too few had entered.") % {"name": name}}
    values = {"name": name, "round": data["round"]}
    if room is None:
        return line | {"says": _("%(name)s: round %(round)s has begun.") % values}
    says = _("%(name)s: round %(round)s begins. Your table is open.") % values
    return line | {"says": says, "press": _("Sit down"), "url": address("table", room.code)}


def _club_table(row: Notification, room: Room | None) -> dict[str, Any]:
    """Return the sentence about a club's table (``room`` if the member may come to it), and the URL of the club's page,
    which lists all of its tables."""
    values = {"name": row.sender.name, "club": row.data["name"]}
    url = {"url": address("club", row.data["club"])}
    if room is None:
        return {"says": _("The table of %(name)s at %(club)s has closed.") % values, "press": _("View")} | url
    values["game"] = _(room.rules.name)
    says = _("%(name)s has opened a table at %(club)s: %(game)s.") % values
    return {"says": says, "press": _("Go there")} | url


def _news(row: Notification, rooms: Mapping[str, Room], join_requests: Collection[tuple[str, int]]) -> dict[str, Any]:
    name = row.sender.name
    line: dict[str, Any] = {"pk": str(row.pk), "avatar": avatar(row.sender), "new": row.read_at is None}
    # ``informs``: it goes by itself; ``calls``: so it does over a table, but stays unread; ``must``: it stays
    line |= {"url": address("friends"), "informs": False, "calls": False, "must": False, "join_request": ""}
    if row.kind == Notification.Kind.DECIDED:
        says = _("The people who run this site have decided something about you.")
        return line | {"avatar": HOUSE, "says": says, "press": _("Read it"), "url": address("notices"), "must": True}
    if row.kind == Notification.Kind.LOOKED_AT:
        return line | {
            "avatar": HOUSE,
            "says": _("We have looked at your report. Thank you."),
            "press": "",
            "informs": True,
        }
    if row.kind == Notification.Kind.REPORTED:
        says = _("There are reports to look at.")
        return line | {"avatar": HOUSE, "says": says, "press": _("Look"), "url": address("moderation")}
    if row.kind == Notification.Kind.DAILY:
        return (
            line
            | {"avatar": HOUSE, "says": _daily(row.data.get("streak", 0)), "press": pgettext("begin to", "Play")}
            | {"url": address("daily")}
        )
    if row.kind == Notification.Kind.ASKED:
        return line | {"says": _("%(name)s wants to be your friend.") % {"name": name}, "press": _("View")}
    if row.kind == Notification.Kind.ACCEPTED:
        says = _("%(name)s is your friend now.") % {"name": name}
        return line | {"says": says, "press": _("View"), "informs": True}
    if row.data.get("wish") == WAITS and row.data.get("game") in GAMES:
        game = row.data["game"]
        says = _("%(name)s would like to play %(game)s with you now.") % {"name": name, "game": _(GAMES[game].name)}
        return line | {"says": says, "press": _("Come"), "url": address("company-of", game)}
    code = row.data.get("room", "")
    room = rooms.get(code)
    if row.kind == Notification.Kind.ROUND and row.data.get("game") in GAMES:
        return line | _duplicate(row, room)
    if row.kind == Notification.Kind.ORGANISER:
        says = _("You organise %(club)s now: its last organiser has left.") % {"club": row.data["name"]}
        return line | {"avatar": HOUSE, "says": says, "press": _("View"), "url": address("club", row.data["club"])}
    if row.kind == Notification.Kind.CLUB_TABLE:
        return line | _club_table(row, room)
    if row.kind == Notification.Kind.TURN:
        if room is None:
            return line | {"avatar": HOUSE, "says": _("A table where it was your turn has closed."), "press": ""}
        says = _("It is your turn at a table of %(game)s.") % {"game": _(room.rules.name)}
        call = {"avatar": HOUSE, "says": says, "press": pgettext("to a table", "Go there"), "calls": True}
        return line | call | {"url": address("table", room.code)}
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
    if room is None and "wish" in row.data:
        says = _("The table with %(name)s has closed.") % {"name": name}
    if room is None:
        return line | {"says": says, "press": ""}
    if (wish := row.data.get("wish")) is not None:
        return line | _wish(wish, name, room)
    if row.kind == Notification.Kind.INVITED:
        says = _("%(name)s invites you to a table of %(game)s.") % {"name": name, "game": _(room.rules.name)}
    return line | {"says": says, "press": _("Join"), "url": address("table", room.code)}
