"""Sockets that belong to a person: they end when their session does."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare

from games.accounts.models import User
from games.accounts.notifications import group
from games.foundation.consumers import BaseConsumer

#: Close code of a socket whose session is over: signed out, suspended, password changed.
SIGNED_OUT = 4401


#: What a page that talks is told, once; and the frame at which its line is closed.
ONE_WAY = "This line takes no messages."
MOST_FRAMES = 5


class PersonalConsumer(BaseConsumer):
    """A viewer's socket that looks at its session again when told to, and closes if it is over.

    It brings news and takes none: what is pressed is posted. Nothing that comes is ever parsed.
    """

    frames = 0

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take a frame from the page, which has nothing to say: told so once, then closed."""
        if self.frames >= MOST_FRAMES:
            return  # closed already; what was on its way still comes
        if bytes_data is not None:
            self.frames = MOST_FRAMES
            await self.close(code=1003)
        elif text_data:
            self.frames += 1
            if self.frames == 1:
                await self.send(text_data=ONE_WAY)
            elif self.frames >= MOST_FRAMES:
                await self.close(code=1008)

    async def stay_with_session(self) -> None:
        """Hear from now on of changes of this person's sessions."""
        if isinstance(self.scope["user"], User):
            await self.channel_layer.group_add(group(self.scope["user"].pk), self.channel_name)

    async def leave_session(self) -> None:
        """Hear no more of them."""
        if isinstance(self.scope["user"], User):
            await self.channel_layer.group_discard(group(self.scope["user"].pk), self.channel_name)

    async def user_look(self, message: dict[str, Any]) -> None:
        """Something about this person's sessions has changed."""
        await self.is_still_his()

    async def is_still_his(self) -> bool:
        """Say whether the line's session is still that of its person; where it is not, close the line."""
        key = self.scope["session"].session_key
        if await database_sync_to_async(holds)(key, self.scope["user"].pk):
            return True
        await self.close(code=SIGNED_OUT)
        return False


def holds(session_key: str | None, user_id: int) -> bool:
    """Say whether a session is still that of a person who may be here."""
    return (session_key, user_id) in holding({(session_key, user_id)})


def holding(sessions: Collection[tuple[str | None, int]]) -> set[tuple[str | None, int]]:
    """Return of some sessions, each with whose it was, those that are still that person's, who may be
    here. Unlike Django's own look this one never ends a session, which its request may be writing."""
    people = User.objects.filter(is_active=True).in_bulk({user_id for _key, user_id in sessions})
    keys = {key for key, _user_id in sessions if key}
    kept = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    told = {row.session_key: row.get_decoded() for row in kept}
    return {(key, pk) for key, pk in sessions if pk in people and is_of(told.get(key or "", {}), people[pk])}


def is_of(session: dict[str, Any], user: User) -> bool:
    """Say whether what a session holds is a person's, with the password they have now."""
    if session.get(SESSION_KEY) != str(user.pk):
        return False
    return constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())


def language_of(scope: Any) -> str:
    """Return the viewer's language: his account's, the cookie's, the browser's, or English."""
    chosen = getattr(scope["user"], "language", "") or scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME)
    if chosen in dict(settings.LANGUAGES):
        return str(chosen)
    return language_asked(dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1"))


def language_asked(header: str) -> str:
    """Return the language that a browser asks for in Accept-Language, of those there are."""
    for code, _ in translation.trans_real.parse_accept_lang_header(header):
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
