"""Library messages that the libraries' own Chinese catalogues omit or word badly. Marked here, they are translated in
our catalogue, which takes precedence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

SENTENCES = (
    # allauth/templates/account/email/base_message.txt
    _("Hello from %(site_name)s!"),
    # django/forms/fields.py and django/core/validators.py
    _("This field is required."),
    _("Enter a valid email address."),
)
