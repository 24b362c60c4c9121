"""Friends: their page, asking by name or link, answering, inviting, blocking, reporting."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts import friends as services
from games.accounts import limits, notifications
from games.accounts.forms import ReportForm
from games.accounts.models import Block, User
from games.accounts.services import player
from games.accounts.views import somebody, too_often
from games.community import invitations, reports, statistics
from games.community.listings import friends_lines, lines_of, news_of
from games.foundation.addresses import network_at
from games.rooms import join_requests as doors
from games.rooms.seats import Refused
from games.rules.registry import GAMES

_signer = Signer(salt="friend-link")
#: What one press does to another person, where that person is not a stranger.
DEEDS = {
    "accept": services.accept,
    "decline": services.decline,
    "remove": services.remove,
    "block": services.block,
    "unblock": services.unblock,
}


@require_safe
@never_cache
@somebody
def friends(request: HttpRequest) -> HttpResponse:
    """Friends, requests, people met at the table, and what is new."""
    return render(request, "friends/friends.html", _page(request.user))


def _page(user: User) -> dict[str, Any]:
    news = news_of(user)
    notifications.read(user)
    people = services.friends_of(user)
    near = {user.pk, *(one.pk for one in people), *services.shut_out(user)}
    asked, asking = services.asked_by(user), services.asking(user)
    near |= {row.asker_id for row in asking}
    # by the name as typed, whomever it has reached: else it would show whose login name it is, and who declines
    names = {row.called.casefold() for row in asked}
    met = statistics.played_with(user)
    room = invitations.room_of(user)
    return {
        "news": news,
        "asking": [lines_of(row.asker) for row in asking],
        "asked": asked,
        "friends": friends_lines(user, people),
        "games": [(key, _(game.name)) for key, game in GAMES.items()],
        "met": [lines_of(one) for one in met if one.pk not in near and one.name.casefold() not in names],
        "blocked": [lines_of(row.blocked) for row in Block.objects.filter(blocker=user).select_related("blocked")],
        "link": reverse("friend-link", args=[token_of(user)]),
        "room": room.called if room else "",
    }


@require_http_methods(["GET", "POST"])
@somebody
def ask(request: HttpRequest) -> HttpResponse:
    """Ask somebody by name. The answer is the same whoever goes by that name, or nobody."""
    if request.method == "GET":  # the page of a name that was refused, asked for again
        return redirect("friends")
    name = " ".join(request.POST.get("name", "").split())
    if not name or len(name) > 150 or not name.isprintable():
        said = _("Type the name of the person you are looking for.")
        context = _page(request.user) | {"typed": name, "said": said}
        return render(request, "friends/friends.html", context, status=422)
    if wait := limits.REQUESTS.wait(request.user.pk):
        return too_often(request, wait, "friends/friends.html", **_page(request.user), typed=name)
    services.ask(request.user, services.called(name), name)
    messages.success(request, _("If somebody goes by that name, your request has been sent."))
    return redirect("friends")


@require_POST
@somebody
def act(request: HttpRequest, pk: int, do: str) -> HttpResponse:
    """Do something to another person, if he is known here: ask, accept, decline, remove, block,
    unblock, invite."""
    other = known(request.user, pk, do)
    if do == "ask":
        if wait := limits.REQUESTS.wait(request.user.pk):
            return too_often(request, wait)
        services.ask(request.user, other, other.name)
        messages.success(request, _("Your request has been sent."))
    elif do == "invite":
        return _invite(request, other)
    elif do in DEEDS:
        DEEDS[do](request.user, other)
    else:
        raise Http404
    return _back(request)


def _invite(request: HttpRequest, other: User) -> HttpResponse:
    if wait := limits.INVITATIONS.wait(request.user.pk):
        return too_often(request, wait)
    room = invitations.invite(request.user, other)
    if room is None and invitations.room_of(request.user) is None:
        messages.error(request, _("Open a table first, then invite."))
    elif room is None:
        messages.error(request, _("%(name)s cannot join the table where you are.") % {"name": other.name})
    else:
        messages.success(request, _("%(name)s has been invited to your table.") % {"name": other.name})
    return _back(request)


@require_POST
@somebody
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back a request of one's own."""
    services.withdraw(request.user, pk)
    return _back(request)


