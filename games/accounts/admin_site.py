"""Django's admin site, which requires the second factor of operators who have one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _


class Operators(AdminSite):
    """Django's admin, behind the second factor."""

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Callable[..., Any]:
        """Redirect operators who have not used their second factor in this session to the page that asks for it.

        Signing in asks for it too, but a session may be older than the factor.
        """
        inner = super().admin_view(view, cacheable)

        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if self.has_permission(request) and lacks_second_factor(request):
                return redirect(f"{ask_again(request)}?{urlencode({'next': request.get_full_path()})}")
            return inner(request, *args, **kwargs)

        return guarded

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the index, with a warning to operators without a second factor."""
        if not is_mfa_enabled(request.user):
            words = _("Your account can see everything, and only a password guards it.")
            link = format_html('<a href="{}">{}</a>', reverse("mfa_index"), _("Set up a second factor"))
            messages.warning(request, format_html("{} {}", words, link))
        return super().index(request, extra_context)


def lacks_second_factor(request: HttpRequest) -> bool:
    """Return whether a person has a second factor but has not used it in this session."""
    if not is_mfa_enabled(request.user):
        return False
    return not any(record.get("method") == "mfa" for record in get_authentication_records(request, request.user))


def ask_again(request: HttpRequest) -> str:
    """Return the URL of the page that asks for the person's kind of second factor."""
    codes = is_mfa_enabled(request.user, [Authenticator.Type.TOTP])
    return reverse("mfa_reauthenticate" if codes else "mfa_reauthenticate_webauthn")
