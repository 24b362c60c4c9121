"""Views of the friends page: requests, invitations, blocks and reports."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.core.signing import BadSignature, TimestampSigner
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts import friends as services
from games.accounts import limits, notifications
from games.accounts.forms import ReportForm
from games.accounts.models import Block, User
from games.accounts.services import player
from games.accounts.views import rate_limited, redirect_next, user_required
from games.community import invitations, reports, statistics
from games.community.listings import friends_lines, lines_of, news_of
from games.foundation.addresses import network_at
from games.foundation.compiled_queries import CompiledQuery
from games.foundation.prefetch import is_shown
from games.rooms import join_requests
from games.rooms.access import access_lists
from games.rooms.seats import RequestRefused
from games.rooms.services import latest_room
from games.rules.registry import GAMES

_blocks: CompiledQuery[Block] = CompiledQuery(lambda pk: Block.objects.filter(blocker=pk).select_related("blocked"), -1)
_signer = TimestampSigner(salt="friend-link")
#: How long a person's friend link stays valid.
LINK_LASTS = timedelta(days=30)
#: Actions on another person known to the viewer.
ACTIONS = {
    "accept": services.accept,
    "decline": services.decline,
    "remove": services.remove,
    "block": services.block,
    "unblock": services.unblock,
}
#: Those that ask first whether they are meant (``sure``), and what is said once they are done.
ASKS_FIRST = {
    "remove": gettext_noop("You and %(name)s are no longer friends."),
    "block": gettext_noop("You have blocked %(name)s."),
}


@require_safe
@never_cache
@user_required
def friends(request: HttpRequest) -> HttpResponse:
    """Show friends, requests, people met at the table, and notifications."""
    return render(request, "friends/friends.html", _page(request, request.user) | {"typed": "", "error": "", "wait": 0})


def _page(request: HttpRequest, user: User) -> dict[str, Any]:
    lists = access_lists([user.pk])
    news = news_of(user, lists)
    if is_shown(request):
        notifications.mark_read(user)
    people = services.friends_of(user)
    outgoing, incoming = services.outgoing_requests(user), services.incoming_requests(user)
    listed = {user.pk, *(person.pk for person in people), *lists.blocks.get(user.pk, ())}
    listed |= {row.asker_id for row in incoming}
    # compare names as typed: otherwise the list would reveal whose login name it is, and who has declined
    names = {row.called.casefold() for row in outgoing}
    met = [
        person
        for person in statistics.played_with(user)
        if person.pk not in listed and person.name.casefold() not in names
    ]
    room = latest_room(user)
    return {
        "news": news,
        "incoming": [lines_of(row.asker) for row in incoming],
        "outgoing": outgoing,
        "friends": friends_lines(user, people, lists),
        "games": [(key, _(game.name)) for key, game in GAMES.items()],
        "met": [lines_of(person) for person in met],
        "blocked": [lines_of(row.blocked) for row in _blocks(user.pk)],
        "link": reverse("friend-link", args=[token_of(user)]),
        "room": room.called if room else "",
    }


@require_http_methods(["GET", "POST"])
@user_required
def ask(request: HttpRequest) -> HttpResponse:
    """Send a friend request by name. The response is the same whether or not anybody has the name."""
    if request.method == "GET":  # the page of a refused name was reloaded
        return redirect("friends")
    typed = request.POST.get("name", "")
    name = services.clean_called(typed)
    if not name:
        error = _("Type the name of the person you are looking for.")
        context = _page(request, request.user) | {"typed": typed, "error": error, "wait": 0}
        return render(request, "friends/friends.html", context, status=422)
    if wait := _wait_to_ask(request, request.user):
        return rate_limited(request, wait, "friends/friends.html", **_page(request, request.user), typed=name, error="")
    services.ask(request.user, services.find_by_name(name), name)
    messages.success(request, _("If somebody goes by that name, your request has been sent."))
    return redirect("friends")


@require_POST
@user_required
def act(request: HttpRequest, pk: int, do: str) -> HttpResponse:
    """Ask, invite, or perform one of ``ACTIONS`` on a person known to the viewer."""
    other = known(request.user, pk, do)
    if do == "ask":
        if wait := _wait_to_ask(request, request.user):
            return rate_limited(request, wait)
        services.ask(request.user, other, other.name)
        messages.success(request, _("Your request has been sent."))
    elif do == "invite":
        return _invite(request, other)
    elif do in ACTIONS:
        ACTIONS[do](request.user, other)
        if do in ASKS_FIRST:
            messages.success(request, _(ASKS_FIRST[do]) % {"name": other.name})
    else:
        raise Http404
    return _back(request)


@require_safe
@never_cache
@user_required
def sure(request: HttpRequest, pk: int, do: str) -> HttpResponse:
    """Ask whether to end a friendship or to block somebody, and say what will happen."""
    if do not in ASKS_FIRST:
        raise Http404
    return render(request, "friends/sure.html", {"do": do, "person": lines_of(known(request.user, pk, do))})


def _wait_to_ask(request: HttpRequest, user: User | None) -> int:
    """Count a friend request; return 0 if it is allowed, else the seconds until the next one is. Guests and visitors
    are also counted by network."""
    wait = limits.REQUESTS.wait(user.pk) if user is not None else 0
    if not wait and (user is None or user.is_guest):
        wait = limits.REQUESTS_OF_NETWORK.wait(network_at(request.META.get("REMOTE_ADDR", "")))
    return wait


def _invite(request: HttpRequest, other: User) -> HttpResponse:
    if wait := limits.INVITATIONS.wait(request.user.pk):
        return rate_limited(request, wait)
    room = invitations.invite(request.user, other)
    if room is None and latest_room(request.user) is None:
        messages.error(request, _("Open a table first, then invite."))
    elif room is None:
        messages.error(request, _("%(name)s cannot join the table where you are.") % {"name": other.name})
    else:
        messages.success(request, _("%(name)s has been invited to your table.") % {"name": other.name})
    return _back(request)


@require_POST
@user_required
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw the viewer's own request."""
    services.withdraw(request.user, pk)
    return _back(request)


