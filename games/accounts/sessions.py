"""Django's database sessions and allauth's backend, with compiled queries for what every request reads."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.accounts.models import User
from games.foundation.compiled_queries import CompiledQuery

_session = CompiledQuery(lambda key: Session.objects.filter(session_key=key), "<key>").one
_user = CompiledQuery(lambda pk: User.objects.filter(pk=pk), -1).one


class SessionStore(db.SessionStore):
    """Django's database sessions."""

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
