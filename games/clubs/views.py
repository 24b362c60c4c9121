"""The pages of clubs. Outsiders get 404 for a club, and ordinary members for organisers' actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.models import User
from games.accounts.services import player
from games.accounts.views import rate_limited, user_required
from games.clubs import limits, pages, services, table_notifications
from games.clubs.models import Club, Membership
from games.community import ladder
from games.community.ladder_views import page_number
from games.foundation.addresses import network_at
from games.foundation.prefetch import is_shown
from games.foundation.rate_limit import RateLimited
from games.rooms import chat
from games.rooms.models import USUAL_CLOCK
from games.rooms.seats import RequestRefused
from games.rules.core import Game
from games.rules.registry import GAMES
from games.table.room_form import CLOCKS, BadSetup, clocks, pruned, read_name
from games.table.room_settings import opened_many
from games.table.rules_choice import chosen_rules


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def clubs(request: HttpRequest) -> HttpResponse:
    """Show what clubs are, and the viewer's clubs; a post creates one."""
    if request.method == "POST":
        return _make(request)
    user = request.user if isinstance(request.user, User) else None
    return render(request, "clubs/index.html", pages.index(user))


@user_required
def _make(request: HttpRequest) -> HttpResponse:
    user = request.user
    if user.is_guest:
        raise Http404
    typed = request.POST.get("name", "")
    try:
        name = read_name(typed)
    except BadSetup as bad:
        return _form_again(request, typed, bad.sentence)
    if not name:
        return _form_again(request, typed, _("Give the club a name."))
    try:
        chat.check_naming(user, name)
    except RequestRefused as refused:
        return _form_again(request, typed, _(refused.sentence), refused.status)
    if wait := limits.NEW_CLUBS.wait(user.pk):
        return rate_limited(request, wait)
    try:
        club = services.make(user, name)
    except services.ClubRefused as refused:
        return _form_again(request, typed, sentence(refused))
    return redirect("club", club.slug)


def _form_again(request: HttpRequest, typed: str, message: str, status: int = 422) -> HttpResponse:
    context = pages.index(request.user) | {"typed": typed[:40], "error": message}
    return render(request, "clubs/index.html", context, status=status)


@require_safe
@never_cache
@user_required
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club to its members."""
    club, members = _club_and_members(request.user, slug)
    if is_shown(request):
        table_notifications.seen(club, request.user)
    return render(request, "clubs/club.html", pages.club(club, members, request.user))


@require_POST
@user_required
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table in a club, with rules of the club (``rules``) or the defaults of a game (``game``)."""
    club = _club_of(request.user, slug)
    pk, game = request.POST.get("rules", ""), request.POST.get("game", "")
    options: dict[str, Any] = {}
    clock, name = USUAL_CLOCK, ""
    if pk:
        rules = club.rules.filter(pk=int(pk)).first() if _is_row(pk) else None
        if rules is None:
            messages.error(request, _("The club no longer plays by those rules."))
            return redirect("club", slug)
        game, options, clock, name = rules.game, rules.options, rules.clock, rules.name
    if game not in GAMES:
        raise Http404
    try:
        room = services.open_table(club, request.user, game, pruned(GAMES[game], options), clock, name)
    except RateLimited as many:
        messages.error(request, opened_many(many))
        return redirect("club", slug)
    return redirect("table", room.code)


@require_POST
@user_required
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """End the viewer's membership."""
    club = _club_of(request.user, slug)
    services.leave(club, request.user)
    messages.success(request, _("You have left %(club)s.") % {"club": club.name})
    return redirect("clubs")