@require_POST
@user_required
def later(request: HttpRequest) -> HttpResponse:
    """Dismiss a notification; it stays on the friends page."""
    pk = request.POST.get("news", "")
    if pk.isdecimal() and len(pk) < 19:
        notifications.mark_read(request.user, pk=int(pk))
    return HttpResponse(status=204) if request.htmx else _back(request)


@require_POST
@user_required
def door(request: HttpRequest) -> HttpResponse:
    """Grant (``in``) or decline (``out``) a request to join one's table; the value is «code person»."""
    granted = "in" in request.POST
    code, _space, asker = request.POST.get("in" if granted else "out", "").partition(" ")
    if not (asker.isascii() and asker.isdigit() and len(asker) < 19):
        raise Http404
    try:
        join_requests.answer(request.user, code, int(asker), granted)
    except RequestRefused as refused:
        if request.htmx:  # type: ignore[attr-defined]
            return _refusal(_(refused.sentence), refused.status)
        messages.error(request, _(refused.sentence))
    return HttpResponse(status=204) if request.htmx else _back(request)  # type: ignore[attr-defined]


def _refusal(sentence: str, status: int) -> HttpResponse:
    """Answer htmx with why a press did nothing: a page with a form half filled in, or with a hand, stays as it is."""
    html = render_to_string("friends/_refusal.html", {"error": sentence})
    return HttpResponse(f'<hx-partial id="news">{html}</hx-partial>', status=status)


@require_http_methods(["GET", "POST"])
@never_cache
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Show whose link it is; on a press, make the viewer their friend, which turns a visitor into a guest.

    The answer to a link that is no longer valid does not say whose it was, and people who are blocked get the same.
    """
    other, user = holder(token), request.user if isinstance(request.user, User) else None
    if other is None or (user is not None and services.blocked(user, other)):
        return render(request, "friends/link_ended.html", status=404)
    if other == user:
        return redirect("friends")
    if user is not None and services.are_friends(user, other):
        messages.info(request, _("You and %(name)s are friends already.") % {"name": other.name})
        return redirect("friends")
    if request.method == "POST":
        if wait := _wait_to_ask(request, user):
            return rate_limited(request, wait)
        user = player(request)
        if services.befriend(user, other):
            messages.success(request, _("You and %(name)s are friends now.") % {"name": other.name})
        return redirect("friends")
    picture = request.build_absolute_uri(reverse("picture"))
    return render(request, "friends/link.html", {"person": lines_of(other), "picture": picture})


@require_POST
@user_required
def new_link(request: HttpRequest) -> HttpResponse:
    """End the links that the viewer has given away."""
    services.renew_link(request.user)
    messages.success(request, _("All earlier links are void. Here is a new one."))
    return redirect("friends")


@require_http_methods(["GET", "POST"])
@never_cache
@user_required
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Report another player to the operators."""
    other = known(request.user, pk, "report")
    form = ReportForm(request.POST if request.method == "POST" else None)
    page = {"form": form, "person": lines_of(other)}
    if request.method == "POST" and form.is_valid():
        by_network = network_at(request.META.get("REMOTE_ADDR", ""))
        wait = limits.REPORTS_OF_NETWORK.wait(by_network) if request.user.is_guest else 0
        if wait := wait or limits.REPORTS.wait(request.user.pk):
            return rate_limited(request, wait, "friends/report.html", **page)
        data = form.cleaned_data
        reports.report(request.user, other, data["reason"], data["text"], request.GET.get("table", ""))
        messages.success(request, _("Thank you. We will look at it."))
        return redirect("friends")
    return render(request, "friends/report.html", page | {"wait": 0}, status=422 if form.errors else 200)


def known(user: User, pk: int, do: str) -> User:
    """Return a person known to a viewer for an action; raise the same ``Http404`` for all others.

    Friends, people who have asked, and people met in a match are known, unless one has blocked the other. A blocker may
    unblock. Anybody met at a table, even before a match, may be blocked and reported despite a block.
    """
    other = get_object_or_404(User, pk=pk)
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
    """Return the token of a person's own link; without a key it is as it was before there were keys."""
    return _signer.sign(f"{user.pk}-{user.friend_key}" if user.friend_key else str(user.pk))


def holder(token: str) -> User | None:
    """Return the person whose link has this token; None if it is invalid or expired, or was ended by its owner."""
    try:
        pk, _hyphen, key = _signer.unsign(token, max_age=LINK_LASTS).partition("-")
    except BadSignature:
        return None
    return User.objects.filter(pk=pk, friend_key=key, is_active=True).first()


def _back(request: HttpRequest) -> HttpResponse:
    return redirect_next(request, request.POST.get("next", ""), "friends")
