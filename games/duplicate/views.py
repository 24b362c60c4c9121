"""The pages of duplicate: all events, one event, one of its deals, and their actions."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.friends import blocked_ids
from games.accounts.models import User
from games.accounts.views import rate_limited, user_required
from games.duplicate import counting, forms, limits, pages, services
from games.duplicate.models import Contestant, Event, EventBoard, Sitting
from games.rooms import seats
from games.rules.core import Malformed
from games.table.room_form import BadSetup
from games.table.rules_choice import rules_choices


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """Show the events visible to the viewer."""
    return render(request, "duplicate/index.html", pages.index(_viewer(request)))


@require_safe
@never_cache
@user_required
def of_club(request: HttpRequest, club: str) -> HttpResponse:
    """Show a club's events to its members."""
    membership = next((own_club for own_club in services.clubs_of(request.user) if own_club.slug == club), None)
    if membership is None:
        raise Http404
    return render(request, "duplicate/club.html", pages.of_club(membership, request.user))


@require_safe
def how(request: HttpRequest) -> HttpResponse:
    """Show how duplicate is played and scored, and what happens to people who are late, away, or leave."""
    return render(request, "duplicate/how.html")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@user_required
def hold(request: HttpRequest) -> HttpResponse:
    """Show the form for holding an event; a post creates it."""
    user = request.user
    if user.is_guest:
        return _sign_up_first(request)
    if request.method != "POST":
        return _form(request, user)
    try:
        hold_event = forms.read(user, request.POST)
    except BadSetup as bad:
        return _form(request, user, bad.sentence)
    except seats.RequestRefused as refused:
        return _form(request, user, _(refused.sentence))
    except services.EventRefused as refused:
        return _form(request, user, sentence(refused))
    except Malformed:
        return _form(request, user, BadSetup("rules").sentence)
    if wait := limits.HELD.wait(user.pk):
        return rate_limited(request, wait, "duplicate/hold.html", **_filled_in(user, request.POST), error="")
    return redirect("duplicate-event", hold_event().slug)


@require_safe
@never_cache
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an event: its description, the viewer's part in it, and the results they may see."""
    event, user = _event(request, slug), _viewer(request)
    if (contestant := services.contestant_of(event, user)) is not None:
        counting.count_own(contestant)
    return render(request, "duplicate/event.html", pages.event(event, user))


