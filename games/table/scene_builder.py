"""Building a scene from the rows: the one place where a viewer's knowledge is put together."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from games.accounts.models import User
from games.accounts.names import readable
from games.community.rating_rules import REASONS, why_unrated
from games.matches import clock, live_room, shuffling
from games.matches.fold import Folded
from games.matches.live_room import LiveRoom
from games.matches.models import Hand, Match
from games.matches.undo import may_take_back
from games.rooms import chat, onlookers
from games.rooms.access import may_watch, sits_alone, takeable
from games.rooms.models import Room, Seat
from games.rooms.presence import is_here
from games.rooms.seats import is_host
from games.rules.core import Played, Standing
from games.rules.proof import commitment
from games.table import learning
from games.table.cached_gettext import gettext as _
from games.table.room_settings import kept_so
from games.table.scene import Clock, Hint, Line, Refused, RoomState, Scene, Sitter, Talk
from games.table.sentences import AI_NAMES


@dataclass(frozen=True, slots=True)
class RoomSnapshot:
    """What all viewers' scenes of a room share at one moment. It holds hidden cards (``folded``)
    and never leaves the server: ``scene`` takes from it what one viewer may see."""

    live: LiveRoom
    room: Room
    seats: tuple[Seat, ...]
    match: Match | None
    hand: Hand | None
    folded: Folded | None
    played: tuple[Played, ...]
    standing: Standing | None
    dealt: int | None
    at: datetime
    heard: chat.ChatLog = chat.EMPTY_LOG
    onlookers: int = 0
    promise: str = ""
    # seats whose owners came after a hand that is over
    came_after: frozenset[int] = frozenset()

    @property
    def picture(self) -> int:
        """The number of the picture: the room's version, then the cards a draw has dealt."""
        return self.room.version * 1000 + (self.dealt or 0)

    @property
    def moves(self) -> int:
        """How many moves of how many hands the picture shows; it rises by one with each, and more with a deal."""
        if self.hand is None or self.folded is None:
            return 0
        return self.hand.number * 1000 + self.folded.seq

    @property
    def going(self) -> bool:
        """Whether a match goes on here."""
        return self.match is not None and self.match.ended_at is None and not self.room.waiting

    def here(self) -> tuple[bool, ...]:
        """Return, by seat, whether its owner is there: it changes though nobody does anything."""
        return tuple(is_here(seat, self.at) for seat in self.seats)

    def seat_of(self, user: Any) -> int | None:
        """Return the seat of a person at this table, or None for an onlooker."""
        return next((seat.number for seat in self.seats if user and seat.user_id == user.pk), None)

    def row_of(self, user: Any) -> Seat | None:
        """Return the row of the seat that a person has, or has reserved."""
        return self.live.row_of(user)


def load_snapshot(code: str, version: float = live_room.ROWS) -> RoomSnapshot:
    """Return what a room's pictures are made of; ``Room.DoesNotExist`` where there is none. A ``version`` that
    this process knows, or a later one, is taken from memory; else the rows are read.

    A picture may be newer than its number says, never older (``live_room.load``).
    """
    return snapshot_of(live_room.at_least(code, version))


def snapshot_of(live: LiveRoom) -> RoomSnapshot:
    """Return what a room's pictures are made of at this moment."""
    room, hand, folded = live.room, live.hand, live.folded
    now, heard, outside = timezone.now(), chat.chat_log(room), onlookers.count_onlookers([room.code])[room.code]
    if hand is None or folded is None:
        promise = shuffling.promised(room)
        return RoomSnapshot(live, room, live.seats, None, None, None, (), None, None, now, heard, outside, promise)
    return RoomSnapshot(
        live,
        room,
        live.seats,
        hand.match,
        hand,
        folded,
        live.played,
        live.standing,
        clock.dealt(hand, folded, now),
        now,
        heard,
        outside,
        hand.promised,
        live.came_after,
    )


def scene(snapshot: RoomSnapshot, user: User | None, refused: Refused | None = None, hint: Hint | None = None) -> Scene:
    """Return one viewer's scene."""
    room, hand, folded = snapshot.room, snapshot.hand, snapshot.folded
    seat = snapshot.seat_of(user)
    basis: dict[str, Any] = {
        "code": room.code,
        "name": room.called,
        "game": room.rules,
        "options": room.resolved(),
        "picture": snapshot.picture,
        "seat": seat,
        "sitters": tuple(_sitter(row, room, snapshot.at) for row in snapshot.seats),
        "room_state": _room_state(snapshot, seat, user),
        "talk": _talk(snapshot, seat, user),
        "refused": refused,
        "hint": hint,
        "onlookers": snapshot.onlookers,
        "promise": snapshot.promise,
        # those of the seat's row, for a socket knows its user as they were when it was opened
        "prefs": snapshot.seats[seat].user.prefs if seat is not None else {},
    }
    if hand is None or folded is None or room.waiting or not may_watch(room, seat):
        return Scene(**basis)
    # who came after the hand is shown of it what an onlooker is: the cards left in it were another's
    knows = None if seat in snapshot.came_after else seat
    view = folded.view(knows, snapshot.dealt)
    over = folded.state.result is not None
    return Scene(
        **basis,
        view=view,
        hand_id=hand.pk,
        replayed=seat not in snapshot.came_after,
        hand_number=hand.number,
        commitment=commitment(bytes(hand.salt), hand.deck),
        seq=folded.seq,
        key=press_key(hand.pk, seat, folded.seq) if seat is not None else "",
        moves=folded.game.moves(view) if seat is not None and seat in folded.state.to_act else (),
        standing=snapshot.standing,
        played=snapshot.played,
        ready=tuple(hand.ready),
        explanation=folded.game.explain(folded.state) if over else None,
        dealt=snapshot.dealt,
        clock=_clock(snapshot, hand, folded),
        open=learning.open_hands(room, snapshot.seats, folded, seat, snapshot.dealt),
    )


