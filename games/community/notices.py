"""How people learn of moderators' decisions: on a separate page, in the news and by mail; and while they are suspended,
in place of every page they request."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import auth
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts import notifications, services
from games.accounts.adapter import SUSPENDED
from games.accounts.models import Notification, User
from games.accounts.sockets import is_of
from games.accounts.views import user_required
from games.community.models import Decision
from games.foundation.contact import contact
from games.foundation.prefetch import is_shown
from games.rules.core import N_

Action = Decision.Action
#: The number of decisions shown on a person's page.
SHOWN = 20
#: What a person is told, by action.
SENTENCES = {
    Action.WARN: N_("You have been warned. Nothing else changes for you; please do not let it come to that again."),
    Action.MUTE: N_(
        "You may not write or use phrases at any table, nor name one, nor change your own name, until %(until)s. You "
        "may play on."
    ),
    Action.SUSPEND: N_("You may not play here until %(until)s. Then you can come back, and all is as it was."),
    Action.RENAME: N_(
        "Your name %(closed)s was taken away, and you are called %(given)s for now. You may choose another one in your "
        "settings."
    ),
    Action.LIFT: N_("An earlier decision about you, number %(lifted)s, has been lifted: it counts no more."),
}
#: The same of a name taken away, while its person is muted until ``free`` and may not change their name.
RENAMED_WHILE_MUTED = N_(
    "Your name %(closed)s was taken away, and you are called %(given)s for now. From %(free)s you may choose another "
    "one in your settings."
)
#: Pages that a suspended person may request: to read, to sign in as somebody else, and resources that programs
#: request.
OPEN = frozenset(
    {
        *("set_language", "account_login", "account_logout", "mfa_authenticate", "mfa_login_webauthn"),
        *("about", "privacy", "robots", "security", "favicon", "manifest", "service-worker", "offline"),
        *("healthz", "readyz", "metrics"),
    }
)


def tell(decision: Decision) -> None:
    """Notify the person a decision is about, in the news and by mail."""
    notifications.notify(decision.person, Notification.Kind.DECIDED, decision.person, decision=decision.number)
    transaction.on_commit(lambda: write_to(decision), robust=True)


def tell_reporter(reporter: User) -> None:
    """Tell the reporter that moderators have looked at their report, and no more."""
    notifications.notify(reporter, Notification.Kind.LOOKED_AT, reporter)


def tell_moderators(people: Iterable[User]) -> None:
    """Notify moderators that there are reports to look at, unless they already have an unread notification."""
    notifications.notify_once(people, Notification.Kind.REPORTED)


def write_to(decision: Decision) -> None:
    """Mail a decision to its person, in their language, if they have an address."""
    person = decision.person
    if not (address := address_of(person)):
        return
    with translation.override(person.language or settings.LANGUAGE_CODE):
        context = {"line": line_of(decision)}
        subject = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + _("Decision %(number)s") % {"number": decision.number}
        EmailMessage(subject, render_to_string("moderation/mail.txt", context), to=[address]).send()


def address_of(person: User) -> str:
    """Return a person's mail address, or "". Unconfirmed ones are skipped: they may be a stranger's."""
    rows = list(EmailAddress.objects.filter(user=person).order_by("-primary"))
    confirmed = [row.email for row in rows if row.verified]
    return confirmed[0] if confirmed else "" if rows else person.email


def line_of(decision: Decision) -> dict[str, Any]:
    """Return a decision as its person sees it: what, why, the moderator's words, until when, and how to appeal."""
    until = decision.until and when(decision.until)
    values = {"until": until, "closed": decision.closed_name, "given": decision.given_name}
    values["lifted"] = decision.lifts.number if decision.lifts else ""
    sentence = SENTENCES[Action(decision.action)]
    if decision.action == Action.RENAME and (mute := _longest_in_force(decision.person, Action.MUTE)) is not None:
        sentence, values["free"] = RENAMED_WHILE_MUTED, when(mute.until)
    named = contact()
    subject = quote(_("Appeal against decision %(number)s") % {"number": decision.number})
    is_mail = named["contact_link"].startswith("mailto:")
    return {
        "number": decision.number,
        "what": _(sentence) % values,
        "why": decision.get_reason_display(),
        "words": decision.words,
        "at": when(decision.at),
        "appeals": decision.action != Action.LIFT,
        "contact": named["contact"],
        "contact_link": f"{named['contact_link']}?subject={subject}" if is_mail else named["contact_link"],
    }


def when(at: Any) -> str:
    """Return a time in the active language's format, in UTC, marked as such."""
    return f"{date_format(timezone.localtime(at), 'DATETIME_FORMAT')} UTC"


@require_safe
@never_cache
@user_required
def notices(request: HttpRequest) -> HttpResponse:
    """Show the viewer the moderators' decisions about them, newest first."""
    if is_shown(request):
        notifications.mark_read(request.user, kind=Notification.Kind.DECIDED)
    rows = Decision.objects.filter(person=request.user).exclude(action=Action.DISMISS).select_related("lifts")
    return render(request, "moderation/notices.html", {"lines": [line_of(row) for row in rows[:SHOWN]]})


class Suspensions:
    """Middleware that shows suspended people why they may not come in, and readmits them when their time is over. It
    follows the middleware that identifies the viewer, to whom suspended people are anonymous."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not isinstance(request.user, User) and (person := _suspended(request, auth.SESSION_KEY)) is not None:
            services.signing_in.send(User, user=person)
            if person.is_active:
                request.user = auth.get_user(request)
            else:
                request.suspended = person
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        """Answer with the notice instead of every page that is not in ``OPEN``."""
        name = request.resolver_match.url_name if request.resolver_match else ""
        person = getattr(request, "suspended", None)
        if name == "account_inactive":
            person = person or _suspended(request, SUSPENDED)
        if person is None or name in OPEN:
            return None
        last = _longest_in_force(person, Action.SUSPEND)
        if last is None:
            return None  # suspended in the admin, which records no reason
        if request.htmx:
            return HttpResponse(status=401, headers={"HX-Redirect": reverse("home")})
        if person.language:
            translation.activate(person.language)
            request.LANGUAGE_CODE = translation.get_language()
        return render(request, "moderation/suspended.html", {"line": line_of(last)}, status=403)


def _longest_in_force(person: User, action: str) -> Decision | None:
    """Return the decision of a timed action about a person that nobody has lifted and that lasts longest, if any."""
    decisions = person.decisions.filter(action=action, lifting=None, until__gt=timezone.now())
    return decisions.order_by("-until").first()


def _suspended(request: HttpRequest, key: str) -> User | None:
    """Return the suspended person of the request's session, or the one who tried to sign in (``SUSPENDED``)."""
    pk = request.session.get(key)
    if pk is None:
        return None
    person = User.objects.filter(pk=pk, is_active=False, suspended_at__isnull=False).first()
    if person is None or (key == auth.SESSION_KEY and not is_of(request.session, person)):
        return None
    return person
