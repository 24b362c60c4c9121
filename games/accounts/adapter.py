"""allauth's adapters: guests who sign up, messages, e-mails and ended sessions."""

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
from games.accounts.relations import has_data
from games.foundation.transactions import write

#: Session key of the guest who has signed in to an account, until they have answered whether to merge
#: (``games.community.merge_guest``).
GUEST_TO_MERGE = "along"


#: Session key of the suspended person who tried to sign in here, for the page that explains why they cannot.
SUSPENDED = "suspended"
#: Shown for a name and an address alike, whether or not an account has it.
MISMATCH = _("That login name or e-mail address and password do not match.")


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Keeps the same row for a guest who signs up, with history, friends and seats."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": _("Too many attempts. Wait one minute, then try again."),
        "username_password_mismatch": MISMATCH,
        "email_password_mismatch": MISMATCH,
        "username_taken": _("That login name is taken. Choose another one."),
    }

    def new_user(self, request: HttpRequest) -> User:
        """Return the user who signs up: the guest of this session, or a new user."""
        if isinstance(request.user, User) and request.user.is_guest:
            return User.objects.get(pk=request.user.pk)
        return User()

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save the new account with its display name."""
        user.name = form.cleaned_data["name"]
        user.is_guest = False
        user.language = user.language or request.LANGUAGE_CODE
        with write():
            return super().save_user(request, user, form, commit)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse reserved login names and names that differ from an existing one only in case."""
        if is_reserved(username) or username.lower().startswith(("guest-", "deleted-")):
            raise ValidationError(_("That login name is kept for the people who run this site."), "reserved")
        return super().clean_username(username, shallow)

    def pre_login(self, request: HttpRequest, user: User, **more: Any) -> HttpResponse | None:
        """Let the owner of a closed account sign in; refuse suspended people until their time is over."""
        services.signing_in.send(User, user=user)
        if user.closed_at is not None and user.deleted_at is None and user.suspended_at is None:
            return None
        return super().pre_login(request, user, **more)

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Redirect a person who may not sign in to the page that says so, and remember them if they are suspended."""
        if user.suspended_at is not None:
            request.session[SUSPENDED] = user.pk
        return super().respond_user_inactive(request, user)

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign a person in after all authentication steps: reopen a closed account, and remember the guest to merge."""
        # the message is shown on the next page, in the account's language
        translation.activate(user.language or translation.get_language_from_request(request))
        if user.closed_at is not None:
            services.reopen(user)
            messages.success(request, _("Your account is open again, with your matches, friends and settings."))
        guest, earlier = request.user, dict(request.session)
        super().login(request, user)
        if not isinstance(guest, User) or not guest.is_guest:
            return
        services.guest_signed_in.send(User, request=request, guest=guest, earlier=earlier)
        if guest.pk != user.pk and User.objects.filter(has_data(), pk=guest.pk).exists():
            request.session[GUEST_TO_MERGE] = guest.pk

    def post_login(self, request: HttpRequest, user: User, **more: Any) -> HttpResponse:
        """Redirect, via the page that offers to merge the guest if there is one."""
        response = super().post_login(request, user, **more)
        if GUEST_TO_MERGE in request.session and response.status_code == 302:
            return redirect(f"{reverse('merge-guest')}?{urlencode({'next': response['Location']})}")
        return response

    def render_mail(self, template_prefix: str, email: str, context: dict[str, Any], headers: Any = None) -> Any:
        """Render an e-mail with the site's contact."""
        return super().render_mail(template_prefix, email, context | {"contact": settings.CONTACT}, headers)

    def write_to_nobody(self, request: HttpRequest, email: str) -> None:
        """Do the work of a password reset for an unknown address without sending, so that both take equally long."""
        nobody = User(pk=0, username=email[:150], password="!")  # noqa: S106  not a password
        EmailAddress.objects.filter(user_id=0, email__iexact=email).exists()  # as for known addresses
        key = f"{user_pk_to_url_str(nobody)}-{default_token_generator.make_token(nobody)}"
        link = self.get_reset_password_from_key_url(key)
        context = {"user": nobody, "username": nobody.username, "password_reset_url": link, "request": request}
        context |= {"email": email, "current_site": get_current_site(request), "key": key}
        self.render_mail("account/email/password_reset_key", email, context)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count wrong passwords by name and address, so that a stranger's guesses do not lock the owner out."""
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{self.get_client_ip(request)}"

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return a request's address. IPv4-mapped addresses become IPv4: allauth counts the /64 of IPv6."""
        address = ip_address(super().get_client_ip(request))
        return str(getattr(address, "ipv4_mapped", None) or address)

    def set_password(self, user: User, password: str) -> None:
        """Change a password and close the sockets of other sessions."""
        super().set_password(user, password)
        notifications.recheck_sessions(user.pk)


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]
    """Closes the sockets of sessions that it ends."""

    def end_sessions(self, sessions: Any) -> None:
        """End sessions and close their sockets."""
        super().end_sessions(sessions)
        for user_id in {session.user_id for session in sessions}:
            notifications.recheck_sessions(user_id)
