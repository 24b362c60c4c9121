"""The line of somebody who follows a hand that is shown: steps come over it, nothing goes back."""

from __future__ import annotations

import asyncio
import logging
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.http import Http404

from games.accounts.models import User
from games.accounts.sockets import PersonalConsumer, language_of
from games.replays.live_sharing import Shown, group, shown_to

log = logging.getLogger(__name__)
#: The close code of a line with nothing to see.
UNKNOWN = 4404
#: Seconds between two looks for pushes that were lost and rights that have ended.
POLL = 5.0


class FollowConsumer(PersonalConsumer):
    """Shows one page the step of its leader."""

    had: Shown | None = None
    _poll: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Send where the leader is: that is all of coming back."""
        await self.accept()
        self.showing = self.scope["url_route"]["kwargs"]["showing"]
        await self.stay_with_session()
        await self.channel_layer.group_add(group(self.showing), self.channel_name)
        if await self.look():
            self._poll = asyncio.create_task(self._keep_looking())

    async def look(self) -> bool:
        """Send the leader's step where it is another; close the line of who may not see it."""
        arguments = self.scope["url_route"]["kwargs"]
        user = self.scope["user"] if isinstance(self.scope["user"], User) else None
        key = parse_qs(self.scope["query_string"].decode("latin-1")).get("key", [""])[0]
        had = self.had.mark if self.had else None
        try:
            shown = await database_sync_to_async(shown_to)(
                user, arguments["pk"], self.showing, key, language_of(self.scope), had
            )
        except Http404:
            await self.close(code=UNKNOWN)
            return False
        if shown is not None:
            self.had = shown
            await self.send(text_data=shown.text)
        return True

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            try:
                if not await self.look():
                    return
            except Exception:  # the database is away, say: the right to look may end meanwhile
                log.exception("a look at a hand shown failed; the next comes")

    async def showing_moved(self, message: dict[str, Any]) -> None:
        """The leader has gone on, or somebody's right has ended."""
        await self.look()

    async def stale(self, message: dict[str, Any]) -> None:
        """Messages were dropped: look how things are."""
        await self.look()

    async def disconnect(self, code: int) -> None:
        """Forget the page."""
        if self._poll is not None:
            self._poll.cancel()
        await self.channel_layer.group_discard(group(self.showing), self.channel_name)
        await self.leave_session()
