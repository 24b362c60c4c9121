"""Forms of accounts: sign-up, sign-in and the profile."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import AddEmailForm, LoginForm, ResetPasswordForm, SignupForm
from allauth.account.models import EmailAddress
from allauth.account.utils import filter_users_by_email
from allauth.core import context
from django import forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.accounts.credentials import LONGEST_PASSWORD, TOO_LONG, reword_length_limits
from games.accounts.limits import ADDRESSES, RESETS
from games.accounts.models import Report, User
from games.accounts.names import LONGEST, clean_name, skeleton
from games.accounts.services import naming


class NameField(forms.CharField):
    """The display name; cleaned by ``clean_name``."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput(attrs={"maxlength": LONGEST, "autocomplete": "nickname"})
        super().__init__(label=_("Name"), widget=widget, strip=False, **options)

    def clean(self, value: Any) -> str:
        return clean_name(super().clean(value) or "")


def _limit_passwords(form: forms.Form) -> None:
    for name, field in form.fields.items():
        if "password" in name:
            field.validators.append(MaxLengthValidator(LONGEST_PASSWORD, TOO_LONG))
            field.widget.attrs.pop("placeholder", None)


class SignIn(LoginForm):  # type: ignore[misc]
    """Sign in by login name or e-mail address, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Login name or e-mail address")
        self.fields["login"].widget.attrs.pop("placeholder", None)
        _limit_passwords(self)


class SignUp(SignupForm):  # type: ignore[misc]
    """Create an account: display name, login name, password and optional e-mail address."""

    name = NameField(help_text=_("What others at the table see. Any script."))
    field_order = ("name", "username", "password1", "password2", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Login name")
        self.fields["username"].help_text = _(
            "At least %(number)s characters. For signing in: nobody else sees it."
        ) % {"number": settings.ACCOUNT_USERNAME_MIN_LENGTH}
        reword_length_limits(self.fields["username"].validators)
        self.fields["email"].label = _("E-mail, if you like")
        self.fields["email"].help_text = _("Only to set a new password when you have forgotten yours.")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        _limit_passwords(self)

    def clean_name(self) -> str:
        """Refuse a guest a name that was taken away from them."""
        name: str = self.cleaned_data["name"]
        if isinstance(user := getattr(context.request, "user", None), User):
            naming.send(User, user=user, name=name)
        return name


class NewAddress(AddEmailForm):  # type: ignore[misc]
    """Add an e-mail address to an account."""

    def save(self, request: HttpRequest) -> EmailAddress:
        """Add the address and send a mail to it. Raises ``RateLimited``: it may be a stranger's."""
        ADDRESSES.check(self.user.pk)
        return super().save(request)


class NewPassword(ResetPasswordForm):  # type: ignore[misc]
    """Request a password reset by e-mail, including for closed accounts, which their owners may reopen."""

    def clean_email(self) -> str:
        """Add the owners of closed accounts to ``users``. The field has made the address lower case."""
        email: str = super().clean_email()
        inactive = filter_users_by_email(email, is_active=False, prefer_verified=True)
        self.users += [user for user in inactive if user.closed_at is not None and user.suspended_at is None]
        return email

    def save(self, request: HttpRequest, **more: Any) -> str:
        """Send the e-mail; for an unknown address only do the same work. Raises ``RateLimited``."""
        RESETS.check(sha256(self.cleaned_data["email"].encode()).hexdigest())
        if not self.users:
            get_adapter().write_to_nobody(request, self.cleaned_data["email"])
        return super().save(request, **more)


