"""What the front page shows of the site's games and the viewer's own tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from games.accounts.names import readable
from games.foundation.paths import address
from games.matches.own_tables import OwnTable
from games.matches.running_tables import RunningTable
from games.plugins.cover import cover_of
from games.rooms.models import USUAL_CLOCK, Room
from games.rooms.seat_rows import SeatRow, seats_by_room
from games.rules.cards import cards
from games.rules.core import Game
from games.rules.registry import GAMES
from games.table.cached_gettext import gettext as _
from games.table.cards import card_face
from games.table.display import avatar
from games.table.game_table import table_of
from games.table.piece_cache import cached_piece
from games.table.room_settings import clock_name, in_short
from games.table.scene import Sitter
from games.table.scene_builder import ai_name
from games.table.sentences import bare, listed


def covers() -> list[dict[str, Any]]:
    """Return what the front page shows of each game, in the reader's language."""
    return _covers(tuple(GAMES.items()))


@cached_piece(16)
def _covers(games: tuple[tuple[str, Game], ...]) -> list[dict[str, Any]]:
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
            "family": cover.family,
            "others": [{"preset": way.preset, "label": _(way.label)} for way in cover.ways[1:]],
        }
        for key, game in games
        for cover in (cover_of(game),)
    ]


def families() -> list[dict[str, Any]]:
    """Return the covers of the games that a newcomer chooses from, each with the covers of its ``kin``."""
    shown = covers()
    keys = {cover["key"] for cover in shown}
    first = [cover for cover in shown if cover["family"] not in keys]
    return [cover | {"kin": [kin for kin in shown if kin["family"] == cover["key"]]} for cover in first]


def table_line(table: OwnTable) -> dict[str, Any]:
    """Return one of the viewer's own tables, in words."""
    room = table.room
    return {
        "url": address("table", room.code),
        "name": room.called,
        "game": _(room.rules.name),
        "detail": _detail(table),
        "avatars": avatars(table.seats),
        "my_turn": table.my_turn,
    }


def _detail(table: OwnTable) -> str:
    if not table.running or table.hand is None:
        is_abandoned = table.hand is not None and table.hand.match_abandoned
        return _("over after a week without play") if is_abandoned else _("waiting for players")
    # which deal it is, a sealed table says in its name
    hand = "" if table.room.sealed else _("hand %(number)s") % {"number": table.hand.number}
    to_act = () if table.folded is None or table.my_turn else table.folded.state.to_act
    if not to_act:
        return hand
    names = {seat.number: _name(seat) for seat in table.seats}
    values = {"hand": hand, "names": listed(names[seat] for seat in to_act)}
    return (_("%(hand)s, %(names)s to play") if hand else _("%(names)s to play")) % values


def avatars(seats: Sequence[SeatRow]) -> list[SafeString]:
    """Return the seats of a room as small avatars."""
    names = _names(seats)
    return [avatar(Sitter(row.number, names.get(row.number, ""), row.level), small=True) for row in seats]


def _names(seats: Sequence[SeatRow]) -> dict[int, str]:
    """Return who sits where, by seat, AI players with their chop letter."""
    names = {row.number: readable(row.name) for row in seats if row.name is not None}
    return names | {row.number: ai_name(row.number) for row in seats if row.level}


def _name(seat: SeatRow) -> str:
    """Return the name of the player on a seat as sentences call them."""
    return readable(seat.name) if seat.name is not None else bare(ai_name(seat.number))


def lobby_lines(
    rooms: Sequence[Room],
    friends: frozenset[int] = frozenset(),
    seated: Mapping[int, Sequence[SeatRow]] | None = None,
) -> list[dict[str, Any]]:
    """Return the tables waiting for players, in words. ``friends``: ids of the viewer's friends; ``seated``: who sits
    there, by room id, if known."""
    if seated is None:
        seated = seats_by_room([room.pk for room in rooms])
    return [_lobby_line(room, seated[room.pk], friends) for room in rooms]


def _lobby_line(room: Room, seats: Sequence[SeatRow], friends: frozenset[int]) -> dict[str, Any]:
    differs, rules = _rules(room.rules, tuple(room.options.items()), room.is_learning)
    return {
        "url": address("table", room.code),
        "name": room.called,
        "game": _(room.rules.name),
        "differs": differs,
        "rules": rules,
        # at a «Play now» table, turns get the usual clock once others join
        "clock": clock_name(room.clock or (USUAL_CLOCK if room.findable else 0)),
        "avatars": avatars(seats),
        "free": sum(seat.user_id is None and not seat.level for seat in seats),
        "friends": listed(seat.name for seat in seats if seat.name is not None and seat.user_id in friends),
    }


def running_lines(tables: Sequence[RunningTable], friends: frozenset[int] = frozenset()) -> list[dict[str, Any]]:
    """Return tables in play, in words, friends' tables first. ``friends``: ids of the viewer's friends."""
    return sorted((_running_line(table, friends) for table in tables), key=lambda line: not line["friends"])


def _running_line(table: RunningTable, friends: frozenset[int]) -> dict[str, Any]:
    room, seats = table.room, table.seats
    differs, rules = _rules(room.rules, tuple(room.options.items()), room.is_learning)
    return {
        "url": address("table", room.code),
        "seat": address("seat", room.code),
        "code": room.code,
        "take": table.takeable,
        "name": room.called,
        "game": _(room.rules.name),
        "differs": differs,
        "rules": rules,
        "clock": clock_name(room.clock or USUAL_CLOCK),
        "avatars": avatars(seats),
        "people": listed(readable(seat.name) for seat in seats if seat.name is not None),
        "friends": any(seat.user_id in friends for seat in seats),
        "hand": _("hand %(number)s") % {"number": table.hand},
        "sides": _sides(table),
    }


def _sides(table: RunningTable) -> list[str]:
    """Return the match standing: each side's players and score, «Mei: +43»."""
    game, options = table.room.rules, table.room.resolved()
    sides = [game.side(seat.number, options) for seat in table.seats]
    names, score_text = [_name(seat) for seat in table.seats], table_of(game.key).score_text
    return [
        _("%(name)s: %(points)s")
        % {
            "name": listed(name for name, its in zip(names, sides, strict=True) if its == side),
            "points": score_text(score),
        }
        for side, score in enumerate(table.standing.scores)
    ]


@cached_piece(256)
def _rules(game: Game, options: tuple[tuple[str, Any], ...], learning: bool) -> tuple[bool, str]:
    """Return whether a table differs from its game's standard, and briefly how."""
    chosen = dict(options)
    text = in_short(game, chosen) + (f" · {_('Learning table')}" if learning else "")
    return bool(game.differences(chosen)), text