@require_POST
@somebody
def later(request: HttpRequest) -> HttpResponse:
    """Put what is new aside: it stands on the page of friends, and is shown no more."""
    which = request.POST.get("news", "")
    if which.isdecimal() and len(which) < 19:
        notifications.read_one(request.user, pk=int(which))
    return HttpResponse(status=204) if request.htmx else _back(request)


@require_POST
@somebody
def door(request: HttpRequest) -> HttpResponse:
    """Let somebody in who asks at one's table (``in``), or not now (``out``): «code person»."""
    let_in = "in" in request.POST
    code, _space, asker = request.POST.get("in" if let_in else "out", "").partition(" ")
    if not (asker.isascii() and asker.isdigit() and len(asker) < 19):
        raise Http404
    try:
        doors.answer(request.user, code, int(asker), let_in)
    except Refused as refused:
        if request.htmx:  # type: ignore[attr-defined]
            return HttpResponse(status=204)  # the news goes by itself
        messages.error(request, _(refused.sentence))
    return HttpResponse(status=204) if request.htmx else _back(request)  # type: ignore[attr-defined]


@require_http_methods(["GET", "POST"])
@never_cache
def link(request: HttpRequest, token: str) -> HttpResponse:
    """A person's own link: whoever has it sees who asks, and may ask to be friends, a guest too: pressing
    makes them one."""
    other, user = holder(token), request.user if isinstance(request.user, User) else None
    if other is None or (user is not None and services.blocked(user, other)):
        raise Http404
    if other == user:
        return redirect("friends")
    if request.method == "POST":
        by_network = network_at(request.META.get("REMOTE_ADDR", ""))
        if (user is None or user.is_guest) and (wait := limits.REQUESTS_OF_NETWORK.wait(by_network)):
            return too_often(request, wait)
        user = player(request)
        if wait := limits.REQUESTS.wait(user.pk):
            return too_often(request, wait)
        services.ask(user, other, other.name)
        messages.success(request, _("Your request has been sent."))
        return redirect("friends")
    picture = request.build_absolute_uri(reverse("picture"))
    return render(request, "friends/link.html", {"person": lines_of(other), "picture": picture})


@require_http_methods(["GET", "POST"])
@never_cache
@somebody
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Tell the operators about another player."""
    other = known(request.user, pk, "report")
    form = ReportForm(request.POST if request.method == "POST" else None)
    page = {"form": form, "person": lines_of(other)}
    if request.method == "POST" and form.is_valid():
        if wait := limits.REPORTS.wait(request.user.pk):
            return too_often(request, wait, "friends/report.html", **page)
        data = form.cleaned_data
        reports.report(request.user, other, data["reason"], data["text"], request.GET.get("table", ""))
        messages.success(request, _("Thank you. We will look at it."))
        return redirect("friends")
    return render(request, "friends/report.html", page, status=422 if form.errors else 200)


def known(user: User, pk: int, do: str) -> User:
    """Return a person whom a viewer may know of for this action; 404 for all others alike.

    Friends, those who ask, and people met in a match are known, unless there is a block; who has
    blocked somebody may take it back. Whoever was met at a table, even before a match, may be blocked
    and reported, whatever he has blocked himself.
    """
    other = get_object_or_404(User, pk=pk)  # asked first: a number that no row can have is nobody's
    if do == "unblock" and Block.objects.filter(blocker=user, blocked=other).exists():
        return other
    if other == user or other.deleted_at is not None or other.closed_at is not None:
        raise Http404
    if do in {"block", "report"} and (_has_met(user, other) or statistics.have_sat_together(user, other)):
        return other
    if services.blocked(user, other):
        raise Http404
    if do == "invite":
        if not services.are_friends(user, other):
            raise Http404
        return other
    if not _has_met(user, other):
        raise Http404
    return other


def _has_met(user: User, other: User) -> bool:
    return services.may_know_of(user, other) or statistics.have_played(user, other)


def token_of(user: User) -> str:
    """Return the token of a person's own link."""
    return _signer.sign(str(user.pk))


def holder(token: str) -> User | None:
    """Return whose link it is, if it is anybody's."""
    try:
        pk = _signer.unsign(token)
    except BadSignature:
        return None
    return User.objects.filter(pk=pk, is_active=True).first()


def _back(request: HttpRequest) -> HttpResponse:
    to = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(to, {request.get_host()}, request.is_secure()):
        return redirect(to)
    return redirect("friends")
