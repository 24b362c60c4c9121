"""Posts about seats and chat: sit, leave, come back, host actions, messages.

Like a press in the game, each answers htmx with the current table, and a page without scripts
with a redirect or, if nothing was done, with the table and the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import User
from games.accounts.services import player
from games.community import early_end
from games.community.rating_rules import ABANDONED
from games.foundation.rate_limit import RateLimited
from games.matches import seating
from games.rooms import chat, seats
from games.rooms.models import Room
from games.rooms.seats import RequestRefused, RoomNotFound
from games.table import limits, newcomers
from games.table import scene as scenes
from games.table.admission import room_or_404, viewer
from games.table.limits import too_fast
from games.table.responses import answer, bad_press, hasty, lead, no_seat
from games.table.seated_press import signed_out
from games.table.snapshot import load_snapshot
from games.table.views import REFUSED

Deed = Callable[[Room, User, int], None]

#: actions about one seat, about the person with id 57 who has it, about the match with id 93, and about the whole
#: table: «sit 2», «host 2 57», «end 93», «start»
ABOUT_A_SEAT: dict[str, Deed] = {
    "sit": seats.sit,
    "take": newcomers.take,
    "stand-in": seating.stand_in_for,
    "mind": seating.stand_in_for,  # the word on pages of older releases
    "ai": seats.add_ai,
    "out": seats.clear,
}
ABOUT_A_PERSON: dict[str, Callable[[Room, User, int, int | None], None]] = {
    "let-in": seating.seat_now,
    "turn-away": newcomers.turn_away,
    "send-away": seats.send_away,
    "host": seats.hand_over,
}
ABOUT_A_MATCH: dict[str, Deed] = {
    "end": early_end.end_match,
}
ABOUT_THE_TABLE: dict[str, Callable[[Room, User], Any]] = {
    "start": seating.start,
    "fill": seating.fill_and_start,
    "leave": seating.leave,
    "back": seating.come_back,
    "give-back": seating.give_back,
}
#: actions after which a person has no business at the table
GOING = frozenset({"leave", "end"})
#: actions open to people without an account, who become guests
FOR_GUESTS = frozenset({"sit", "take"})


@require_POST
@never_cache
def seat(request: HttpRequest, code: str) -> HttpResponse:
    """Change who sits where."""
    word, number, person = (*request.POST.get("do", "").split(" ", 2), "", "")[:3]
    if word not in FOR_GUESTS and (response := signed_out(request, code)):
        return response
    snapshot = room_or_404(request, code)
    room = snapshot.room
    if not _is_known(word, number, person) or len(request.POST) > 2:
        return bad_press()
    user = viewer(request)
    if user is None and word not in FOR_GUESTS:
        return no_seat()
    mine = snapshot.seat_of(user)
    if mine is not None and too_fast(room.pk, mine):
        return hasty(request, snapshot)
    try:
        new, user = user is None, player(request)
        if word in FOR_GUESTS:
            limits.TAKES.check(user.pk)
    except RateLimited as many:
        return _limited(request, code, _taken_many(many.seconds), many.seconds)
    try:
        if word in ABOUT_A_PERSON:
            ABOUT_A_PERSON[word](room, user, int(number), int(person) if person else None)
        elif number:
            (ABOUT_A_SEAT | ABOUT_A_MATCH)[word](room, user, int(number))
        else:
            ABOUT_THE_TABLE[word](room, user)
    except RoomNotFound:
        raise Http404 from None
    except RequestRefused as refused:
        if new:  # the page's CSRF token was anonymous too: its next presses would be refused
            request.session[REFUSED] = refused.sentence
            return lead(request, reverse("table", args=[code]))
        return _refused(request, code, refused.status, _(refused.sentence))
    if word in GOING:
        return lead(request, reverse("home"))
    if new:  # the page's socket is anonymous: a new page opens one as the guest
        return lead(request, reverse("table", args=[code]))
    return answer(request, load_snapshot(code), 200, None)


def _is_known(word: str, number: str, person: str) -> bool:
    """Return whether a page of ours sends such a press. Those of older releases name no person."""
    if word in ABOUT_THE_TABLE:
        return not number and not person
    if word in ABOUT_A_MATCH:
        return _is_id(number) and not person
    if person and not (word in ABOUT_A_PERSON and _is_id(person)):
        return False
    return (word in ABOUT_A_SEAT or word in ABOUT_A_PERSON) and number in set("0123456789")


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19


@require_safe
@never_cache
def leaving(request: HttpRequest, code: str) -> HttpResponse:
    """Ask whether to leave, or to end a match with AI players alone, and say what will happen."""
    snapshot, user = room_or_404(request, code), viewer(request)
    if user is None or snapshot.seat_of(user) is None:
        return redirect("table", code=code)
    room, match = snapshot.room, snapshot.match if snapshot.running else None
    context = {
        "room": room,
        "match": match,
        "rated": match is not None and early_end.is_rated(match),
        "moved": match is not None and early_end.is_rated_for(match, user),
        "ends": match is not None and early_end.is_own(room, snapshot.seats, match, user),
        "days": ABANDONED.days,
    }
    return render(request, "rooms/leave.html", context)


@require_POST
@never_cache
def post_message(request: HttpRequest, code: str) -> HttpResponse:
    """Post a chat message, or mute or unmute somebody."""
    if response := signed_out(request, code):
        return response
    snapshot = room_or_404(request, code)
    user = viewer(request)
    if user is None:
        return no_seat()
    for field, muted in (("mute", True), ("hear", False)):
        if field in request.POST:
            return _mute(request, snapshot.room, user, request.POST[field], muted)
    try:
        chat.say(snapshot.room, user, request.POST.get("text", ""), request.POST.get("phrase", ""))
    except RequestRefused as refused:
        return _refused(request, code, refused.status, _(refused.sentence))
    except RateLimited as many:
        message = ngettext(
            "You are talking too fast. Try again in %(seconds)s second.",
            "You are talking too fast. Try again in %(seconds)s seconds.",
            many.seconds,
        )
        return _limited(request, code, message % {"seconds": many.seconds}, many.seconds)
    return answer(request, load_snapshot(code), 200, None)


def _mute(request: HttpRequest, room: Room, user: User, who: str, muted: bool) -> HttpResponse:
    if not _is_id(who):
        return bad_press()
    chat.mute(user, int(who), muted)
    return answer(request, load_snapshot(room.code), 200, None)


def _taken_many(wait: int) -> str:
    """Return the message to somebody who has taken many seats. ``wait``: seconds until they may take another."""
    minutes = -(-wait // 60)
    sentence = ngettext(
        "You have taken many seats. Try again in %(minutes)s minute.",
        "You have taken many seats. Try again in %(minutes)s minutes.",
        minutes,
    )
    return sentence % {"minutes": minutes}


def _limited(request: HttpRequest, code: str, sentence: str, wait: int) -> HttpResponse:
    """Answer with the table, and say when to try again. ``wait``: seconds."""
    response = _refused(request, code, 429, sentence)
    response["Retry-After"] = str(wait)
    return response


def _refused(request: HttpRequest, code: str, status: int, sentence: str) -> HttpResponse:
    return answer(request, load_snapshot(code), status, scenes.RefusedPress("room", message=sentence))
