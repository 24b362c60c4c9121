"""Building a scene from a snapshot: the one place that decides what a viewer knows."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django.conf import settings

from games.accounts.models import User
from games.accounts.names import readable
from games.matches import clock
from games.matches.claim_state import claim_of, holds_play
from games.matches.fold import Folded
from games.matches.models import Hand
from games.matches.rest_claims import may_refuse
from games.rooms import chat
from games.rooms.access import may_watch
from games.rooms.models import Room, Seat
from games.rules.core import View
from games.rules.proof import commitment
from games.table import learning, rest_claims
from games.table.cached_gettext import get_language
from games.table.cached_gettext import gettext as _
from games.table.room_state import room_state
from games.table.scene import Clock, Hint, Line, Public, RefusedPress, Scene, Sitter, Talk
from games.table.sentences import AI_NAMES
from games.table.snapshot import InCommon, RoomSnapshot, once, options_of, who_is_here


def scene(
    snapshot: RoomSnapshot, user: User | None, refused: RefusedPress | None = None, hint: Hint | None = None
) -> Scene:
    """Return one viewer's scene."""
    room, hand, folded = snapshot.room, snapshot.hand, snapshot.folded
    seat = snapshot.seat_of(user)
    basis: dict[str, Any] = {
        "seat": seat,
        "talk": _talk(snapshot, seat, user),
        "refused": refused,
        "hint": hint,
        # from the seat's row, because a socket's user is as old as the socket
        "prefs": snapshot.seats[seat].user.prefs if seat is not None else {},
    }
    of_room, of_hand = _in_common(snapshot)
    if hand is None or folded is None or room.waiting or not may_watch(room, seat):
        return Scene(**of_room, **basis, room_state=room_state(snapshot, seat, user))
    # an owner who came after the hand sees what an onlooker sees: its cards were somebody else's
    knows = None if seat in snapshot.came_after else seat
    view = folded.view(knows, snapshot.dealt) if knows is not None else once(snapshot, seen_by_all)
    claim = claim_of(hand)
    deciders = may_refuse(claim, snapshot.live.by_number(), folded) if claim is not None else set()
    built = Scene(
        **of_room,
        **of_hand,
        **basis,
        room_state=room_state(snapshot, seat, user, view),
        view=view,
        replayed=seat not in snapshot.came_after,
        claim=rest_claims.shown(claim, folded, deciders, seat, snapshot.at),
        key=press_key(hand.pk, seat, folded.seq) if seat is not None else "",
        moves=folded.game.moves(view) if seat is not None and seat in folded.state.to_act else (),
        open=learning.open_hands(room, snapshot.seats, folded, seat, snapshot.dealt),
    )
    hint = learning.learning_hint(built)
    return built if hint is None else replace(built, learning_hint=hint)


def seen_by_all(snapshot: RoomSnapshot) -> View:
    """Return the view of a room's hand without a seat: what is open to all."""
    assert snapshot.folded is not None
    view: View = snapshot.folded.view(None, snapshot.dealt)
    return view


def _in_common(snapshot: RoomSnapshot) -> InCommon:
    """Return what the scenes of all viewers with one language have in common: fields of the room, and fields of
    its hand for those who may watch. Nothing depends on the viewer."""
    language = get_language()
    if language not in snapshot.common:
        snapshot.common[language] = _of_room(snapshot), _of_hand(snapshot)
    return snapshot.common[language]


def _of_room(snapshot: RoomSnapshot) -> dict[str, Any]:
    room, here = snapshot.room, once(snapshot, who_is_here)
    return {
        "code": room.code,
        "name": room.called,
        "game": room.rules,
        "options": once(snapshot, options_of),
        "picture": snapshot.picture,
        "sitters": tuple([_sitter(row, here[row.number], room) for row in snapshot.seats]),
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
        "one_hand": snapshot.room.sealed,
        "commitment": commitment(bytes(hand.salt), hand.deck),
        "seq": folded.seq,
        "standing": snapshot.standing,
        "played": snapshot.played,
        "ready": tuple(hand.ready),
        "explanation": folded.game.explain(folded.state) if over else None,
        "dealt": snapshot.dealt,
        "public": once(snapshot, _public),
        "clock": _clock(snapshot, hand, folded),
        "next_in": _next_in(snapshot, hand) if over else None,
    }


