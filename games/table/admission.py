"""The door of a table: what a link shows people who may not enter, and asking to be let in."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.accounts.models import User
from games.accounts.names import readable
from games.accounts.services import player
from games.accounts.views import rate_limited
from games.foundation.rate_limit import RateLimited
from games.rooms import join_requests
from games.rooms.access import may_ask_to_join, may_see_room
from games.rooms.models import Ban, Room
from games.rooms.seats import RequestRefused
from games.table.limits import count_wrong, guesser, guessing, network
from games.table.room_settings import differences, rules_address
from games.table.scene_builder import ai_name
from games.table.sentences import listed
from games.table.snapshot import RoomSnapshot, load_snapshot


def at_the_door(request: HttpRequest, code: str) -> RoomSnapshot:
    """Return the snapshot of a room that the viewer may enter, or may ask to enter.

    Raises ``Http404`` for all others, and ``RateLimited`` for somebody who has tried too many wrong codes and
    is not seated there.
    """
    user = viewer(request)
    try:
        snapshot = load_snapshot(code)
    except Room.DoesNotExist:
        snapshot = None
    if snapshot is not None and snapshot.row_of(user) is not None:
        return snapshot
    if seconds := guessing(guesser(request)):
        raise RateLimited(seconds)
    if snapshot is None or not (
        may_see_room(snapshot.room, snapshot.seats, user) or may_ask_to_join(snapshot.room, snapshot.seats, user)
    ):
        count_wrong(guesser(request))
        raise Http404
    return snapshot


def room_or_404(request: HttpRequest, code: str) -> RoomSnapshot:
    """Return a room that the viewer may see. Raises ``Http404`` for all others, and ``RateLimited`` for
    somebody who has tried too many wrong codes and is not seated there."""
    snapshot = at_the_door(request, code)
    if not may_see_room(snapshot.room, snapshot.seats, viewer(request)):
        raise Http404
    return snapshot


def viewer(request: HttpRequest) -> User | None:
    """Return the viewer, or None for an anonymous visitor."""
    return request.user if isinstance(request.user, User) else None


def show(request: HttpRequest, snapshot: RoomSnapshot, message: str = "") -> HttpResponse:
    """Show who invites, the game, its rules, who is seated, and what the viewer can do."""
    room, user = snapshot.room, viewer(request)
    answer = join_requests.answer_of(room, user)
    for_friends = room.visibility == Room.Visibility.FRIENDS
    context = {
        "code": room.code,
        "host": _host_name(snapshot),
        "game": _(room.rules.name),
        "rules": differences(room.rules, room.options),
        "in_full": rules_address(room.rules, room.options),
        "sitting": listed(
            readable(seat.user.name) if seat.user is not None else _(ai_name(seat.number))
            for seat in snapshot.seats
            if seat.user is not None or seat.level
        ),
        "free": sum(seat.user is None and not seat.level for seat in snapshot.seats),
        # «ask», «waits», «refused», or «full» if all there is to say is that no seat is free
        "stands": "full" if not for_friends else _stands(answer.granted if answer else "ask"),
        "error": message,
    } | preview(request, snapshot)
    return render(request, "rooms/door.html", context, status=409 if message else 200)


def preview(request: HttpRequest, snapshot: RoomSnapshot) -> dict[str, str]:
    """Return the link preview of a table for chats: who invites, to which game, and the site's picture."""
    values = {"host": _host_name(snapshot), "game": _(snapshot.room.rules.name)}
    return {
        "title": _("%(host)s invites you to %(game)s") % values if values["host"] else values["game"],
        "about": _("Cards with friends, in your browser: nothing to install."),
        "picture": request.build_absolute_uri(reverse("picture")),
    }


def _host_name(snapshot: RoomSnapshot) -> str:
    """Return the name of a room's host, "" if it has none. Most sit at the table; of others it holds only the id."""
    host = snapshot.room.host_id
    sitting = [seat.user.name for seat in snapshot.seats if seat.user is not None and seat.user_id == host]
    name = sitting[0] if sitting else User.objects.filter(pk=host).values_list("name", flat=True).first()
    return readable(name) if name is not None else ""


def _stands(answer: bool | str | None) -> str:
    return {None: "waits", False: "refused", True: "full"}.get(answer, "ask")  # type: ignore[arg-type]


def nothing(request: HttpRequest, code: str) -> HttpResponse:
    """Say that no open table has this code, whether it is wrong, has ended or is closed to the viewer. Only whoever its
    host has sent away is told that: they have been there."""
    user = viewer(request)
    sent_away = user is not None and Ban.objects.filter(room__code=code, room__closed_at=None, user=user).exists()
    return render(request, "rooms/no_table.html", {"typed": "", "sent_away": sent_away}, status=404)


@require_POST
@never_cache
def ask_to_join(request: HttpRequest, code: str) -> HttpResponse:
    """Ask the host to be let in; anonymous users become guests."""
    snapshot = at_the_door(request, code)
    user = viewer(request)
    if may_see_room(snapshot.room, snapshot.seats, user):
        return redirect("table", code=code)
    for limit, who in (
        (join_requests.REQUESTS, user.pk if user else None),
        (join_requests.REQUESTS_OF_NETWORK, network(request)),
    ):
        if who is not None and (wait := limit.wait(who)):
            return rate_limited(request, wait)
    if snapshot.room.host_id is None or snapshot.room.visibility != Room.Visibility.FRIENDS:
        raise Http404
    try:
        join_requests.ask_to_join(snapshot.room, player(request))
    except RequestRefused as refused:
        return show(request, snapshot, _(refused.sentence))
    return redirect("table", code=code)
