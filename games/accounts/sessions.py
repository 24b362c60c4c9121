"""Sessions in the database, as Django keeps them; read with a statement, for every request does."""

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
    """Django's sessions in the database."""

    def _get_session_from_db(self) -> Session | None:
        found = _session(self.session_key) if self.session_key else None
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None


class Backend(AuthenticationBackend):  # type: ignore[misc]
    """allauth's signing in; who a session belongs to is asked at every request."""

    def get_user(self, user_id: str | int) -> User | None:
        """Return the user of a session, unless he may not sign in."""
        user = _user(int(user_id))
        return user if user is not None and self.user_can_authenticate(user) else None