def _public(snapshot: RoomSnapshot) -> Public:
    return Public(once(snapshot, seen_by_all))


def _clock(snapshot: RoomSnapshot, hand: Hand, folded: Folded) -> Clock | None:
    """Return the clock of the people to act."""
    ends = None if holds_play(hand, folded) else clock.deadline(hand)
    if ends is None or not clock.people_to_act(folded, {seat.number: seat for seat in snapshot.seats}):
        return None
    return Clock(round(max(0.0, (ends - snapshot.at).total_seconds()), 1), float(snapshot.room.clock))


def _next_in(snapshot: RoomSnapshot, hand: Hand) -> float | None:
    """Return the seconds until the next hand is dealt even if not everybody asks for it."""
    if hand.scored_at is None or hand.due_at is None:
        return None
    return round(max(0.0, (hand.due_at - snapshot.at).total_seconds()), 1)


def _sitting(snapshot: RoomSnapshot) -> int:
    """Return how many people sit at the table."""
    return sum([row.user_id is not None for row in snapshot.seats])


def _is_alone(snapshot: RoomSnapshot) -> bool:
    """Return whether one person sits with AI players, with no onlooker, newcomer or chat message."""
    people = sum([row.user_id is not None or row.reserved_for_id is not None for row in snapshot.seats])
    return people == 1 and not snapshot.onlookers and not snapshot.heard.messages


def _talk(snapshot: RoomSnapshot, seat: int | None, user: User | None) -> Talk | None:
    """Return the table's chat as one viewer reads it; None if it is off, or if nobody would read it because one
    person plays AI players without onlookers."""
    is_playing = snapshot.match is not None and not snapshot.room.waiting  # or has just ended a match
    if not snapshot.room.chat or (is_playing and once(snapshot, _is_alone)):
        return None
    quick = seat is not None and once(snapshot, _sitting) > 1
    if not snapshot.heard.messages:
        return Talk(speaks=seat is not None, quick=quick)
    numbers, names = {row.user_id: row.number for row in snapshot.seats}, snapshot.heard.names
    lines = []
    for message in snapshot.heard.for_reader(user):
        phrase = chat.PHRASES.get(message.phrase)
        text = _(phrase.text) if phrase else message.text
        term = phrase.term if phrase and phrase.term != text else ""
        name, number = readable(names[message.user_id]), numbers.get(message.user_id)
        lines.append(Line(name, number, text, term, message.pk, phrase is not None))
    muted = snapshot.heard.muted_by(user)
    people = dict.fromkeys([row.user_id for row in snapshot.seats if row.user_id is not None])
    people |= dict.fromkeys([message.user_id for message in snapshot.heard.messages])
    others = tuple((pk, readable(names[pk]), pk in muted) for pk in people if user is not None and pk != user.pk)
    return Talk(tuple(lines), others, seat is not None, quick)


def press_key(hand_id: int, seat: int, seq: int) -> str:
    """Return the one-time key for a seat's press on a picture: made by the server, not guessable,
    and the same each time the picture is drawn."""
    mac = _empty_hmac(settings.SECRET_KEY).copy()
    mac.update(f"{hand_id}/{seat}/{seq}".encode())
    return mac.hexdigest()[:32]


@lru_cache(maxsize=2)
def _empty_hmac(secret: str) -> hmac.HMAC:
    """Return an empty HMAC to copy: a new one costs more, and ``hmac.digest`` lets other threads run."""
    return hmac.new(secret.encode(), digestmod=hashlib.sha256)


def _sitter(row: Seat, here: bool, room: Room) -> Sitter:
    if row.level:
        newcomer = readable(row.reserved_for.name) if row.reserved_for is not None else ""
        return Sitter(row.number, ai_name(row.number), row.level, newcomer=newcomer, person=row.reserved_for_id)
    if row.user is None:
        return Sitter(row.number)
    return Sitter(
        row.number,
        readable(row.user.name),
        here=here,
        autoplay=row.autoplay,
        host=room.host_id == row.user_id,
        person=row.user_id,
    )


def ai_name(seat: int) -> str:
    """Return the name of the AI player on a seat; the caller translates it for the reader."""
    return AI_NAMES[seat]
