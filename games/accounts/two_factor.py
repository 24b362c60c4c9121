"""Two-factor pages of allauth that say more than its own: what is needed first, and only keys one has."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.base.views import AuthenticateView, IndexView
from allauth.mfa.models import Authenticator


class Index(IndexView):  # type: ignore[misc]
    """The second factors of an account. allauth sets none up while an address of it is not confirmed."""

    template_name = "accounts/two_factor.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return what the page shows; ``unconfirmed``: the addresses that are to be confirmed first."""
        unconfirmed = EmailAddress.objects.filter(user_id=self.request.user.pk, verified=False)
        return super().get_context_data(**kwargs) | {"unconfirmed": unconfirmed.values_list("email", flat=True)}


class Authenticate(AuthenticateView):  # type: ignore[misc]
    """Asks for the second factor at signing in: for a security key only where the account has one."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return what the page shows."""
        context = super().get_context_data(**kwargs)
        user = self.stage.login.user
        if not Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).exists():
            context["MFA_SUPPORTED_TYPES"] = [kind for kind in context["MFA_SUPPORTED_TYPES"] if kind != "webauthn"]
        return context
