"""The socket of every page, which shows a person's newest notification and reports that they are here."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from channels.db import database_sync_to_async
from django.db import InterfaceError, OperationalError
from django.template.loader import render_to_string
from django.utils import translation

from games.accounts import notifications
from games.accounts.models import User
from games.accounts.sockets import SIGNED_OUT, PersonalConsumer, language_of
from games.community.listings import news_lines
from games.rooms import wishes

log = logging.getLogger(__name__)
#: Seconds between renewals of the reader's presence by an open page, while they wish to play with people.
STILL_HERE = 10.0


class NewsConsumer(PersonalConsumer):
    """Sends the newest unread notification to an open page, and keeps its reader's wishes to play (``rooms.wishes``)
    while it is open."""

    waiting: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Join the groups and send the newest notification."""
        await self.accept()
        user = self.scope["user"]
        if not isinstance(user, User):
            await self.close(code=SIGNED_OUT)
            return
        await self.join_session_group()
        await self.channel_layer.group_add(notifications.news_group(user.pk), self.channel_name)
        await self.user_news({})

    async def user_news(self, message: dict[str, Any]) -> None:
        """Send the newest notification after a change."""
        if not await self.check_session():
            return  # the session has ended, and the message about it was lost
        text, waits = await database_sync_to_async(news_and_wish)(self.scope["user"], language_of(self.scope))
        await self.send(text_data=text)
        if waits and (self.waiting is None or self.waiting.done()):
            self.waiting = asyncio.create_task(self._wait())

    async def stale(self, message: dict[str, Any]) -> None:
        """Send the newest notification after dropped messages."""
        await self.user_news(message)

    async def _wait(self) -> None:
        """Renew the lease of the reader's wishes until they have none."""
        waits = True
        while waits and not self.closed:
            await asyncio.sleep(STILL_HERE)
            try:
                waits = await database_sync_to_async(wishes.renew)(self.scope["user"].pk)
            except (OperationalError, InterfaceError) as fault:
                log.warning("a wish is not renewed (%s)", type(fault).__name__)

    async def disconnect(self, code: int) -> None:
        """Leave the groups; the reader waiting at this page may have gone."""
        if self.waiting is not None:
            self.waiting.cancel()
            await database_sync_to_async(wishes.page_closed)(self.scope["user"].pk)
        if isinstance(self.scope["user"], User):
            await self.channel_layer.group_discard(notifications.news_group(self.scope["user"].pk), self.channel_name)
            await self.leave_session_group()


def news_and_wish(user: User, language: str) -> tuple[str, bool]:
    """Return ``news``, and whether its reader, who is here, wishes to play with people."""
    return news(user, language), wishes.renew(user.pk)


def news(user: User, language: str) -> str:
    """Return the part of a page that shows the newest unread notification and the number of others."""
    unread = [row for row in notifications.newest(user) if row.read_at is None]
    with translation.override(language):
        line = next(iter(news_lines(unread[:1], user)), None)
        html = render_to_string("friends/_news.html", {"line": line and line | {"more": len(unread) - 1}})
    return f'<hx-partial id="news">{html}</hx-partial>'
