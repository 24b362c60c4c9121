"""Django's database sessions and allauth's backend, with compiled queries for what every request reads."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.core import signing
from django.utils import timezone

from games.accounts.models import User
from games.foundation.compiled_queries import CompiledQuery

_session = CompiledQuery(lambda key: Session.objects.filter(session_key=key), "<key>").one
_user = CompiledQuery(lambda pk: User.objects.filter(pk=pk), -1).one


class _Raw:
    """A serializer that leaves what was signed as it is."""

    @staticmethod
    def loads(data: bytes) -> bytes:
        return data


@lru_cache(maxsize=4096)
def _verified(stored: str, salt: str, _keys: tuple[str, ...]) -> bytes:
    """Return what a stored session holds, serialized. Raise ``BadSignature`` if it was not signed here."""
    content: bytes = signing.loads(stored, salt=salt, serializer=_Raw)
    return content


class SessionStore(db.SessionStore):
    """Django's database sessions; the signature of a stored session is verified once in a process."""

    def _validate_session_key(self, key: str | None) -> bool:
        """Return whether a cookie's text may be a key; PostgreSQL cannot look for every text."""
        return bool(super()._validate_session_key(key)) and str(key).isascii() and str(key).isalnum()

    def decode(self, session_data: str) -> dict[str, Any]:
        """Return the values of a stored session, as Django does."""
        keys = settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS
        try:
            values: dict[str, Any] = self.serializer().loads(_verified(session_data, self.key_salt, keys))
        except Exception:  # Django logs a bad signature, and returns an empty session for whatever cannot be read
            return super().decode(session_data)
        return values

    def _get_session_from_db(self) -> Session | None:
        session = _session(self.session_key) if self.session_key else None
        if session is not None and session.expire_date > timezone.now():
            return session
        self._session_key = None
        return None


class Backend(AuthenticationBackend):  # type: ignore[misc]
    """allauth's authentication backend."""

    def get_user(self, user_id: str | int) -> User | None:
        """Return the user of a session, unless they may not sign in."""
        user = _user(int(user_id))
        return user if user is not None and self.user_can_authenticate(user) else None
