"""allauth's two-factor pages with more context."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.base.views import AuthenticateView, IndexView
from allauth.mfa.models import Authenticator


class Index(IndexView):  # type: ignore[misc]
    """The second factors of an account. allauth allows none while an e-mail address is unconfirmed."""

    template_name = "accounts/two_factor.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add ``unconfirmed``: the addresses to be confirmed first."""
        unconfirmed = EmailAddress.objects.filter(user_id=self.request.user.pk, verified=False)
        return super().get_context_data(**kwargs) | {"unconfirmed": unconfirmed.values_list("email", flat=True)}


class Authenticate(AuthenticateView):  # type: ignore[misc]
    """The second factor when signing in; a security key is offered only if the account has one."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        user = self.stage.login.user
        if not Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).exists():
            context["MFA_SUPPORTED_TYPES"] = [kind for kind in context["MFA_SUPPORTED_TYPES"] if kind != "webauthn"]
        return context
