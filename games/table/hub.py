"""The tables that this process serves: who watches, and drawing them again when they change.

However many sockets watch a room, one change is one trip to the database thread: the room is
snapshot once and each viewer's own picture is made there. A room that changes while it is
being drawn is drawn once more, so a slow moment skips pictures and never queues them.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import Collection, Coroutine, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db.models import BooleanField, ExpressionWrapper
from django.utils import timezone, translation

from games.accounts.models import User
from games.accounts.sockets import SIGNED_OUT, valid_sessions
from games.foundation.observability import metrics
from games.matches import clock, seating
from games.rooms import onlookers, presence
from games.rooms.access import AccessLists, access_lists, may_come
from games.rooms.models import Room, Seat
from games.table import fragments, limits
from games.table.scene_builder import load_snapshot, scene

log = logging.getLogger(__name__)
#: Seconds between two looks for pushes that were lost and rights that have ended.
POLL = 1.5
#: Looks after which the leases of those who are here are renewed, and their sessions looked at.
RENEW_EVERY = 8
#: What every line is told every few seconds, whatever the database does: a page that hears nothing knows
#: then that its line is cut, though nobody has closed it (``table.js``). It says nothing, and swaps nothing.
BEAT, BEAT_SECONDS = "{}", 6.0
#: Close codes: there is no such room for this viewer; it is no longer his to see.
UNKNOWN, FORBIDDEN = 4404, 4403
#: Seconds a line may take to take a message: its buffers are full, and nobody reads at the other end.
PATIENCE = 2.0
#: The code at which the page of such a line comes back, when it can.
LATER = 1013
#: Lines one person may have open to one process, and the code that closes the oldest.
MOST_LINES, TOO_MANY = 20, 1008
#: The picture of who has been sent none: so far behind the first that he is sent every part of it.
NEVER = -2000
_numbers = itertools.count()


class Watcher:
    """One socket's picture: who looks at which room in which language, and what was sent."""

    __slots__ = (
        *("code", "end", "gone", "language", "moves", "number", "picture", "seat_id", "send", "session", "shown"),
        "user",
    )

    def __init__(self, code: str, user: User | AnonymousUser, language: str, send: Any, end: Any = None) -> None:
        self.code = code
        self.user = user if isinstance(user, User) else None
        self.language = language
        self.send = send
        self.end = end
        self.number = next(_numbers)
        # the viewer's seat when he was last drawn
        self.seat_id: int | None = None
        self.shown: dict[str, int] = {}
        # hung up: a look that began before counts him no more
        self.gone = False
        # the key of the session that the line was opened with
        self.session: str | None = None
        self.picture = self.moves = NEVER