#: (key of ``User.prefs``, label, help, choices as (value, label)); the default is the value «»; what is off, less or
#: smaller comes first
LOOKS = (
    ("theme", _("Light or dark"), _("as your device has it, or always the same"),
     (("", _("As device")), ("light", _("Light")), ("dark", _("Dark")))),
    ("deck", _("Deck"), _("with four colours you tell the suits apart faster"),
     (("", _("Two colours")), ("four", _("Four colours")))),
    ("cards", _("Card size"), _("of the hand you hold"),
     (("small", _("Small")), ("", _("Normal")), ("large", _("Large")))),
    ("sounds", _("Sounds"), _("when it is your turn, and when a card is played"),
     (("", _("Off")), ("on", _("On")))),
    ("vibrate", _("Vibration"), _("once, when it is your turn"),
     (("", _("Off")), ("on", _("On")))),
    ("order", _("Order of your hand"), _("which end the high cards are at"),
     (("", _("High to low")), ("low", _("Low to high")))),
    ("sort", _("Hand by rank or suit"), _("in games of combinations"),
     (("", _("By rank")), ("suit", _("By suit")))),
    ("motion", _("Motion"), _("cards that travel over the table"),
     (("off", _("Off")), ("", _("As device")))),
    ("tap", _("A tap on a card"), _("where one card is a play by itself"),
     (("choose", _("Chooses it")), ("", _("Plays it")))),
    ("passes", _("When you cannot beat the table"), _("in games where one may pass"),
     (("off", _("I pass myself")), ("", _("Pass for me")))),
    ("tips", _("Tips in your first hand of a game"), _("a line a turn: what matters now"),
     (("off", _("Off")), ("", _("On")))),
    ("forced", _("Forced cards"), _("when only one play is legal"),
     (("", _("I play them")), ("auto", _("Play them for me")))),
    ("alone", _("Keep my tables to myself"), _("those of Play now: nobody finds them; your link still leads there"),
     (("", _("No")), ("on", _("Yes")))),
    ("puzzles", _("Puzzles from my second looks"),
     _("for others to solve: what you saw at one moment, without your name, the table or the day"),
     (("", _("Ask me")), ("off", _("No")), ("on", _("Yes")))),
    ("ladder", _("On the ladders"), _("everybody can see your name, your rating and your place there"),
     (("", _("No")), ("on", _("Yes")))),
)  # fmt: skip
#: Preferences of accounts only; guests do not see them.
OF_ACCOUNTS = frozenset({"ladder"})


class Looks(forms.Form):
    """Language, and how the table looks and how presses act there; each field may be sent by itself."""

    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As browser")), ("en", "English"), ("zh-hans", "中文")],
        widget=forms.RadioSelect,
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        prefs = {key: user.prefs.get(key, "") for key, *_rest in LOOKS}
        kwargs["initial"] = {"language": user.language} | prefs | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        self.user = user
        for key, label, help_text, choices in LOOKS:
            if key in OF_ACCOUNTS and user.is_guest:
                continue
            self.fields[key] = forms.ChoiceField(
                label=label, help_text=help_text, required=False, choices=choices, widget=forms.RadioSelect
            )

    @property
    def looks(self) -> list[Any]:
        """The fields for the table's appearance, in order."""
        return [self[key] for key, *_rest in LOOKS if key in self.fields]

    def prefs(self) -> dict[str, str]:
        """Return the preferences that differ from their defaults; preferences without a field stay unchanged."""
        looks = {key: self.cleaned_data.get(key, "") for key, *_rest in LOOKS}
        return {key: value for key, value in (self.user.prefs | looks).items() if value}


class Profile(Looks):
    """Name, language and appearance of the table."""

    name = NameField()

    def __init__(self, user: User, *args: Any, friends: tuple[User, ...] = (), **kwargs: Any) -> None:
        super().__init__(user, *args, initial={"name": user.name}, **kwargs)
        self.friends = friends

    def clean_name(self) -> str:
        """Refuse a new name that looks like a friend's, or that was taken away from this person."""
        name: str = self.cleaned_data["name"]
        if name != self.user.name:
            naming.send(User, user=self.user, name=name)
        look = skeleton(name)
        if name != self.user.name and any(skeleton(friend.name) == look for friend in self.friends):
            raise forms.ValidationError(_("A friend of yours has a name that looks like this one. Choose another."))
        return name


class ReportForm(forms.ModelForm):
    """A report of another player."""

    class Meta:
        model = Report
        fields = ("reason", "text")
        widgets = {"reason": forms.RadioSelect, "text": forms.Textarea(attrs={"rows": 4, "maxlength": 500})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].choices = Report.Reason.choices  # without Django's empty choice


def language_names() -> list[str]:
    """Return the language codes that the site supports."""
    return [code for code, _name in settings.LANGUAGES]
