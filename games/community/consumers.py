"""A person's own line, on every page: what is new comes over it, and nothing goes back."""

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
    """Brings the newest unread notification to whatever page is open."""

    async def connect(self) -> None:
        """Listen, and send what came while no page was open."""
        await self.accept()
        user = self.scope["user"]
        if not isinstance(user, User):
            await self.close(code=SIGNED_OUT)
            return
        await self.stay_with_session()
        await self.channel_layer.group_add(notifications.news_group(user.pk), self.channel_name)
        await self.user_news({})

    async def user_news(self, message: dict[str, Any]) -> None:
        """Something is new, or has been read."""
        if not await self.is_still_his():
            return  # that it is over was told, and lost
        await self.send(text_data=await database_sync_to_async(news)(self.scope["user"], language_of(self.scope)))

    async def stale(self, message: dict[str, Any]) -> None:
        """Messages were dropped: say how things are."""
        await self.user_news(message)

    async def disconnect(self, code: int) -> None:
        """Forget the page."""
        if isinstance(self.scope["user"], User):
            await self.channel_layer.group_discard(notifications.news_group(self.scope["user"].pk), self.channel_name)
            await self.leave_session()


def news(user: User, language: str) -> str:
    """Return the part of a page that says what is new: the newest unread notification, and how many more wait."""
    unread = [row for row in notifications.newest(user) if row.read_at is None]
    with translation.override(language):
        line = next(iter(news_lines(unread[:1], user)), None)
        said = render_to_string("friends/_news.html", {"line": line and line | {"more": len(unread) - 1}})
    return f'<hx-partial id="news">{said}</hx-partial>'
