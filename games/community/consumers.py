"""The socket of every page, which shows a person's newest notification."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async
from django.template.loader import render_to_string
from django.utils import translation

from games.accounts import notifications
from games.accounts.models import User
from games.accounts.sockets import SIGNED_OUT, PersonalConsumer, language_of
from games.community.listings import news_lines


class NewsConsumer(PersonalConsumer):
    """Sends the newest unread notification to an open page."""

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
        await self.send(text_data=await database_sync_to_async(news)(self.scope["user"], language_of(self.scope)))

    async def stale(self, message: dict[str, Any]) -> None:
        """Send the newest notification after dropped messages."""
        await self.user_news(message)

    async def disconnect(self, code: int) -> None:
        """Leave the groups."""
        if isinstance(self.scope["user"], User):
            await self.channel_layer.group_discard(notifications.news_group(self.scope["user"].pk), self.channel_name)
            await self.leave_session_group()


def news(user: User, language: str) -> str:
    """Return the part of a page that shows the newest unread notification and the number of others."""
    unread = [row for row in notifications.newest(user) if row.read_at is None]
    with translation.override(language):
        line = next(iter(news_lines(unread[:1], user)), None)
        html = render_to_string("friends/_news.html", {"line": line and line | {"more": len(unread) - 1}})
    return f'<hx-partial id="news">{html}</hx-partial>'
