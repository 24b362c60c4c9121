"""Where allauth asks this house: who a new account is, what it is told, who must look again."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from games.accounts import notifications, services
from games.accounts.models import User
from games.accounts.names import is_reserved
from games.accounts.relations import have_something
from games.foundation.transactions import write

#: Where a session keeps the id of the guest who has signed in to an account, until he has said
#: whether what he did comes along (``people/along.py``).
ALONG = "along"


#: The same whether a name or an address was typed, and whether anybody has it.
MISMATCH = _("That login name or e-mail address and password do not match.")


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """A guest who signs up is the same row afterwards, with history, friends and seats."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": _("Too many attempts. Wait one minute, then try again."),
        "username_password_mismatch": MISMATCH,
        "email_password_mismatch": MISMATCH,
        "username_taken": _("That login name is taken. Choose another one."),
    }

    def new_user(self, request: HttpRequest) -> User:
        """Return the row that signs up: the guest of this session, or a new one."""
        if isinstance(request.user, User) and request.user.is_guest:
            return User.objects.get(pk=request.user.pk)
        return User()

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save the new account under the name it chose to be seen by."""
        user.name = form.cleaned_data["name"]
        user.is_guest = False
        user.language = user.language or request.LANGUAGE_CODE
        with write():
            return super().save_user(request, user, form, commit)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse login names of the house and of guests, and those somebody has in other letters' case."""
        if is_reserved(username) or username.lower().startswith(("guest-", "deleted-")):
            raise ValidationError(_("That login name is kept for the people who run this site."), "reserved")
        return super().clean_username(username, shallow)

    def pre_login(self, request: HttpRequest, user: User, **more: Any) -> HttpResponse | None:
        """Let the owner of a closed account in; whoever is suspended is told so."""
        if user.closed_at is not None and user.deleted_at is None and user.suspended_at is None:
            return None
        return super().pre_login(request, user, **more)

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign somebody in, now that he has shown all he must: a closed account is open again, and
        a guest is remembered who has something to take along."""
        # what is said now is read on the next page, and that is in his language
        translation.activate(user.language or translation.get_language_from_request(request))
        if user.closed_at is not None:
            services.reopen(user)
            messages.success(request, _("Your account is open again, with your matches, friends and settings."))
        guest = request.user
        super().login(request, user)
        was_guest = isinstance(guest, User) and guest.is_guest and guest.pk != user.pk
        if was_guest and User.objects.filter(have_something(), pk=guest.pk).exists():
            request.session[ALONG] = guest.pk

    def post_login(self, request: HttpRequest, user: User, **more: Any) -> HttpResponse:
        """Lead on; by way of the question what comes along, where there is one."""
        answer = super().post_login(request, user, **more)
        if ALONG in request.session and answer.status_code == 302:
            return redirect(f"{reverse('guest-along')}?{urlencode({'next': answer['Location']})}")
        return answer

    def render_mail(self, template_prefix: str, email: str, context: dict[str, Any], headers: Any = None) -> Any:
        """Write a letter; each says whom to ask."""
        return super().render_mail(template_prefix, email, context | {"contact": settings.CONTACT}, headers)

    def write_to_nobody(self, request: HttpRequest, email: str) -> None:
        """Do for an unknown address all that is done for a known one, but for sending it."""
        nobody = User(pk=0, username=email[:150], password="!")  # noqa: S106  none
        EmailAddress.objects.filter(user_id=0, email__iexact=email).exists()  # asked of whoever has mail
        key = f"{user_pk_to_url_str(nobody)}-{default_token_generator.make_token(nobody)}"
        link = self.get_reset_password_from_key_url(key)
        context = {"user": nobody, "username": nobody.username, "password_reset_url": link, "request": request}
        context |= {"email": email, "current_site": get_current_site(request), "key": key}
        self.render_mail("account/email/password_reset_key", email, context)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return under what wrong passwords for a name are counted: by address, so that a stranger who
        guesses locks nobody out at home."""
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{self.get_client_ip(request)}"

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return where a request comes from. Limits count its /64 if it is of IPv6, in which all IPv4
        addresses written as such would be one: these are themselves, as for sockets."""
        address = ip_address(super().get_client_ip(request))
        return str(getattr(address, "ipv4_mapped", None) or address)

    def set_password(self, user: User, password: str) -> None:
        """Change a password; open sockets of other sessions close."""
        super().set_password(user, password)
        notifications.recheck_sessions(user.pk)


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]
    """Ending sessions ends their sockets too."""

    def end_sessions(self, sessions: Any) -> None:
        """End sessions and have their sockets see it."""
        super().end_sessions(sessions)
        for user_id in {session.user_id for session in sessions}:
            notifications.recheck_sessions(user_id)
