"""The table's socket: it pushes each viewer their own picture and accepts no moves."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async

from games.accounts.sockets import PersonalConsumer, language_of
from games.matches import seating
from games.rooms.events import group
from games.table.hub import hub
from games.table.limits import Guesser, guesser_of
from games.table.watcher_check import close_code_for
from games.table.watchers import Watcher

#: Close codes of a page that is closed, left or reloaded: the first from its script (htmx), the second from the
#: browser itself. A socket that is paused, cut or replaced has another code or none.
GOING_AWAY = frozenset({1000, 1001})


class TableConsumer(PersonalConsumer):
    """One viewer's socket at a table."""

    watcher: Watcher | None = None

    async def connect(self) -> None:
        """Send the whole table; reconnecting needs no more."""
        code = self.scope["url_route"]["kwargs"]["code"]
        await self.accept()
        self.watcher = Watcher(code, self.scope["user"], language_of(self.scope), self.send_text, self.end)
        self.watcher.session = self.scope["session"].session_key
        why_not = await database_sync_to_async(_open)(self.watcher, guesser_of(self.scope))
        if why_not:
            self.watcher = None
            await self.close(code=why_not)
            return
        await hub.make_room_for(self.watcher)
        await self.join_session_group()
        await self.channel_layer.group_add(group(code), self.channel_name)
        await hub.join(self.watcher)

    async def end(self, code: int) -> None:
        """Close the socket: the page reloads after a 44xx code, reconnects after 1013, does neither after 1008."""
        await self.close(code=code)

    async def send_text(self, text: str) -> None:
        """Send one message to the page."""
        await self.base_send({"type": "websocket.send", "text": text})

    async def room_changed(self, message: dict[str, Any]) -> None:
        """Draw the newer picture."""
        await hub.changed(message["code"], message["mark"], message.get("at"), message.get("version"))

    async def stale(self, message: dict[str, Any]) -> None:
        """Redraw the room: messages were dropped because this socket was slow."""
        if self.watcher is not None:
            await hub.refresh(self.watcher.code)

    async def disconnect(self, code: int) -> None:
        """Forget the viewer. Whoever has a seat counts as present for a while after their last socket has closed
        (``watcher_check`` renews that while one is open), unless their browser closed their last page of it: that says
        goodbye."""
        if self.watcher is not None:
            hub.leave(self.watcher)
            seat_id = self.watcher.seat_id
            if code in GOING_AWAY and seat_id is not None and not hub.has_socket_of(seat_id, self.watcher.code):
                await database_sync_to_async(seating.goodbye)(seat_id)
            await self.channel_layer.group_discard(group(self.watcher.code), self.channel_name)
            await self.leave_session_group()
            self.watcher = None  # they refer to each other, which would keep everything the socket held


def _open(watcher: Watcher, who: Guesser) -> int:
    """Return the code with which to close a socket at once, or 0 after marking the viewer as back."""
    why_not = close_code_for(watcher, who)
    if not why_not and watcher.user is not None:
        seating.came_back(watcher.code, watcher.user)
    return why_not
