"""The socket of a page that follows the live sharing of a replay."""

from __future__ import annotations

import asyncio
import logging
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.http import Http404

from games.accounts.models import User
from games.accounts.sockets import PersonalConsumer, language_of
from games.replays.live_sharing import Frame, frame_for, group

log = logging.getLogger(__name__)
#: Close code of a socket whose viewer may not see the hand.
NOT_FOUND = 4404
#: Seconds between checks for lost pushes and ended rights.
POLL = 5.0


class FollowConsumer(PersonalConsumer):
    """Sends a page the current step of its leader."""

    sent: Frame | None = None
    _poll: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Join the groups and send the leader's step, which is all that a reconnecting page needs."""
        await self.accept()
        self.showing = self.scope["url_route"]["kwargs"]["showing"]
        await self.join_session_group()
        await self.channel_layer.group_add(group(self.showing), self.channel_name)
        if await self.update():
            self._poll = asyncio.create_task(self._keep_polling())

    async def update(self) -> bool:
        """Send the leader's step if it has changed; if the viewer may not see it, close the socket and return False."""
        arguments = self.scope["url_route"]["kwargs"]
        user = self.scope["user"] if isinstance(self.scope["user"], User) else None
        key = parse_qs(self.scope["query_string"].decode("latin-1")).get("key", [""])[0]
        mark = self.sent.mark if self.sent else None
        try:
            frame = await database_sync_to_async(frame_for)(
                user, arguments["pk"], self.showing, key, language_of(self.scope), mark
            )
        except Http404:
            await self.close(code=NOT_FOUND)
            return False
        if frame is not None:
            self.sent = frame
            await self.send(text_data=frame.text)
        return True

    async def _keep_polling(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            try:
                if isinstance(self.scope["user"], User) and not await self.check_session():
                    return
                if not await self.update():
                    return
            except Exception:  # such as an unreachable database: keep polling, because rights may end
                log.exception("a look at a hand shown failed; the next comes")

    async def showing_moved(self, message: dict[str, Any]) -> None:
        """Update after a change of the leader's step or of rights."""
        await self.update()

    async def stale(self, message: dict[str, Any]) -> None:
        """Update after dropped messages."""
        await self.update()

    async def disconnect(self, code: int) -> None:
        """Stop polling and leave the groups."""
        if self._poll is not None:
            self._poll.cancel()
        await self.channel_layer.group_discard(group(self.showing), self.channel_name)
        await self.leave_session_group()
