"""Views of notifications off the site: which topics, in which browsers, and by mail."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.models import Topic, User
from games.accounts.sockets import accepted_language
from games.accounts.views import rate_limited, user_required
from games.community import delivery, limits, web_push
from games.community.delivery import Wanted
from games.community.moderation import may_moderate
from games.community.notices import address_of

#: A description of each topic.
ABOUT = {
    Topic.TURNS: gettext_lazy("at tables where a turn may take days"),
    Topic.TABLES: gettext_lazy("invitations, who wants to play with you, who asks to join your table"),
    Topic.FRIENDS: gettext_lazy("who wants to be your friend, and who is now"),
    Topic.DAILY: gettext_lazy("a word a day, unless you have played already"),
    Topic.CLUBS: gettext_lazy("when somebody opens a table in a club of yours; several at once are one message"),
    Topic.REPORTS: gettext_lazy("for moderators: once, until you have looked at the list"),
}
#: Names of browsers and systems in the request header, and the names people use.
BROWSERS = (("Firefox", "Firefox"), ("Edg", "Edge"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"))
SYSTEMS += (("Mac OS", "Mac"), ("Linux", "Linux"))


class DeliveryForm(forms.Form):
    """For each topic, whether it comes by push and by mail; for the deal of the day, from which hour."""

    hour = forms.TypedChoiceField(
        label=gettext_lazy("Remind me from"),
        coerce=int,
        choices=[(hour, f"{hour:02}:00 UTC") for hour in range(24)],
        widget=forms.Select({"class": "field"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.mailable = bool(address_of(user))
        self.topics = [topic for topic in Topic if topic != Topic.REPORTS or may_moderate(user)]
        now = delivery.wanted(user)
        initial: dict[str, Any] = {"hour": now[Topic.DAILY].hour}
        for topic, want in now.items():
            initial |= {f"{topic}-push": want.push, f"{topic}-mail": want.mail}
        super().__init__(*args, initial=initial, **kwargs)
        for topic in self.topics:
            self.fields[f"{topic}-push"] = forms.BooleanField(label=gettext_lazy("In my browsers"), required=False)
            self.fields[f"{topic}-mail"] = forms.BooleanField(label=gettext_lazy("By mail"), required=False)

    def rows(self) -> list[dict[str, Any]]:
        """Return the topics with their fields, in order."""
        return [
            {
                "topic": topic,
                "about": ABOUT[topic],
                "push": self[f"{topic}-push"],
                "mail": self[f"{topic}-mail"] if self.mailable else None,
                "hour": self["hour"] if topic == Topic.DAILY else None,
            }
            for topic in self.topics
        ]

    def choices(self) -> dict[Topic, Wanted]:
        """Return the choices, by topic."""
        sent = self.cleaned_data
        hours = {Topic.DAILY: sent["hour"]}
        return {
            topic: Wanted(sent[f"{topic}-push"], sent[f"{topic}-mail"] and self.mailable, hours.get(topic))
            for topic in self.topics
        }


class BrowserForm(forms.Form):
    """A browser's address at its push service, and the keys for messages to it."""

    endpoint = forms.CharField(max_length=1000)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=50)

    def clean_endpoint(self) -> str:
        endpoint: str = self.cleaned_data["endpoint"]
        if not web_push.is_push_service(endpoint):
            raise forms.ValidationError(_("We do not know this browser’s push service, and send nothing there."))
        return endpoint

    def clean(self) -> dict[str, Any]:
        sent: dict[str, Any] = super().clean()
        if not self.errors and not web_push.are_keys(sent["p256dh"], sent["auth"]):
            raise forms.ValidationError(_("These are no keys of a browser."))
        return sent


@require_http_methods(["GET", "POST"])
@never_cache
@user_required
def choices(request: HttpRequest) -> HttpResponse:
    """Show and change what the viewer is notified of, and where."""
    form = DeliveryForm(request.user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        for topic, choice in form.choices().items():
            delivery.choose(request.user, topic, choice)
        messages.success(request, _("Saved."))
        return redirect("delivery")
    own = request.session.session_key
    devices = [
        {"pk": row.pk, "device": row.device, "at": row.at, "own": row.session_key == own}
        for row in request.user.push_subscriptions.order_by("-pk")
    ]
    context = {
        "form": form,
        "devices": devices,
        "here": any(row["own"] for row in devices),
        "key": web_push.public_key(),
    }
    return render(request, "delivery/choices.html", context, status=422 if form.errors else 200)


@require_POST
@user_required
def subscribe(request: HttpRequest) -> HttpResponse:
    """Register this browser for the viewer's notifications."""
    if wait := limits.BROWSERS.wait(request.user.pk):
        return rate_limited(request, wait)
    form = BrowserForm(request.POST)
    if not form.is_valid():
        return HttpResponse(form.errors.as_text(), status=422, content_type="text/plain; charset=utf-8")
    language = accepted_language(request.headers.get("accept-language", ""))
    device = device_of(request.headers.get("user-agent", ""))
    delivery.subscribe(
        request.user, request.session.session_key or "", **form.cleaned_data, language=language, device=device
    )
    return HttpResponse(status=204)


@csrf_exempt  # a service worker has no token; it names an address known only to it and us
@require_POST
@user_required
def renew(request: HttpRequest) -> HttpResponse:
    """Store this browser's new address, which its push service has assigned."""
    if wait := limits.BROWSERS.wait(request.user.pk):
        return rate_limited(request, wait)
    form = BrowserForm(request.POST)
    before = request.POST.get("before", "")
    if not form.is_valid() or request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        return HttpResponse(status=422)
    known = delivery.renew(request.user, request.session.session_key or "", before, **form.cleaned_data)
    return HttpResponse(status=204 if known else 404)


@require_POST
@user_required
def unsubscribe(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop notifying the viewer in one of their browsers."""
    delivery.unsubscribe(request.user, pk)
    return redirect("delivery")


@csrf_exempt  # mail programs submit this for their readers (RFC 8058); the token identifies them
@require_http_methods(["GET", "POST"])
@never_cache
def mail_off(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to stop mailing a topic, then do so."""
    read = delivery.read_token(token)
    if read is None:
        raise Http404
    user, topic = read
    if request.method == "POST":
        now = delivery.wanted(user)[topic]
        delivery.choose(user, topic, Wanted(now.push, False, now.hour))
    return render(request, "delivery/off.html", {"topic": topic.label, "done": request.method == "POST"})


def device_of(agent: str) -> str:
    """Return a readable description of a browser: «Firefox · Linux»."""
    names = [next((name for sign, name in signs if sign in agent), "") for signs in (BROWSERS, SYSTEMS)]
    return " · ".join(filter(None, names)) or _("A browser")
