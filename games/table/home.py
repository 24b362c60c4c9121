"""What the front page says: of the games of the house, and of the viewer's own tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.accounts.names import readable
from games.rooms.models import Room, Seat
from games.rules.cards import cards
from games.rules.core import N_
from games.rules.registry import GAMES
from games.table.cards import card_face
from games.table.display import seal
from games.table.room_settings import clock_name, in_short
from games.table.scene import Sitter
from games.table.scene_builder import Gathered, ai_name
from games.table.sentences import listed


@dataclass(frozen=True, slots=True)
class Cover:
    """A game's title page: ``shown`` are the cards that explain it, the rest words."""

    term: str
    blurb: str
    shown: str
    players: str
    minutes: int


#: in the order of the front page
COVERS = {
    "all-fours": Cover(
        "四张",
        N_("High, Low, Jack and the Game: four chances in every hand, as printed in 1807."),
        "AS 2S JS TS",
        N_("2 or 4 players"),
        15,
    ),
    "winner": Cover(
        "争上游",
        N_("Be the first to shed every card. Straights, pairs, full houses."),
        "3D 4S 5H 6C",
        N_("3 or 4 players"),
        20,
    ),
    "forty": Cover(
        "四十分",
        N_("One deck, two sides. Catch 40 of the 100 points and take the stage."),
        "KH TS 5D",
        N_("4 players"),
        25,
    ),
    "eighty": Cover(
        "八十分 · 升级",
        N_("Two decks, pairs and tractors. Climb from 2 to ace."),
        "TC TC 9C 9C",
        N_("4 players"),
        60,
    ),
}


def covers() -> list[dict[str, Any]]:
    """Return what the front page shows of each game of the house, in the reader's language."""
    return [
        {
            "key": key,
            "name": _(GAMES[key].name),
            "term": cover.term,
            "blurb": _(cover.blurb),
            "players": _(cover.players),
            "minutes": str(cover.minutes),
            "cards": [card_face(number) for number in cards(cover.shown)],
            "play": reverse("play-now", args=[key]),
            "setup": reverse("new-room", args=[key]),
        }
        for key, cover in COVERS.items()
        if key in GAMES
    ]


def table_line(gathered: Gathered, user: Any) -> dict[str, Any]:
    """Return one of the viewer's own tables, in words."""
    room, folded = gathered.room, gathered.folded
    return {
        "url": reverse("table", args=[room.code]),
        "name": room.called,
        "game": _(room.rules.name),
        "detail": _detail(gathered),
        "seals": seals(gathered.seats),
        "my_turn": gathered.going and folded is not None and gathered.seat_of(user) in folded.state.to_act,
    }


def _detail(gathered: Gathered) -> str:
    if not gathered.going or gathered.hand is None:
        return _("waiting for players")
    return _("hand %(number)s") % {"number": gathered.hand.number}


def seals(seats: Sequence[Seat]) -> list[SafeString]:
    """Return the seats of a room as small seals."""
    names = {row.number: readable(row.user.name) for row in seats if row.user is not None}
    names |= {row.number: ai_name(row.number) for row in seats if row.level}
    return [seal(Sitter(row.number, names.get(row.number, ""), row.level), small=True) for row in seats]


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
            "seals": seals(list(room.seats.all())),
            "free": sum(seat.user_id is None and not seat.level for seat in room.seats.all()),
            "friends": listed(seat.user.name for seat in room.seats.all() if seat.user and seat.user_id in friends),
        }
        for room in rooms
    ]
