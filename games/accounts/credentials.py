"""Which login names and passwords are refused, in this site's words; the tests are Django's.

``settings.py`` names what is here.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth import password_validation
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.validators import MaxLengthValidator, MinLengthValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

#: A longer password is refused before any of it is hashed.
LONGEST_PASSWORD = 128

TOO_LONG = gettext_lazy("At most %(limit_value)d characters: this has %(show_value)d.")
TOO_SHORT = gettext_lazy("At least %(limit_value)d characters: this has %(show_value)d.")

#: for allauth, whose form counts the characters
LOGIN_NAME = [UnicodeUsernameValidator(message=gettext_lazy("Only letters, digits and @ . + - _, without spaces."))]


def reword_length_limits(validators: list[Any]) -> None:
    """Let the validators of one field that count characters refuse in our words."""
    words = {MaxLengthValidator: TOO_LONG, MinLengthValidator: TOO_SHORT}
    validators[:] = [
        type(validator)(validator.limit_value, words[type(validator)]) if type(validator) in words else validator
        for validator in validators
    ]


class MinimumLength(password_validation.MinimumLengthValidator):
    """Refuses a short password."""

    def get_error_message(self) -> str:
        """Return why a password is refused."""
        return _("This password is too short: at least %(number)s characters.") % {"number": self.min_length}

    def get_help_text(self) -> str:
        """Return what is told beforehand."""
        return _("At least %(number)s characters.") % {"number": self.min_length}


class AttributeSimilarity(password_validation.UserAttributeSimilarityValidator):
    """Refuses a password that repeats the login name or the e-mail address."""

    def get_error_message(self) -> str:
        """Return why a password is refused."""
        return _("This password is too much like your login name or e-mail address. Choose another one.")

    def get_help_text(self) -> str:
        """Return what is told beforehand."""
        return _("Nothing like your login name or e-mail address.")


class CommonPassword(password_validation.CommonPasswordValidator):
    """Refuses a password that is on lists of common ones."""

    def get_error_message(self) -> str:
        """Return why a password is refused."""
        return _("Too many people use this password. Choose another one.")

    def get_help_text(self) -> str:
        """Return what is told beforehand."""
        return _("None that many people use.")
