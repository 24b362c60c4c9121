"""Sockets that belong to a session and close when it ends."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from channels.db import database_sync_to_async
from channels.sessions import InstanceSessionWrapper, SessionMiddleware
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare

from games.accounts.models import User
from games.accounts.notifications import group
from games.foundation.consumers import BaseConsumer

#: Close code of a socket whose session has ended (signed out, suspended or password changed).
SIGNED_OUT = 4401


#: The answer to the first frame a page sends, and the number of frames at which its socket is closed.
ONE_WAY = "This line takes no messages."
MOST_FRAMES = 5


class SocketSessions(SessionMiddleware):  # type: ignore[misc]
    """Channels' session middleware for sockets. Channels asks the session at every message whether to save it, but only
    an answer to a request could do so."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        wrapper = InstanceSessionWrapper(scope, send)
        await wrapper.resolve_session()
        await self.inner(wrapper.scope, receive, send)


class PersonalConsumer(BaseConsumer):
    """A one-way socket of a viewer, which closes when its session ends.

    Pages post what people do; frames that arrive here are never parsed.
    """

    frames = 0

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a page's first frame with ``ONE_WAY``; close the socket at frame ``MOST_FRAMES``."""
        if self.closed:
            return  # frames may still arrive
        if bytes_data is not None:
            await self.close(code=1003)
        elif text_data:
            self.frames += 1
            if self.frames == 1:
                await self.send(text_data=ONE_WAY)
            elif self.frames >= MOST_FRAMES:
                await self.close(code=1008)

    async def join_session_group(self) -> None:
        """Join the group that is notified when this person's sessions change."""
        if isinstance(self.scope["user"], User):
            await self.channel_layer.group_add(group(self.scope["user"].pk), self.channel_name)

    async def leave_session_group(self) -> None:
        """Leave the group of ``join_session_group``."""
        if isinstance(self.scope["user"], User):
            await self.channel_layer.group_discard(group(self.scope["user"].pk), self.channel_name)

    async def user_look(self, message: dict[str, Any]) -> None:
        """Handle a change to this person's sessions."""
        await self.check_session()

    async def check_session(self) -> bool:
        """Return whether the session is still valid for its user; close the socket if it is not."""
        key = self.scope["session"].session_key
        if await database_sync_to_async(is_valid_session)(key, self.scope["user"].pk):
            return True
        await self.close(code=SIGNED_OUT)
        return False


def is_valid_session(session_key: str | None, user_id: int) -> bool:
    """Return whether a session is still valid for a user."""
    return (session_key, user_id) in valid_sessions({(session_key, user_id)})


def valid_sessions(sessions: Collection[tuple[str | None, int]]) -> set[tuple[str | None, int]]:
    """Return which of these (session key, user id) pairs are still valid.

    Unlike Django's own check, this one never flushes a session, which a request may be writing.
    """
    people = User.objects.filter(is_active=True).in_bulk({user_id for _key, user_id in sessions})
    keys = {key for key, _user_id in sessions if key}
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    data = {row.session_key: row.get_decoded() for row in rows}
    return {(key, pk) for key, pk in sessions if pk in people and is_of(data.get(key or "", {}), people[pk])}


def is_of(session: dict[str, Any], user: User) -> bool:
    """Return whether session data belongs to a user with their current password."""
    if session.get(SESSION_KEY) != str(user.pk):
        return False
    return constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())


def language_of(scope: Any) -> str:
    """Return the viewer's language: the account's, the cookie's, the browser's, or English."""
    language = getattr(scope["user"], "language", "") or scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME)
    if language in dict(settings.LANGUAGES):
        return str(language)
    return accepted_language(dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1"))


def accepted_language(header: str) -> str:
    """Return the best of the site's languages for an Accept-Language header."""
    for code, _ in translation.trans_real.parse_accept_lang_header(header):
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