@require_safe
@never_cache
def deal(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the results of a deal at all tables, to people who may see them."""
    event, user = _event(request, slug), _viewer(request)
    contestant = services.contestant_of(event, user)
    row = EventBoard.objects.select_related("board").filter(event=event, number=number).first()
    if row is None or not pages.deal_is_open(event, row, contestant):
        raise Http404
    return render(request, "duplicate/deal.html", pages.deal(event, row, contestant, user))


@require_POST
@user_required
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the viewer for an event."""
    event, user = _event(request, slug), request.user
    if user.is_guest:
        return _sign_up_first(request)
    if wait := limits.ENTERED.wait(user.pk):
        return rate_limited(request, wait)
    try:
        services.enter(event, user)
    except services.EventRefused as refused:
        messages.error(request, sentence(refused))
    return redirect("duplicate-event", slug)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@user_required
def join(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Ask whether the viewer wants to join the contestant whose link they have; a post enters them. If there is a block
    with somebody in it, the answer is as to a link of nobody."""
    event, user = _event(request, slug), request.user
    contestant = Contestant.objects.filter(event=event, key=key).prefetch_related("members__user").first()
    members = {member.user_id for member in contestant.members.all()} if contestant is not None else set()
    if contestant is None or (user.pk not in members and members & blocked_ids(user)):
        raise Http404
    if request.method != "POST":
        context = {"event": event, "with": pages.entered_as(contestant), "guest": user.is_guest}
        return render(request, "duplicate/join.html", context)
    if user.is_guest:
        return _sign_up_first(request)
    if wait := limits.ENTERED.wait(user.pk):
        return rate_limited(request, wait)
    try:
        services.join(contestant, user)
    except services.EventRefused as refused:
        if refused.reason == "blocked":  # since it was looked at above
            raise Http404 from refused
        messages.error(request, sentence(refused))
    return redirect("duplicate-event", slug)


@require_POST
@user_required
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw the viewer from an event."""
    services.leave(_event(request, slug), request.user)
    return redirect("duplicate-event", slug)


@require_POST
@user_required
def sit(request: HttpRequest, slug: str) -> HttpResponse:
    """Seat the viewer at the table where they continue a set, or record that they are here."""
    event, user = _event(request, slug), request.user
    if not event.is_set:
        raise Http404
    try:
        room = services.sit_down(event, user)
    except services.EventRefused as refused:
        messages.error(request, sentence(refused))
        return redirect("duplicate-event", slug)
    return redirect("table", room.code) if room is not None else redirect("duplicate-event", slug)


@require_POST
@user_required
def call_off(request: HttpRequest, slug: str) -> HttpResponse:
    """Cancel an event that nobody has begun to play, if the viewer is its host."""
    event = _event(request, slug)
    if event.host_id != request.user.pk:
        raise Http404
    try:
        services.call_off(event)
    except services.EventRefused as refused:
        messages.error(request, sentence(refused))
    return redirect("duplicate-event", slug)


@require_safe
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect people who sit at a table of an event to the event's page."""
    user = _viewer(request)
    sitting = Sitting.objects.select_related("event").filter(room__code=code, room__seats__user=user).first()
    if user is None or sitting is None:
        raise Http404
    return redirect("duplicate-event", sitting.event.slug)


def sentence(refused: services.EventRefused) -> str:
    """Return the message for a refusal; a block has none."""
    sentences = {
        "pair": _("That game can’t be played in pairs: choose another game, or another way to enter."),
        "team": _("That game can’t be played in teams: choose another game, or another way to enter."),
        "robin": _("With more than two sides at a table not everyone can meet: choose Swiss rounds."),
        "closed": _("It is closed: nobody can enter or play any more."),
        "begun": _("Somebody has started to play, so it can no longer be called off."),
        "entered": _("You have already entered."),
        "guest": _("You need an account for this: a guest could come back as somebody new."),
        "full": _("It is full."),
        "taken": _("That pair or team is already full, or has started."),
        "partner": _("Somebody is still missing. Send your link to the people you want to play with."),
        "replaced": _("Your partner is playing this table with an AI player."),
        "done": _("You have played all your deals."),
    }
    return sentences[refused.reason]


def _event(request: HttpRequest, slug: str) -> Event:
    """Return an event for a person who may see it; raise the same ``Http404`` for all others."""
    event = Event.objects.select_related("club", "host").filter(slug=slug).first()
    if event is None or not services.may_see(event, _viewer(request)):
        raise Http404
    return event


def _viewer(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _sign_up_first(request: HttpRequest) -> HttpResponse:
    messages.info(request, _("You need an account for this: a guest could come back as somebody new."))
    return redirect("account_signup")


def _form(request: HttpRequest, user: User, message: str = "") -> HttpResponse:
    posted = request.POST if request.method == "POST" else request.GET
    context = _filled_in(user, posted) | {"error": message, "wait": 0}
    return render(request, "duplicate/hold.html", context, status=422 if message else 200)


def _filled_in(user: User, posted: QueryDict) -> dict[str, Any]:
    """Return the form for holding an event, as it was filled in."""
    return forms.choices(posted) | {
        "rules": rules_choices(user, forms.ways_of),
        "chosen": posted.get("rules", ""),
        "clubs": [(club.slug, club.name, club.slug == posted.get("club", "")) for club in services.clubs_of(user)],
        "typed": posted.get("name", "")[:40],
    }
