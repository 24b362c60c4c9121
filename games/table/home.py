"""What the front page says: of the games of the house, and of the viewer's own tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.accounts.names import readable
from games.rooms.models import Room, Seat
from games.rules.cards import cards
from games.rules.registry import GAMES
from games.table.cards import card_face
from games.table.display import avatar
from games.table.room_settings import clock_name, in_short
from games.table.scene import Sitter
from games.table.scene_builder import RoomSnapshot, ai_name
from games.table.sentences import listed
from games.titles.cover import cover_of


def covers() -> list[dict[str, Any]]:
    """Return what the front page shows of each game of the house, in the reader's language."""
    return [
        {
            "key": key,
            "name": _(game.name),
            "term": cover.term,
            "blurb": _(cover.blurb) if cover.blurb else "",
            "players": _(cover.players) if cover.players else "",
            "minutes": str(cover.minutes or ""),
            "cards": [card_face(number) for number in cards(cover.shown)],
            "play": reverse("play-now", args=[key]),
            "setup": reverse("new-room", args=[key]),
            "lines": [_(way.line) for way in cover.ways],
            "others": [{"preset": way.preset, "label": _(way.label)} for way in cover.ways[1:]],
        }
        for key, game in GAMES.items()
        for cover in (cover_of(game),)
    ]


def table_line(snapshot: RoomSnapshot, user: Any) -> dict[str, Any]:
    """Return one of the viewer's own tables, in words."""
    room, folded = snapshot.room, snapshot.folded
    return {
        "url": reverse("table", args=[room.code]),
        "name": room.called,
        "game": _(room.rules.name),
        "detail": _detail(snapshot),
        "avatars": avatars(snapshot.seats),
        "my_turn": snapshot.going and folded is not None and snapshot.seat_of(user) in folded.state.to_act,
    }


def _detail(snapshot: RoomSnapshot) -> str:
    if not snapshot.going or snapshot.hand is None:
        return _("waiting for players")
    return _("hand %(number)s") % {"number": snapshot.hand.number}


def avatars(seats: Sequence[Seat]) -> list[SafeString]:
    """Return the seats of a room as small avatars."""
    names = {row.number: readable(row.user.name) for row in seats if row.user is not None}
    names |= {row.number: ai_name(row.number) for row in seats if row.level}
    return [avatar(Sitter(row.number, names.get(row.number, ""), row.level), small=True) for row in seats]


def lobby_lines(rooms: Iterable[Room], friends: frozenset[int] = frozenset()) -> list[dict[str, Any]]:
    """Return the tables that wait for players, in words. ``friends``: ids of the viewer's."""
    return [
        {
            "url": reverse("table", args=[room.code]),
            "name": room.called,
            "game": _(room.rules.name),
            "differs": bool(room.rules.differences(room.options)),
            "rules": in_short(room.rules, room.options) + (f" · {_('Learning table')}" if room.is_learning else ""),
            "clock": clock_name(room.clock),
            "avatars": avatars(list(room.seats.all())),
            "free": sum(seat.user_id is None and not seat.level for seat in room.seats.all()),
            "friends": listed(seat.user.name for seat in room.seats.all() if seat.user and seat.user_id in friends),
        }
        for room in rooms
    ]