def _clock(snapshot: RoomSnapshot, hand: Hand, folded: Folded) -> Clock | None:
    """Return the time left of the people to act."""
    ends = clock.deadline(hand)
    if ends is None or not clock.people_to_act(folded, {seat.number: seat for seat in snapshot.seats}):
        return None
    return Clock(round(max(0.0, (ends - snapshot.at).total_seconds()), 1), float(snapshot.room.clock))


def _room_state(snapshot: RoomSnapshot, seat: int | None, user: User | None) -> RoomState:
    room, going = snapshot.room, snapshot.going
    free = tuple(row.number for row in snapshot.seats if takeable(room, row, going))
    mine, own = (snapshot.seats[seat] if seat is not None else None), snapshot.row_of(user)
    host = is_host(room, snapshot.seats, user)
    return RoomState(
        host=host,
        going=going,
        takeable=free if own is None or room.waiting else (),
        reserved=own.number if own is not None and mine is None else None,
        decides=host and seat is not None,
        lets_in=host and seat is not None and sits_alone(snapshot.seats, user),
        minded=mine is not None and mine.autoplay and going,
        choice=(*kept_so(room), *_rated(snapshot)) if room.waiting else (),
        open_tricks=room.open_tricks or room.is_learning,
        **_learning(snapshot, seat),
    )


def _rated(snapshot: RoomSnapshot) -> list[str]:
    """Return whether a match of those who sit here would be rated, and whether the last was abandoned."""
    room, seats = snapshot.room, snapshot.seats
    sitters = {row.number: row.user or row.level for row in seats if row.user is not None or row.level}
    reason = "practice" if room.is_learning else why_unrated(room.rules, room.resolved(), sitters)
    said = [_(REASONS[reason]) if reason else _("A match here is rated.")]
    if snapshot.match is not None and snapshot.match.abandoned:
        said.append(_("The last match here was abandoned after a week without play. Whoever left has lost it."))
    return said


def _learning(snapshot: RoomSnapshot, seat: int | None) -> dict[str, Any]:
    """Return what a learning table tells a viewer who sits there."""
    room, hand, folded = snapshot.room, snapshot.hand, snapshot.folded
    if not room.is_learning:
        return {}
    if hand is None or folded is None or seat is None:
        return {"learning": True}
    back = snapshot.going and may_take_back(room, snapshot.seats, hand, folded, seat)
    return {"learning": True, "takes_back": back, "reasons": learning.reasons(folded, seat)}


def _talk(snapshot: RoomSnapshot, seat: int | None, user: User | None) -> Talk | None:
    """Return the table's talk as one viewer reads it; None where there is none."""
    if not snapshot.room.chat:
        return None
    numbers = {row.user_id: row.number for row in snapshot.seats}
    lines = []
    for message in snapshot.heard.for_reader(user):
        phrase = chat.PHRASES.get(message.phrase)
        text = _(phrase.text) if phrase else message.text
        term = phrase.term if phrase and phrase.term != text else ""
        lines.append(Line(readable(message.user.name), numbers.get(message.user_id), text, term, message.pk))
    authors = {message.user_id: readable(message.user.name) for message in snapshot.heard.messages}
    people = {row.user_id: readable(row.user.name) for row in snapshot.seats if row.user is not None} | authors
    others = tuple(
        (pk, name, (user.pk, pk) in snapshot.heard.muted)
        for pk, name in people.items()
        if user is not None and pk is not None and pk != user.pk
    )
    return Talk(tuple(lines), others if authors else (), seat is not None)


def press_key(hand_id: int, seat: int, seq: int) -> str:
    """Return the one-time key of a seat's press on a picture: the server's own, not guessable,
    and the same however often the picture is drawn."""
    text = f"{hand_id}/{seat}/{seq}".encode()
    return hmac.new(settings.SECRET_KEY.encode(), text, hashlib.sha256).hexdigest()[:32]


def _sitter(row: Seat, room: Room, now: datetime) -> Sitter:
    if row.level:
        newcomer = readable(row.reserved_for.name) if row.reserved_for is not None else ""
        return Sitter(row.number, ai_name(row.number), row.level, newcomer=newcomer)
    if row.user is None:
        return Sitter(row.number)
    return Sitter(
        row.number,
        readable(row.user.name),
        here=is_here(row, now),
        autoplay=row.autoplay,
        host=room.host_id == row.user_id,
    )


def ai_name(seat: int) -> str:
    """Return the name of the AI player on a seat; whoever shows it says it in the reader's language."""
    return AI_NAMES[seat]
