"""Building a scene from the rows: the one place where a viewer's knowledge is put together."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.utils import timezone

from games.accounts.models import User
from games.accounts.names import readable
from games.community.rating_rules import REASONS, why_unrated
from games.matches import claims, clock, consent, live_room, shuffling
from games.matches.claim_state import claim_of, holds_play
from games.matches.fold import Folded
from games.matches.live_room import LiveRoom
from games.matches.models import Hand, Match
from games.matches.undo import may_take_back
from games.rooms import chat, onlookers
from games.rooms.access import may_watch, sits_alone, takeable
from games.rooms.models import Room, Seat
from games.rooms.presence import is_here
from games.rooms.seats import is_host
from games.rules.core import Played, Standing, View
from games.rules.proof import commitment
from games.table import claiming, learning, newcomers, next_level, take_back
from games.table.cached_gettext import get_language
from games.table.cached_gettext import gettext as _
from games.table.room_settings import kept_so
from games.table.scene import Clock, Hint, Line, Refused, RoomState, Scene, Sitter, Talk
from games.table.sentences import AI_NAMES

#: Where a person's preferences keep the room in which they play the first hand of a game.
COACHED = "coached"
#: What scenes have in common: fields of the room, and fields of its hand.
InCommon = tuple[dict[str, Any], dict[str, Any]]


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
    # what all viewers' scenes have in common, by language (``_in_common``)
    common: dict[str | None, InCommon] = field(default_factory=dict, init=False, compare=False, repr=False)

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
        if user:
            pk = user.pk
            for seat in self.seats:
                if seat.user_id == pk:
                    return seat.number
        return None

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
    now, heard, outside = timezone.now(), chat.chat_log(room), onlookers.known_onlookers(room.code)
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
        "seat": seat,
        "room_state": _room_state(snapshot, seat, user),
        "talk": _talk(snapshot, seat, user),
        "refused": refused,
        "hint": hint,
        # those of the seat's row, for a socket knows its user as they were when it was opened
        "prefs": snapshot.seats[seat].user.prefs if seat is not None else {},
    }
    of_room, of_hand = _in_common(snapshot)
    if hand is None or folded is None or room.waiting or not may_watch(room, seat):
        return Scene(**of_room, **basis)
    # who came after the hand is shown of it what an onlooker is: the cards left in it were another's
    knows = None if seat in snapshot.came_after else seat
    view = folded.view(knows, snapshot.dealt)
    basis["room_state"] = replace(
        basis["room_state"],
        **_takes_back(snapshot, view),
        claims=_claims(snapshot, view),
        gives_up=snapshot.going and view.seat is not None and claims.may_concede(hand, view, folded.game),
    )
    claim = claim_of(hand)
    asked = claims.asked(claim, snapshot.live.by_number(), folded) if claim is not None else set()
    return Scene(
        **of_room,
        **of_hand,
        **basis,
        view=view,
        replayed=seat not in snapshot.came_after,
        claim=claiming.shown(claim, folded, asked, seat, snapshot.at),
        key=press_key(hand.pk, seat, folded.seq) if seat is not None else "",
        moves=folded.game.moves(view) if seat is not None and seat in folded.state.to_act else (),
        open=learning.open_hands(room, snapshot.seats, folded, seat, snapshot.dealt),
    )


def _in_common(snapshot: RoomSnapshot) -> InCommon:
    """Return what the scenes of all viewers who read one language have in common: of the room, and of its hand,
    which is shown to those who may watch. None of it depends on who looks."""
    language = get_language()
    if language not in snapshot.common:
        snapshot.common[language] = _of_room(snapshot), _of_hand(snapshot)
    return snapshot.common[language]


def _of_room(snapshot: RoomSnapshot) -> dict[str, Any]:
    room = snapshot.room
    return {
        "code": room.code,
        "name": room.called,
        "game": room.rules,
        "options": room.resolved(),
        "picture": snapshot.picture,
        "sitters": tuple(_sitter(row, room, snapshot.at) for row in snapshot.seats),
        "onlookers": snapshot.onlookers,
        "promise": snapshot.promise,
    }


def _of_hand(snapshot: RoomSnapshot) -> dict[str, Any]:
    hand, folded = snapshot.hand, snapshot.folded
    if hand is None or folded is None:
        return {}
    over = folded.state.result is not None
    return {
        "hand_id": hand.pk,
        "hand_number": hand.number,
        "commitment": commitment(bytes(hand.salt), hand.deck),
        "seq": folded.seq,
        "standing": snapshot.standing,
        "played": snapshot.played,
        "ready": tuple(hand.ready),
        "explanation": folded.game.explain(folded.state) if over else None,
        "dealt": snapshot.dealt,
        "clock": _clock(snapshot, hand, folded),
        "next_in": _next_in(snapshot, hand) if over else None,
    }


def _clock(snapshot: RoomSnapshot, hand: Hand, folded: Folded) -> Clock | None:
    """Return the time left of the people to act."""
    ends = None if holds_play(hand, folded) else clock.deadline(hand)
    if ends is None or not clock.people_to_act(folded, {seat.number: seat for seat in snapshot.seats}):
        return None
    return Clock(round(max(0.0, (ends - snapshot.at).total_seconds()), 1), float(snapshot.room.clock))


def _next_in(snapshot: RoomSnapshot, hand: Hand) -> float | None:
    """Return the seconds until the next hand is dealt though not everybody has asked for it."""
    if hand.scored_at is None or hand.due_at is None:
        return None
    return round(max(0.0, (hand.due_at - snapshot.at).total_seconds()), 1)


def _room_state(snapshot: RoomSnapshot, seat: int | None, user: User | None) -> RoomState:
    room, going = snapshot.room, snapshot.going
    mine, own = (snapshot.seats[seat] if seat is not None else None), snapshot.row_of(user)
    host = is_host(room, snapshot.seats, user)
    return RoomState(
        host=host,
        going=going,
        takeable=_free(snapshot) if own is None or room.waiting else (),
        reserved=own.number if own is not None and mine is None else None,
        decides=host and seat is not None,
        lets_in=host and seat is not None and sits_alone(snapshot.seats, user),
        minded=mine is not None and mine.autoplay and going,
        choice=(*kept_so(room), *_rated(snapshot)) if room.waiting else (),
        open_tricks=room.open_tricks or room.is_learning,
        rest=_rest(snapshot, seat),
        coached=mine is not None and going and _is_coached(snapshot, mine),
        sealed=room.sealed,
        board=room.board,
        boards=room.boards,
        newcomer=own is None and (user is None or user.is_guest),
        spoils=mine is not None
        and newcomers.spoil(room, snapshot.seats, snapshot.match, mine)
        and not _why_unrated(snapshot),
        next_level=_next_level(snapshot, seat),
        pace=room.pace if room.pace != Room.Pace.USUAL else "",
        **_learning(snapshot, seat),
    )


def _free(snapshot: RoomSnapshot) -> tuple[int, ...]:
    """Return the seats that a newcomer may take."""
    return tuple(row.number for row in snapshot.seats if takeable(snapshot.room, row, snapshot.going))


def _is_coached(snapshot: RoomSnapshot, seat: Seat) -> bool:
    """Say whether somebody plays their first hand of a game here (``views.play_now``) and wants tips."""
    prefs = seat.user.prefs if seat.user is not None else {}
    first = snapshot.hand is not None and snapshot.hand.number == 1 and snapshot.hand.scored_at is None
    return first and prefs.get(COACHED) == snapshot.room.code and not prefs.get("tips")


def _next_level(snapshot: RoomSnapshot, seat: int | None) -> tuple[str, bool] | None:
    """Return the AI players that the house proposes to the host of a table between two hands, where they have played
    against those of one level alone, and none of it is put off by hints, known deals or people."""
    room, hand, match = snapshot.room, snapshot.hand, snapshot.match
    if seat is None or hand is None or match is None or hand.scored_at is None:
        return None
    mine, others = snapshot.seats[seat], [row for row in snapshot.seats if row.number != seat]
    levels = {row.level if row.reserved_for_id is None else "" for row in others}
    if len(levels) != 1 or mine.user is None or mine.user_id != room.host_id or room.sealed or room.is_learning:
        return None
    last = [] if match.practice else snapshot.played[-next_level.HANDS :]
    seats, results = [seat] * len(last), [one.result for one in last]
    proposal = next_level.after(mine.user.prefs, room.game, room.options, levels.pop(), seats, results)
    return proposal and (proposal.level, proposal.stronger)


def _rest(snapshot: RoomSnapshot, seat: int | None) -> str:
    """Return how a viewer stands to the rest of a draw that runs, as ``RoomState.rest``."""
    if seat is None or snapshot.hand is None or snapshot.dealt is None:
        return ""
    return "asked" if seat in (snapshot.hand.draw_plan or {}).get("rest", ()) else "ask"


def _rated(snapshot: RoomSnapshot) -> list[str]:
    """Return whether a match of those who sit here would be rated, and whether the last was abandoned."""
    reason = _why_unrated(snapshot)
    said = [_(REASONS[reason]) if reason else _("A match here is rated.")]
    if snapshot.match is not None and snapshot.match.abandoned:
        said.append(_("The last match here was abandoned after a week without play. Whoever left has lost it."))
    return said


def _learning(snapshot: RoomSnapshot, seat: int | None) -> dict[str, Any]:
    """Return what a learning table tells a viewer who sits there."""
    if not snapshot.room.is_learning:
        return {}
    if snapshot.folded is None or seat is None:
        return {"learning": True}
    return {"learning": True, "reasons": learning.reasons(snapshot.folded, seat)}


def _takes_back(snapshot: RoomSnapshot, view: View) -> dict[str, Any]:
    """Return how a viewer stands to moves taken back, as fields of ``RoomState``."""
    if not snapshot.going or view.seat is None or snapshot.hand is None:
        return {}
    if consent.to_ask(snapshot.seats, view.seat):
        asks = consent.may_ask(snapshot.hand, snapshot.seats, view) and bool(_why_unrated(snapshot))
        return {"asks_back": asks, "request": take_back.request(snapshot.hand, snapshot.seats, view)}
    if view.seat not in view.to_act:
        return {}
    unrated = not snapshot.room.is_learning and bool(_why_unrated(snapshot))
    return {"takes_back": may_take_back(snapshot.room, snapshot.seats, view, unrated)}


def _claims(snapshot: RoomSnapshot, view: View) -> bool:
    """Say whether a viewer who is to act may claim the rest of the hand."""
    if not snapshot.going or view.seat not in view.to_act or snapshot.hand is None or snapshot.folded is None:
        return False
    return claims.may_claim(snapshot.hand, view, snapshot.folded.game)


def _why_unrated(snapshot: RoomSnapshot) -> str:
    """Return why the match that goes on here is not rated, or one of those who sit here would not be: who has come in
    an AI player's place makes no difference to the one that goes on."""
    room, match = snapshot.room, snapshot.match
    if room.is_learning or (snapshot.going and match is not None and (match.practice or match.unrated)):
        return "practice"
    sitters = {row.number: row.user or row.level for row in snapshot.seats if row.user is not None or row.level}
    if snapshot.going:
        sitters |= snapshot.live.newcomers
    return why_unrated(room.rules, room.resolved(), sitters)


