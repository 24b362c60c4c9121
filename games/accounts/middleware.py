"""Middleware about the viewer: caches, language, presence, rate limits and guests."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.contrib.auth.middleware import get_user
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers
from django.utils.functional import SimpleLazyObject

from games.accounts import notifications, services
from games.accounts.models import User
from games.accounts.views import rate_limited
from games.foundation.rate_limit import RateLimited

log = logging.getLogger(__name__)
Handler = Callable[[HttpRequest], HttpResponse]
#: Account pages that guests may visit too.
FOR_EVERYBODY = frozenset(
    {
        "account_login",
        "account_signup",
        "account_inactive",
        "account_email_verification_sent",
        "account_confirm_email",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key",
        "account_reset_password_from_key_done",
        "mfa_login_webauthn",
        "mfa_authenticate",
    }
)


class ViewerLanguage:
    """Resolve the viewer, and activate their account's language instead of the one LocaleMiddleware chose."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # a long page reads the user hundreds of times, so replace Django's lazy object with the user itself
        if isinstance(request.user, SimpleLazyObject):
            request.user = get_user(request)
        language = getattr(request.user, "language", "")
        if language:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)


class PersonalPages:
    """Keep a response to whoever has a session out of caches, unless its view chose otherwise: pages name their viewer,
    and a browser would show them again, after the viewer has signed out, to whoever goes back. Mark what is for nobody,
    so that the service worker forgets the last table of a session that ended elsewhere."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not isinstance(request.user, User):
            response["Viewer"] = "none"
        if not request.session.is_empty() and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response


class Presence:
    """Record when a person was last here. After they sign in or out, have their sockets recheck the session.

    Every way to sign in or out (allauth, the admin, a new guest) passes through here, after the session is saved.
    """

    WEEK = "week"

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not isinstance(user, User):
            return self.get_response(request)
        try:
            services.touch_seen_at(user)
            self._renew_session(request)
        except OperationalError as fault:  # such as a full disk: pages can still be shown
            log.warning("that somebody is here could not be noted (%s)", type(fault).__name__, exc_info=fault)
        before = user.pk, request.session.session_key
        response = self.get_response(request)
        if (request.user.pk, request.session.session_key) != before:
            notifications.recheck_sessions(before[0])
        return response

    def _renew_session(self, request: HttpRequest) -> None:
        """Renew a session once a week, so that it expires a fixed time after the last visit."""
        week = self.week()
        if request.session.get(self.WEEK) != week:
            request.session[self.WEEK] = week

    @staticmethod
    def week() -> str:
        """Return the current week; a session is renewed once in each."""
        return timezone.now().strftime("%G-%V")


class RateLimitedPage:
    """Answer 429 when a view raises ``RateLimited``."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Return the page that says when to try again."""
        return rate_limited(request, fault.seconds) if isinstance(fault, RateLimited) else None


class GuestsSignUpFirst:
    """Redirect guests from account pages (password, e-mail, two-factor) to the sign-up page."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        """Redirect a guest, unless the page is ``FOR_EVERYBODY``."""
        match = request.resolver_match
        if match is None or not match.route.startswith("account/") or match.url_name in FOR_EVERYBODY:
            return None
        if isinstance(request.user, User) and request.user.is_guest:
            return redirect("account_signup")
        return None
