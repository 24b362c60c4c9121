"""Library messages that the libraries' own Chinese catalogues omit or word badly. Marked here, they are translated in
our catalogue, which takes precedence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

SENTENCES = (
    # django.contrib.auth.password_validation
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    # allauth/templates/account/email/base_message.txt
    _("Hello from %(site_name)s!"),
)