def _is_alone(snapshot: RoomSnapshot) -> bool:
    """Say whether one person sits with AI players, nobody looks on or is to come, and nothing was ever said."""
    people = sum(row.user_id is not None or row.reserved_for_id is not None for row in snapshot.seats)
    return people == 1 and not snapshot.onlookers and not snapshot.heard.messages


def _talk(snapshot: RoomSnapshot, seat: int | None, user: User | None) -> Talk | None:
    """Return the table's talk as one viewer reads it; None where there is none, and where nobody would hear it:
    one person plays against AI players, and nobody looks on."""
    if not snapshot.room.chat or (snapshot.going and _is_alone(snapshot)):
        return None
    quick = seat is not None and sum(row.user_id is not None for row in snapshot.seats) > 1
    if not snapshot.heard.messages:
        return Talk(speaks=seat is not None, quick=quick)
    numbers = {row.user_id: row.number for row in snapshot.seats}
    lines = []
    for message in snapshot.heard.for_reader(user):
        phrase = chat.PHRASES.get(message.phrase)
        text = _(phrase.text) if phrase else message.text
        term = phrase.term if phrase and phrase.term != text else ""
        name, number = readable(message.user.name), numbers.get(message.user_id)
        lines.append(Line(name, number, text, term, message.pk, phrase is not None))
    authors = {message.user_id: readable(message.user.name) for message in snapshot.heard.messages}
    people = {row.user_id: readable(row.user.name) for row in snapshot.seats if row.user is not None} | authors
    others = tuple(
        (pk, name, (user.pk, pk) in snapshot.heard.muted)
        for pk, name in people.items()
        if user is not None and pk is not None and pk != user.pk
    )
    return Talk(tuple(lines), others, seat is not None, quick)


def press_key(hand_id: int, seat: int, seq: int) -> str:
    """Return the one-time key of a seat's press on a picture: the server's own, not guessable,
    and the same however often the picture is drawn."""
    begun = _begun(settings.SECRET_KEY).copy()
    begun.update(f"{hand_id}/{seat}/{seq}".encode())
    return begun.hexdigest()[:32]


@lru_cache(maxsize=2)
def _begun(secret: str) -> hmac.HMAC:
    """Return the code of no text yet. To begin anew costs more, and ``hmac.digest`` lets other threads run."""
    return hmac.new(secret.encode(), digestmod=hashlib.sha256)


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
