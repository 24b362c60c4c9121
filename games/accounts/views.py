"""Signing up and in, and the language: allauth's pages, with what this site adds to them."""

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
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from games.accounts import services
from games.accounts.forms import language_names
from games.accounts.models import User


def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in. A guest may; whoever has an account open already is led home, and told why where he came
    for the operators' pages."""
    if has_account(request):
        if request.GET.get("next", "").startswith(reverse("admin:index")):
            messages.error(request, _("This account may not go there. Sign out, and in again as an operator."))
        return redirect("home")
    return _with_status(allauth_views.login(request))


def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account, out of the guest of this session where there is one."""
    if has_account(request):
        return redirect("home")
    try:
        return _with_status(allauth_views.signup(request))
    except IntegrityError:  # the login name was taken in this very moment: looked at again, it is seen to be
        return _with_status(allauth_views.signup(request))


def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out. What is said of it is read on the next page, and that is in the browser's language."""
    if request.method == "POST":
        translation.activate(translation.get_language_from_request(request))
    return allauth_views.logout(request)


@require_POST
def speak(request: HttpRequest) -> HttpResponse:
    """Change the language, for this browser and for the account."""
    chosen = request.POST.get("language", "")
    if isinstance(request.user, User) and chosen in language_names():
        services.speak(request.user, chosen)
    return set_language(request)


def too_often(request: HttpRequest, wait: int = 60, page: str = "429.html", **shown: Any) -> HttpResponse:
    """Answer that something was done too often, and when to try again; on the page with what was typed,
    where there is one."""
    minutes = -(-wait // 60) if wait > 90 else 0
    answer = render(request, page, shown | {"wait": wait, "minutes": minutes}, status=429)
    answer["Retry-After"] = str(wait)
    return answer


def somebody(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let in whoever has a name here, guests too; lead others to where they get one."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if isinstance(request.user, User):
            return view(request, *args, **kwargs)
        asks = request.method in {"GET", "HEAD"}
        return redirect_to_login(request.get_full_path() if asks else _came_from(request))

    return wrapped


def _came_from(request: HttpRequest) -> str:
    """Return the page of ours from which something was pressed: what was pressed cannot be asked for."""
    came = urlsplit(request.headers.get("referer", ""))
    return came.path if came.netloc == request.get_host() else reverse("home")


def has_account(request: HttpRequest) -> bool:
    """Say whether the session is that of somebody with an account, not of a guest or nobody."""
    return isinstance(request.user, User) and not request.user.is_guest


def _with_status(response: Any) -> HttpResponse:
    """Give a page that refuses a form the status that says so."""
    form = (getattr(response, "context_data", None) or {}).get("form")
    if form is not None and form.errors:
        limited = any(error.code == "too_many_login_attempts" for error in form.non_field_errors().as_data())
        response.status_code = 429 if limited else 422
    return response