class Hub:
    """The watchers of one process, by room."""

    def __init__(self) -> None:
        self.rooms: dict[str, set[Watcher]] = {}
        self._drawing: set[str] = set()
        # the mark of the last change that was drawn, or is being drawn
        self._marks: dict[str, str] = {}
        self._again: set[str] = set()
        self._under_way: set[asyncio.Task[None]] = set()
        # when the first change was told of that has not been drawn
        self._told: dict[str, float] = {}
        self._poll: asyncio.Task[None] | None = None
        self._beating: asyncio.Task[None] | None = None
        self._draws: dict[str, asyncio.TimerHandle] = {}
        # who was at each table when it was last drawn, and how many looked on
        self._here: dict[str, tuple[int, ...]] = {}

    async def join(self, watcher: Watcher) -> None:
        """Add a watcher; his first picture is the whole table."""
        self.rooms.setdefault(watcher.code, set()).add(watcher)
        if self._poll is None or self._poll.done() or self._poll.get_loop() is not asyncio.get_running_loop():
            self._poll = asyncio.create_task(self._look_for_lost_pushes())
            if self._beating is not None:
                self._beating.cancel()
            self._beating = asyncio.create_task(self._beat())
        await self.refresh(watcher.code)
        if watcher.shown:
            await self._send(watcher, watcher.send, BEAT)  # its page listens from now on

    async def make_room_for(self, watcher: Watcher) -> None:
        """Close a person's oldest line here where he has as many as anybody needs."""
        if watcher.user is None:
            return
        his = [other for watchers in self.rooms.values() for other in watchers if other.user == watcher.user]
        if len(his) >= MOST_LINES:
            oldest = min(his, key=lambda other: other.number)
            self.leave(oldest)
            await self._send(oldest, oldest.end, TOO_MANY)

    def leave(self, watcher: Watcher) -> None:
        """Forget a watcher."""
        watcher.gone = True
        watchers = self.rooms.get(watcher.code, set())
        watchers.discard(watcher)
        if not watchers:
            self.rooms.pop(watcher.code, None)
            self._here.pop(watcher.code, None)
            onlookers.forget(watcher.code)
            self._marks.pop(watcher.code, None)
            if timer := self._draws.pop(watcher.code, None):
                timer.cancel()

    def has_line_of(self, seat_id: int, code: str) -> bool:
        """Say whether a page of a seat's owner is open here."""
        return any(watcher.seat_id == seat_id for watcher in self.rooms.get(code, ()))

    async def changed(self, code: str, mark: str, at: float | None = None) -> None:
        """Draw a room for a change, made ``at`` a time, that several of its sockets hear of: once."""
        if self._marks.get(code) != mark:
            self._marks[code] = mark
            if at is not None:
                self._told.setdefault(code, at)
            await self.refresh(code)

    async def refresh(self, code: str) -> None:
        """Send every watcher of a room what has changed for him since he was last sent: all of them,
        though the line that asks for it may be closed meanwhile."""
        await asyncio.shield(self._begun(self._refresh(code)))

    def _begun(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin something that is done to its end whatever becomes of whoever asked for it."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def _refresh(self, code: str) -> None:
        if code in self._drawing:
            self._again.add(code)
            return
        self._drawing.add(code)
        try:
            while True:
                self._again.discard(code)
                told = self._told.pop(code, None)
                watchers = list(self.rooms.get(code, ()))
                if watchers:
                    try:
                        drawn = await database_sync_to_async(draw)(code, watchers)
                    except Exception:
                        # nobody was sent what was drawn: the next look finds all of them behind
                        for watcher in watchers:
                            watcher.picture = watcher.moves = NEVER
                        raise
                    for watcher, text in drawn.messages:
                        await self._send(watcher, watcher.send, text)
                    if told is not None:
                        metrics.PUSH.observe(max(0.0, time.time() - told))
                    self._here[code] = drawn.here
                    self._follow_the_draw(code, drawn.next_card)
                if code not in self._again:
                    return
        finally:
            self._drawing.discard(code)

    async def _send(self, watcher: Watcher, how: Any, what: Any) -> None:
        """Send to one watcher; one who has gone, or who reads nothing, keeps nobody else waiting."""
        try:
            async with asyncio.timeout(PATIENCE):
                await how(what)
        except TimeoutError:
            self.leave(watcher)
            if how is watcher.send and watcher.end is not None:
                # It goes out when the line takes anything again: else its page would wait for ever.
                self._begun(self._ended(watcher))
        # uvicorn's ClientDisconnected is an OSError; it says RuntimeError of a line that it has closed
        # itself, for a frame too large, and that has not been told of yet.
        except (OSError, RuntimeError):
            self.leave(watcher)

    async def _ended(self, watcher: Watcher) -> None:
        """End the line of one who read nothing, so that his page comes back."""
        with suppress(OSError, RuntimeError):
            await watcher.end(LATER)

    def _follow_the_draw(self, code: str, seconds: float | None) -> None:
        """While cards are dealt one by one, draw the room again when the next card comes."""
        if timer := self._draws.pop(code, None):
            timer.cancel()
        if seconds is not None and code in self.rooms:
            loop = asyncio.get_running_loop()
            self._draws[code] = loop.call_later(seconds, lambda: loop.create_task(self.refresh(code)))

    async def _look_for_lost_pushes(self) -> None:
        looks = 0
        while True:
            await asyncio.sleep(POLL)
            watching = [watcher for watchers in self.rooms.values() for watcher in watchers]
            if not watching:
                continue
            looks += 1
            try:
                await self._look(watching, looks)
            except Exception:  # the database is away, say: who looked no more would repair nothing ever
                log.exception("a look round failed; the next comes")

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            drawn = [watcher for watchers in self.rooms.values() for watcher in watchers if watcher.shown]
            beats = (self._send(watcher, watcher.send, BEAT) for watcher in drawn)
            # whatever becomes of one, the others are told, and again next time
            await asyncio.gather(*beats, return_exceptions=True)

    async def _look(self, watching: Collection[Watcher], looks: int) -> None:
        """Look round once, and mend what is found."""
        look = await database_sync_to_async(look_round)(watching, self._here, looks)
        for watcher, code in look.ended:
            self.leave(watcher)
            await self._send(watcher, watcher.end, code)
        for room in look.behind:
            try:
                await self.refresh(room)
            except Exception:  # one room that cannot be drawn keeps no other from it
                log.exception("room %s: a look round could not draw it", room)


@dataclass(frozen=True, slots=True)
class Look:
    """What a look round finds: rooms to be drawn again, watchers who may see theirs no more."""

    behind: list[str]
    ended: list[tuple[Watcher, int]]


@dataclass(frozen=True, slots=True)
class Drawn:
    """One drawing of a room: what to send to whom, who is there by seat and how many look on, and
    the seconds until a live draw's next card, if one runs."""

    messages: list[tuple[Watcher, str]]
    here: tuple[int, ...]
    next_card: float | None


def look_round(watching: Collection[Watcher], shown_here: Mapping[str, tuple[int, ...]], looks: int) -> Look:
    """Look once for all watchers of this process: whose lease is renewed, whose right has ended,
    which rooms are not as they were drawn. ``looks``: how many there were, this one among them."""
    if looks % RENEW_EVERY == 1:
        _renew([watcher.seat_id for watcher in watching if watcher.seat_id is not None])
    codes = {watcher.code for watcher in watching}
    versions = dict(Room.objects.filter(code__in=codes).values_list("code", "version"))
    shown: dict[str, int] = {}
    for watcher in watching:
        shown[watcher.code] = max(watcher.picture, shown.get(watcher.code, -1))
    onlookers.note(_looking_on(watching))
    outside = onlookers.count_onlookers(versions)
    seated, here = _seats(codes)
    behind = []
    for code, version in versions.items():
        now_here = (*here.get(code, ()), outside[code])
        if version > shown[code] // 1000:
            metrics.REPAIRED.inc()
            log.info("room %s: a push was lost; drawing it again", code)
            behind.append(code)
        elif now_here != shown_here.get(code, now_here):
            behind.append(code)
    # Reading a session is dear: each has its turn within a round of renewals.
    turn = [watcher for watcher in watching if (watcher.number - looks) % RENEW_EVERY == 0]
    return Look(behind, _ended(watching, versions, seated) + _signed_out(turn))


def _renew(owned: Collection[int]) -> None:
    """Renew the leases of seats; where somebody was away for long, his page having slept, and all had
    left his table meanwhile, it goes on."""
    back = presence.lapsed(owned)
    presence.renew(owned)
    for room in seating.left(back) if back else []:
        try:
            seating.resume(room)
        except Exception as fault:  # one table that cannot go on keeps no other from it
            log.error("room %s cannot go on (%s)", room.code, type(fault).__name__)


def _seats(codes: Collection[str]) -> tuple[set[tuple[str, int]], dict[str, list[bool]]]:
    """Return (code, person) of all who sit in rooms, and by room who is here. Rows and not models:
    a process looks at its thousand tables every second and a half."""
    here = ExpressionWrapper(presence.here_at(timezone.now()), BooleanField())
    rows = Seat.objects.filter(room__code__in=codes).order_by("number")
    seated, present = set(), dict[str, list[bool]]()
    for code, user, is_here in rows.annotate(here=here).values_list("room__code", "user_id", "here"):
        present.setdefault(code, []).append(is_here)
        if user is not None:
            seated.add((code, user))
    return seated, present


def _looking_on(watching: Iterable[Watcher]) -> dict[str, int]:
    """Return how many without a seat watch each room here; a person in two tabs is one."""
    people: dict[str, set[tuple[str, int]]] = {}
    for watcher in watching:
        one = ("", watcher.number) if watcher.user is None else ("user", watcher.user.pk)
        people.setdefault(watcher.code, set()).update([one] if watcher.seat_id is None and not watcher.gone else [])
    return {code: len(ones) for code, ones in people.items()}


def _ended(
    watching: Collection[Watcher], there: Collection[str], seated: Collection[tuple[str, int]]
) -> list[tuple[Watcher, int]]:
    """Return who may no longer see the room he watches: whoever sits there may."""
    people = {watcher.user.pk for watcher in watching if watcher.user is not None}
    active = set(User.objects.filter(pk__in=people, is_active=True).values_list("pk", flat=True))
    outside = [one for one in watching if one.user is None or (one.code, one.user.pk) not in seated]
    rooms = Room.objects.filter(code__in={one.code for one in outside})
    found = {room.code: room for room in rooms.prefetch_related("seats")} if outside else {}
    doors = access_lists({one.user.pk for one in outside if one.user})
    strangers = {one for one in outside if not _may_stay(one, found.get(one.code), doors)}
    return [
        (watcher, FORBIDDEN)
        for watcher in watching
        if watcher in strangers
        or watcher.code not in there
        or (watcher.user is not None and watcher.user.pk not in active)
    ]


def _signed_out(watching: Collection[Watcher]) -> list[tuple[Watcher, int]]:
    """Return whose session is over, though his line was not told of it."""
    own = {watcher: (watcher.session, watcher.user.pk) for watcher in watching if watcher.session and watcher.user}
    held = valid_sessions(set(own.values()))
    return [(watcher, SIGNED_OUT) for watcher, session in own.items() if session not in held]


def _may_stay(watcher: Watcher, room: Room | None, doors: AccessLists) -> bool:
    return room is not None and may_come(room, list(room.seats.all()), watcher.user, doors)


def closing(watcher: Watcher, who: limits.Guesser) -> int:
    """Return the code with which a viewer's line is closed at once, or 0 where they may watch. Codes that
    are no table's are counted, and many of them close other tables too, as for a page."""
    room = Room.objects.filter(code=watcher.code).first()
    seats = list(room.seats.all()) if room is not None else []
    if watcher.user is not None and any(watcher.user.pk in (seat.user_id, seat.reserved_for_id) for seat in seats):
        return 0
    if limits.guessing(who):
        return UNKNOWN
    if room is None or not may_come(room, seats, watcher.user):
        limits.count_wrong(who)
        return UNKNOWN
    return 0


def draw(code: str, watchers: Collection[Watcher]) -> Drawn:
    """Draw a room for its watchers, each in his language, as far as it has changed for him."""
    snapshot = load_snapshot(code)
    for watcher in watchers:
        row = snapshot.row_of(watcher.user)
        watcher.seat_id = row.pk if row is not None else None
    onlookers.note({code: 0} | _looking_on(watchers))
    snapshot = replace(snapshot, onlookers=onlookers.count_onlookers([code])[code])
    messages = []
    for watcher in watchers:
        with translation.override(watcher.language):
            parts = fragments.parts(scene(snapshot, watcher.user))
        if snapshot.picture // 1000 - watcher.picture // 1000 > 1 or snapshot.moves - watcher.moves > 1:
            # Pictures were skipped, or moves, for a picture may be newer than its number says. His own
            # press was answered with one of them, so that his page may show a part of it which is now
            # again as it was last pushed.
            watcher.shown = {}
        changed = {name: part for name, part in parts.items() if watcher.shown.get(name) != hash(part)}
        watcher.shown = {name: hash(part) for name, part in parts.items()}
        watcher.picture, watcher.moves = snapshot.picture, snapshot.moves
        if changed:
            messages.append((watcher, fragments.push(changed)))
    return Drawn(
        messages, (*snapshot.here(), snapshot.onlookers), _next_card(snapshot.hand, snapshot.folded, snapshot.at)
    )


def _next_card(hand: Any, folded: Any, now: datetime) -> float | None:
    if hand is None or folded is None or hand.drawn_at is None:
        return None
    passed = (now - hand.drawn_at).total_seconds()
    pace = clock.card_seconds(hand.match.room)
    count = int(passed / pace) + 1
    if count >= folded.drawing:
        return None
    return count * pace - passed + 0.005


hub = Hub()
