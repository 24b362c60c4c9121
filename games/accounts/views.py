"""Signing up, in and out, and the language: allauth's views with our additions."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from allauth.account import views as allauth_views
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from games.accounts import services
from games.accounts.forms import language_names
from games.accounts.models import User


def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in. Redirect people already signed in to an account to the home page, with the reason if they came from the
    admin."""
    if has_account(request):
        if request.GET.get("next", "").startswith(reverse("admin:index")):
            messages.error(request, _("This account may not go there. Sign out, and in again as an operator."))
        return redirect("home")
    return _with_status(allauth_views.login(request))


def sign_up(request: HttpRequest) -> HttpResponse:
    """Create an account, or turn the session's guest into one."""
    if has_account(request):
        return redirect("home")
    try:
        return _with_status(allauth_views.signup(request))
    except IntegrityError:  # the login name was taken a moment ago, so the form now reports it
        return _with_status(allauth_views.signup(request))


def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out. The message is shown on the next page, in the browser's language."""
    if request.method == "POST":
        translation.activate(translation.get_language_from_request(request))
    return allauth_views.logout(request)


@require_POST
def speak(request: HttpRequest) -> HttpResponse:
    """Change the language of this browser and of the account."""
    language = request.POST.get("language", "")
    if isinstance(request.user, User) and language in language_names():
        services.set_language(request.user, language)
    return set_language(request)


def rate_limited(request: HttpRequest, wait: int = 60, page: str = "429.html", **context: Any) -> HttpResponse:
    """Answer 429 and say when to try again. ``wait``: seconds; ``page``, ``context``: the template and its context,
    such as the form as filled in."""
    hours = -(-wait // 3600) if wait > 2 * 3600 else 0
    minutes = -(-wait // 60) if wait > 90 and not hours else 0
    response = render(request, page, context | {"wait": wait, "minutes": minutes, "hours": hours}, status=429)
    response["Retry-After"] = str(wait)
    return response


def user_required(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Require a signed-in user, who may be a guest; redirect others to signing in."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if isinstance(request.user, User):
            return view(request, *args, **kwargs)
        is_safe = request.method in {"GET", "HEAD"}
        return redirect_to_login(request.get_full_path() if is_safe else _referring_page(request))

    return wrapped


def _referring_page(request: HttpRequest) -> str:
    """Return the page of this site from which a form was posted: the form's own URL may not answer GET."""
    referrer = urlsplit(request.headers.get("referer", ""))
    return referrer.path if referrer.netloc == request.get_host() else reverse("home")


def redirect_next(request: HttpRequest, url: str, fallback: str) -> HttpResponse:
    """Redirect to the URL in the request if it belongs to this site, otherwise to the view ``fallback``."""
    if url_has_allowed_host_and_scheme(url, {request.get_host()}, request.is_secure()):
        return redirect(url)
    return redirect(fallback)


def has_account(request: HttpRequest) -> bool:
    """Return whether the viewer has an account: neither a guest nor anonymous."""
    return isinstance(request.user, User) and not request.user.is_guest


def _with_status(response: Any) -> HttpResponse:
    """Set the status of a page with an invalid form: 422, or 429 after too many attempts."""
    form = (getattr(response, "context_data", None) or {}).get("form")
    if form is not None and form.errors:
        limited = any(error.code == "too_many_login_attempts" for error in form.non_field_errors().as_data())
        response.status_code = 429 if limited else 422
    return response
