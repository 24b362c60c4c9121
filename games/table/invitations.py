"""Inviting to a table: friends by one press, a link to copy or share, the code in large letters."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts import limits
from games.accounts.friends import friends_of
from games.accounts.models import User
from games.accounts.views import rate_limited, user_required
from games.community.friend_views import known
from games.community.invitations import invite as send
from games.community.listings import friends_lines
from games.foundation.rate_limit import RateLimited
from games.rooms import services
from games.rooms.models import Room
from games.rules.registry import GAMES
from games.table.admission import room_or_404, viewer
from games.table.room_views import USUAL


@require_http_methods(["GET", "POST"])
@never_cache
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Show a table's invitation page to those seated there; a POST (``friend``) sends one."""
    snapshot, user = room_or_404(request, code), viewer(request)
    if user is None or snapshot.seat_of(user) is None or snapshot.room.sealed:
        raise Http404
    friends = friends_of(user)
    if request.method == "POST":
        typed = request.POST.get("friend", "")
        friend = next((friend for friend in friends if str(friend.pk) == typed), None)
        if friend is None:
            raise Http404
        if wait := limits.INVITATIONS.wait(user.pk):
            return rate_limited(request, wait)
        _send(request, user, friend, snapshot.room)
        return redirect("invite", code=code)
    page = {"code": code, "game": _(snapshot.room.rules.name), "friends": friends_lines(user, friends)}
    return render(request, "rooms/invite.html", page)


@require_POST
@user_required
def play_with(request: HttpRequest, pk: int, game: str) -> HttpResponse:
    """Open a table with a game's standard rules and invite a friend."""
    friend = known(request.user, pk, "invite")
    if game not in GAMES:
        raise Http404
    if wait := limits.INVITATIONS.wait(request.user.pk):
        return rate_limited(request, wait)
    try:
        room = services.open_room(request.user, game, {}, USUAL)
    except RateLimited as many:
        return rate_limited(request, many.seconds)
    _send(request, request.user, friend, room)
    return redirect("invite", code=room.code)  # which says so


def _send(request: HttpRequest, user: User, friend: User, room: Room) -> None:
    if send(user, friend, room) is None:
        messages.error(request, _("%(name)s cannot join the table where you are.") % {"name": friend.name})
    else:
        messages.success(request, _("%(name)s has been invited to your table.") % {"name": friend.name})
