"""What a request says of its viewer: his language, that he is here, that his session changed."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation

from games.accounts import notifications, services
from games.accounts.models import User
from games.accounts.views import too_often
from games.foundation.rate_limit import TooMany

log = logging.getLogger(__name__)
Handler = Callable[[HttpRequest], HttpResponse]
#: Pages of accounts that are there for whoever has none.
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
    """Activate the language an account has chosen; LocaleMiddleware has asked the browser."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen = getattr(request.user, "language", "")
        if chosen:
            translation.activate(chosen)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)


class Presence:
    """Note when a person was last here, and after signing in or out have his sockets look again.

    Whoever signs out, allauth, admin or a guest's new account, does it in a request: here is the
    one place they all pass, after the session has been written.
    """

    WEEK = "week"

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not isinstance(user, User):
            return self.get_response(request)
        try:
            services.seen(user)
            self._keep(request)
        except OperationalError as fault:  # a disk is full, say: what is only shown wants none of it
            log.warning("that somebody is here could not be noted (%s)", type(fault).__name__)
        before = user.pk, request.session.session_key
        response = self.get_response(request)
        if (request.user.pk, request.session.session_key) != before:
            notifications.recheck_sessions(before[0])
        return response

    def _keep(self, request: HttpRequest) -> None:
        """Renew a session once a week: it runs from the last visit, and is all that a guest has."""
        week = self.week()
        if request.session.get(self.WEEK) != week:
            request.session[self.WEEK] = week

    @staticmethod
    def week() -> str:
        """Return the week in which a session is renewed once."""
        return timezone.now().strftime("%G-%V")


class TooOften:
    """Answer what was done too often, and no view has said a word of it, with when to try again."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Return the page of a limit."""
        return too_often(request, fault.seconds) if isinstance(fault, TooMany) else None


class GuestsSignUpFirst:
    """Lead guests from the pages that only an account has, password, e-mail, two-factor, to
    where they get one."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        """Turn a guest away, unless the page is for everybody."""
        match = request.resolver_match
        if match is None or not match.route.startswith("account/") or match.url_name in FOR_EVERYBODY:
            return None
        if isinstance(request.user, User) and request.user.is_guest:
            return redirect("account_signup")
        return None