@require_safe
@never_cache
@user_required
def club_ladder(request: HttpRequest, slug: str, game: str) -> HttpResponse:
    """Show the club members' places on a game's ladder of this season."""
    club = _club_of(request.user, slug)
    if game not in GAMES:
        raise Http404
    try:
        context = pages.club_ladder(club, game, request.user, page_number(request))
    except ladder.NoSuchPage:
        raise Http404 from None
    return render(request, "clubs/ladder.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show to which club a link invites; on a press, make the viewer a member, which turns a visitor into a guest."""
    club, user = services.club_of(token), request.user if isinstance(request.user, User) else None
    if club is None:
        raise Http404
    if user is not None and Membership.objects.filter(club=club, user=user).exists():
        return redirect("club", club.slug)
    message = ""
    if request.method == "POST":
        by_network = network_at(request.META.get("REMOTE_ADDR", ""))
        if (user is None or user.is_guest) and (wait := limits.JOINED_OF_NETWORK.wait(by_network)):
            return rate_limited(request, wait)
        user = player(request)
        if wait := limits.JOINED.wait(user.pk):
            return rate_limited(request, wait)
        try:
            services.join(club, user)
            return redirect("club", club.slug)
        except Club.DoesNotExist:
            raise Http404 from None
        except services.ClubRefused as refused:
            message = sentence(refused)
    picture = request.build_absolute_uri(reverse("picture"))
    context = {"club": club.name, "number": len(services.members_of(club)), "picture": picture, "error": message}
    return render(request, "clubs/join.html", context, status=422 if message else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@user_required
def manage(request: HttpRequest, slug: str) -> HttpResponse:
    """Let organisers manage a club; ``do`` is a key of ``DEEDS``."""
    club, members = _club_and_members(request.user, slug)
    if request.user.pk not in services.organisers(members):
        raise Http404
    if request.method != "POST":
        return render(request, "clubs/manage.html", pages.manage(club, members, request.user))
    deed = DEEDS.get(request.POST.get("do", ""))
    if deed is None:
        raise Http404
    try:
        deed(club, members, request)
    except services.ClubRefused as refused:
        return _page(request, club, members, sentence(refused))
    except BadSetup as bad:
        return _page(request, club, members, bad.sentence)
    except RequestRefused as refused:
        return _page(request, club, members, _(refused.sentence), refused.status)
    if deed is _step_down:
        return redirect("club", slug)
    return redirect("club-manage", slug)


def _page(request: HttpRequest, club: Club, members: list[Membership], message: str, status: int = 422) -> HttpResponse:
    context = pages.manage(club, members, request.user) | {"error": message}
    return render(request, "clubs/manage.html", context, status=status)


def _rename(club: Club, members: list[Membership], request: HttpRequest) -> None:
    name = read_name(request.POST.get("name", ""))
    if not name:
        raise BadSetup("name")
    chat.check_naming(request.user, name)
    services.rename(club, name)


def _revoke(club: Club, members: list[Membership], request: HttpRequest) -> None:
    services.revoke(club)
    messages.success(request, _("All earlier links are void. Here is a new one."))


def _remove(club: Club, members: list[Membership], request: HttpRequest) -> None:
    member = _member(members, request.POST)
    if member.user == request.user:
        raise Http404
    services.remove(club, member.user)
    messages.success(request, _("Removed. Earlier invitation links are void."))


def _appoint(club: Club, members: list[Membership], request: HttpRequest) -> None:
    services.appoint(club, _member(members, request.POST).user)


def _step_down(club: Club, members: list[Membership], request: HttpRequest) -> None:
    services.step_down(club, request.user)


def _add_rules(club: Club, members: list[Membership], request: HttpRequest) -> None:
    """Add ``rules`` with a ``clock``: a preset of a game, or rules that the organiser saved under a name."""
    rules = chosen_rules(request.user, request.POST.get("rules", ""))
    clock = _clock(rules.game, request.POST)
    chat.check_naming(request.user, rules.name)
    services.add_rules(club, rules.game.key, rules.options, clock, name=rules.name, preset=rules.preset)


def _clock(rules: Game, post: QueryDict) -> int:
    """Return the time per turn chosen for a game."""
    chosen = next((seconds for seconds in CLOCKS if str(seconds) == post.get("clock")), None)
    if chosen is None:
        raise BadSetup("clock")
    if chosen not in clocks(rules):
        raise services.ClubRefused("clock")
    return chosen


def _drop_rules(club: Club, members: list[Membership], request: HttpRequest) -> None:
    pk = request.POST.get("rules", "")
    if not _is_row(pk):
        raise Http404
    services.drop_rules(club, int(pk))


#: Organiser action → handler.
DEEDS: dict[str, Callable[[Club, list[Membership], Any], None]] = {
    "rename": _rename,
    "revoke": _revoke,
    "remove": _remove,
    "appoint": _appoint,
    "step-down": _step_down,
    "add-rules": _add_rules,
    "drop-rules": _drop_rules,
}


def sentence(refused: services.ClubRefused) -> str:
    """Return the message for a refused change."""
    return {
        "full": _("This club is full."),
        "many-clubs": _("You are already in as many clubs as you can be. Leave one first."),
        "many-rules": _("The club has too many sets of rules. Remove one first."),
        "clock": _("In this game everyone draws at once, so no turn can last for days."),
        "last": _("You are the last organiser. Appoint another one first."),
    }[refused.reason]


def _club_of(user: User, slug: str) -> Club:
    """Return a club for one of its members; raise the same ``Http404`` for all others."""
    club = Club.objects.filter(slug=slug, memberships__user=user).first()
    if club is None:
        raise Http404
    return club


def _club_and_members(user: User, slug: str) -> tuple[Club, list[Membership]]:
    """Return a club with its members, for one of them; raise the same ``Http404`` for all others."""
    club = _club_of(user, slug)
    return club, services.members_of(club)


def _member(members: list[Membership], post: QueryDict) -> Membership:
    person = post.get("person", "")
    member = next((member for member in members if str(member.user_id) == person), None)
    if member is None:
        raise Http404
    return member


def _is_row(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19
