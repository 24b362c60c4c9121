"""The tables that this process serves: who watches each, and redrawing them when they change.

However many sockets watch a room, one change is one trip to the database thread, which takes
one snapshot and makes each viewer's own picture. A room that changes while it is being drawn
is drawn once more, so a slow moment skips pictures and never queues them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from itertools import count
from typing import Any, TypeVar

from channels.db import database_sync_to_async

from games.foundation.database_hops import in_database_thread
from games.foundation.observability import metrics
from games.matches import live_room
from games.matches.live_room import ROWS
from games.rooms import chat, onlookers
from games.rooms.models import Room
from games.table.drawing import Drawn, carry_out_and_draw, draw, note_undrawn
from games.table.watcher_check import FORBIDDEN, check_watchers
from games.table.watchers import NEVER, Watcher

log = logging.getLogger(__name__)
T = TypeVar("T")
#: Seconds between two checks for lost pushes and expired rights.
CHECK_SECONDS = 1.5
#: Heartbeat sent on every socket every few seconds, whatever the database does. A page that stops hearing it
#: knows that its socket is dead, though nobody closed it (``table.js``). It is empty and swaps nothing.
HEARTBEAT, HEARTBEAT_SECONDS = "{}", 6.0
#: Batches in which sockets get their heartbeat, one after another, so that a press waits for one batch, not for all.
HEARTBEAT_BATCHES = 24
#: Sockets that are checked in one batch, for the same reason; a room is never divided.
SOCKETS_PER_CHECK = 256
#: Seconds a socket may take to accept a message; after that its buffers are full and nobody reads.
SEND_TIMEOUT = 2.0
#: Seconds that the next drawing of a room waits for its sockets to accept this one.
AT_ONCE = 0.1
#: Close code for such a socket; its page reconnects when it can.
TRY_AGAIN_LATER = 1013
#: Sockets one person may have open to one process, and the close code for the oldest.
MOST_SOCKETS, POLICY_VIOLATION = 20, 1008


class Hub:
    """The watchers of one process, by room."""

    def __init__(self) -> None:
        self.rooms: dict[str, set[Watcher]] = {}
        # the same by person
        self._of_people: dict[int, set[Watcher]] = {}
        self._drawing: set[str] = set()
        # the mark of the last change that was drawn, or is being drawn
        self._marks: dict[str, str] = {}
        # the minimum version still to be drawn, and the last one drawn
        self._wanted: dict[str, float] = {}
        self._drawn: dict[str, int] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        # when the first change not yet drawn was reported
        self._reported_at: dict[str, float] = {}
        self._poll: asyncio.Task[None] | None = None
        self._beating: asyncio.Task[None] | None = None
        self._draws: dict[str, asyncio.TimerHandle] = {}
        # who was at each table when it was last drawn, and how many looked on
        self._here: dict[str, tuple[int, ...]] = {}

    async def join(self, watcher: Watcher) -> None:
        """Add a watcher; their first picture is the whole table."""
        self.rooms.setdefault(watcher.code, set()).add(watcher)
        if watcher.user is not None:
            self._of_people.setdefault(watcher.user.pk, set()).add(watcher)
        if self._poll is None or self._poll.done() or self._poll.get_loop() is not asyncio.get_running_loop():
            self._poll = asyncio.create_task(self._check_regularly())
            if self._beating is not None:
                self._beating.cancel()
            self._beating = asyncio.create_task(self._heartbeats())
        try:
            await self.refresh(watcher.code)
        except Exception as fault:
            if not watcher.shown:
                raise
            # Not their picture: somebody else's, or one for a later change. The next check draws it.
            note_undrawn(watcher.code, fault)

    async def make_room_for(self, watcher: Watcher) -> None:
        """Close a person's oldest socket to this process if they have ``MOST_SOCKETS``."""
        if watcher.user is None:
            return
        sockets = self._of_people.get(watcher.user.pk, ())
        if len(sockets) >= MOST_SOCKETS:
            oldest = min(sockets, key=lambda other: other.number)
            self.leave(oldest)
            await self._send(oldest, oldest.end, POLICY_VIOLATION)

    def leave(self, watcher: Watcher) -> None:
        """Forget a watcher."""
        watcher.gone = True
        if watcher.user is not None:
            sockets = self._of_people.get(watcher.user.pk, set())
            sockets.discard(watcher)
            if not sockets:
                self._of_people.pop(watcher.user.pk, None)
        watchers = self.rooms.get(watcher.code, set())
        watchers.discard(watcher)
        if not watchers:
            self.rooms.pop(watcher.code, None)
            self._here.pop(watcher.code, None)
            onlookers.forget(watcher.code)
            self._marks.pop(watcher.code, None)
            self._drawn.pop(watcher.code, None)
            live_room.drop(watcher.code)
            chat.forget(watcher.code)
            if timer := self._draws.pop(watcher.code, None):
                timer.cancel()

    def has_socket_of(self, seat_id: int, code: str) -> bool:
        """Return whether a seat's owner has a page here."""
        return any(watcher.seat_id == seat_id for watcher in self.rooms.get(code, ()))

    async def changed(self, code: str, mark: str, at: float | None = None, version: float | None = None) -> None:
        """Draw a room once for a change, made at time ``at``, that several of its sockets report. ``version``:
        the room's version after the change, if known."""
        if code not in self.rooms:  # the last socket that watched it hears of changes until it has left their group
            return
        if self._marks.get(code) != mark:
            self._marks[code] = mark
            if at is not None:
                self._reported_at.setdefault(code, at)
            await self.refresh(code, ROWS if version is None else version)

    async def refresh(self, code: str, version: float = ROWS) -> None:
        """Send every watcher of a room what has changed for them since their last push, even if the socket that
        asked for it closes meanwhile. ``version``: the minimum to show; it is drawn from memory if this process
        knows it."""
        await asyncio.shield(self._start(self._refresh(code, version)))

    def sockets_of(self, code: str, session: str) -> list[Watcher]:
        """Return the watchers of a session's sockets that are open here and show a room."""
        return [watcher for watcher in self.rooms.get(code, ()) if watcher.session == session and watcher.shown]

    async def press(self, code: str, carry_out: Callable[[], int | None]) -> bool:
        """Carry out a press and push the new room to all watchers, in one trip to the database thread.

        ``carry_out`` returns the room's version after the press, or None if it did nothing. Return
        whether it did something.
        """
        return await asyncio.shield(self._start(self._press(code, carry_out)))

    async def _press(self, code: str, carry_out: Callable[[], int | None]) -> bool:
        if code in self._drawing:  # it is drawn once more when that is done
            version = await in_database_thread(carry_out)
            if version is not None:
                self._start(self._refresh_later(code, version))
            return version is not None
        self._drawing.add(code)
        pressed_at = time.time()
        try:
            done, drawn = await in_database_thread(carry_out_and_draw, code, self._watchers(code), carry_out)
            if drawn is not None:
                await self._send_all(code, drawn, pressed_at)
            elif done:
                self._wanted.setdefault(code, ROWS)
        finally:
            self._drawing.discard(code)
            if code in self._wanted:
                self._start(self._refresh_later(code, 0))
        return done

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start work that runs to completion even if its caller is cancelled."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _refresh(self, code: str, version: float) -> None:
        self._wanted[code] = max(self._wanted.get(code, 0), version)
        if code in self._drawing:
            return
        self._drawing.add(code)
        try:
            while (wanted := self._wanted.pop(code, None)) is not None:
                watchers = self._watchers(code)
                if not watchers or wanted <= self._drawn.get(code, -1):
                    self._reported_at.pop(code, None)
                    continue
                try:
                    drawn = await in_database_thread(draw, code, watchers, wanted)
                except Room.DoesNotExist:  # it has been removed: their pages load anew, and say so
                    for watcher in watchers:
                        await self._revoke(watcher, FORBIDDEN)
                    continue
                except Exception:
                    # nothing was sent: the next check finds all of them behind
                    for watcher in watchers:
                        watcher.picture = watcher.moves = NEVER
                    raise
                await self._send_all(code, drawn)
        finally:
            self._drawing.discard(code)

    def _watchers(self, code: str) -> list[Watcher]:
        """Return the watchers of a room, having noted which of them cannot be drawn for now."""
        watchers = list(self.rooms.get(code, ()))
        for watcher in watchers:
            watcher.behind = watcher.sending.locked()
        return watchers

    async def _send_all(self, code: str, drawn: Drawn, pressed_at: float | None = None) -> None:
        """Send everybody their message, and wait a moment for all to accept it."""
        reported_at = self._reported_at.pop(code, pressed_at)
        if sends := [self._start(self._show(watcher, text)) for watcher, text in drawn.messages]:
            accepted, _slow = await asyncio.wait(sends, timeout=AT_ONCE)
            for send in accepted:
                send.result()
        if reported_at is not None:
            metrics.PUSH.observe(max(0.0, time.time() - reported_at))
        if code in self.rooms:
            self._here[code], self._drawn[code] = drawn.here, drawn.version
        self._follow_the_draw(code, drawn.next_card)

    async def _show(self, watcher: Watcher, text: str) -> None:
        await self._send(watcher, watcher.send, text)
        if not watcher.listens:  # their first picture: their page listens from now on
            watcher.listens = True
            await self._send(watcher, watcher.send, HEARTBEAT)

    async def _send(self, watcher: Watcher, how: Any, what: Any) -> None:
        """Send to one watcher, after what is on its way to them. One who has gone or stopped reading delays others by a
        moment at most (``_send_all``); the room is drawn without them until they have accepted this."""
        try:
            async with asyncio.timeout(SEND_TIMEOUT), watcher.sending:
                await how(what)
        except TimeoutError:
            self.leave(watcher)
            if how is watcher.send and watcher.end is not None:
                # Sent once the socket accepts data again; otherwise its page would wait forever.
                self._start(self._close(watcher))
        # uvicorn's ClientDisconnected is an OSError; it raises RuntimeError for a socket that it closed
        # itself for an oversized frame, before reporting the disconnect.
        except (OSError, RuntimeError):
            self.leave(watcher)
        if watcher.behind and not watcher.gone:
            self._start(self._refresh_later(watcher.code))

    async def _revoke(self, watcher: Watcher, code: int) -> None:
        """Close the socket of a watcher who may not see their room any more."""
        self.leave(watcher)
        await self._send(watcher, watcher.end, code)

    async def _close(self, watcher: Watcher) -> None:
        """Close the socket of a watcher who stopped reading; their page reconnects."""
        with suppress(OSError, RuntimeError):
            await watcher.end(TRY_AGAIN_LATER)

    def _follow_the_draw(self, code: str, seconds: float | None) -> None:
        """While cards are dealt one by one, redraw the room when the next card is due."""
        if timer := self._draws.pop(code, None):
            timer.cancel()
        if seconds is not None and code in self.rooms:
            loop = asyncio.get_running_loop()
            self._draws[code] = loop.call_later(seconds, lambda: self._start(self._refresh_later(code)))

    async def _refresh_later(self, code: str, version: float = ROWS) -> None:
        try:
            await self.refresh(code, version)
        except Exception as fault:  # the next check finds what was not sent
            note_undrawn(code, fault)

    async def _check_regularly(self) -> None:
        checks = 0
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            if self.rooms:
                checks += 1
                await self._check_all(checks)

    async def _check_all(self, checks: int) -> None:
        """Check all rooms once, batch by batch. No reference to a watcher who has gone is kept until the next check."""
        for part in self._parts():
            if not (watching := [watcher for watcher in part if not watcher.gone]):
                continue
            try:
                await self._check(watching, checks)
            except Exception:  # such as a lost database: without this, nothing would be repaired again
                log.exception("a check failed; the next comes")

    def _parts(self) -> list[list[Watcher]]:
        """Return all watchers, room by room, in batches to check at once."""
        parts: list[list[Watcher]] = []
        for watchers in self.rooms.values():
            if not parts or len(parts[-1]) + len(watchers) > SOCKETS_PER_CHECK:
                parts.append([])
            parts[-1] += watchers
        return parts

    async def _heartbeats(self) -> None:
        for turn in count():
            await asyncio.sleep(HEARTBEAT_SECONDS / HEARTBEAT_BATCHES)
            # as a separate task: a socket that is slow to accept its heartbeat does not delay the others'
            self._start(self._send_heartbeats(self._due(turn)))

    def _due(self, turn: int) -> list[Watcher]:
        """Return the watchers who get a heartbeat now: each once in ``HEARTBEAT_BATCHES`` turns, but none
        before their first picture."""
        watching = (watcher for watchers in self.rooms.values() for watcher in watchers)
        return [watcher for watcher in watching if watcher.listens and (watcher.number - turn) % HEARTBEAT_BATCHES == 0]

    async def _send_heartbeats(self, watching: Collection[Watcher]) -> None:
        # a failed heartbeat stops no other
        await asyncio.gather(
            *(self._send(watcher, watcher.send, HEARTBEAT) for watcher in watching), return_exceptions=True
        )

    async def _check(self, watching: Collection[Watcher], checks: int) -> None:
        """Check once and repair what is found."""
        result = await database_sync_to_async(check_watchers)(watching, self._here, checks)
        for watcher, code in result.revoked:
            await self._revoke(watcher, code)
        for room, version in result.outdated:
            if version is not None and self._was_lost(room, version):
                metrics.REPAIRED.inc()
                log.info("room %s: a push was lost; drawing it again", room)
            try:
                await self.refresh(room)
            except Exception as fault:  # one bad room must not stop the others
                note_undrawn(room, fault)

    def _was_lost(self, code: str, version: int) -> bool:
        """Return whether nobody here was sent a version that a check found: it is neither being drawn (such as
        for a new watcher), nor was it drawn while the check ran."""
        return code not in self._drawing and self._drawn.get(code, -1) < version


hub = Hub()
