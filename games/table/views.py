"""The table's pages: sit down, watch, act."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts import notifications
from games.accounts.friends import friends_of
from games.accounts.models import Notification, User
from games.accounts.services import lock, player, set_preference
from games.accounts.views import rate_limited
from games.community import pairing
from games.community.listings import friends_here
from games.community.merge_guest import pending_guest
from games.foundation.paths import address
from games.foundation.prefetch import is_shown
from games.foundation.transactions import write
from games.matches import running_tables, seating, services, shuffling
from games.matches.models import Hand, Player
from games.matches.own_tables import own_tables
from games.plugins.cover import options_of
from games.rooms import seats
from games.rooms.access import may_see_room
from games.rooms.seat_rows import seats_by_room
from games.rooms.services import (
    ALONE,
    RoomSettings,
    keep_to_oneself,
    open_room,
    open_rooms,
    unfinished_room,
)
from games.rules.core import Illegal, Malformed
from games.rules.registry import GAMES
from games.table import admission, next_level
from games.table.admission import viewer
from games.table.cached_gettext import one_language
from games.table.forms import BadForm, Press, read_press
from games.table.home import families, lobby_lines, running_lines, table_line
from games.table.limits import KEEPS, network
from games.table.responses import answer, bad_press, chosen, lead, moved_on, page, wrong_seat
from games.table.room_state import COACHED
from games.table.scene import RefusedPress
from games.table.scene_builder import press_key
from games.table.seated_press import mark_present, seated_viewer
from games.table.snapshot import RoomSnapshot, load_snapshot

log = logging.getLogger(__name__)
#: Tables in play that the front page shows.
SHOWN = 6
#: The viewer's own tables that it shows at once; the others are behind one press.
FIRST_TABLES = 3
#: Every game's refusal code for an action off turn.
NOT_YOUR_TURN = "not-your-turn"
#: Presses that ask for another hand; pressing twice, or as it is dealt, is harmless.
ONWARD = frozenset({"next", "again"})
#: Session key: why the last press did nothing, for the page redirected to.
REFUSED = "refused"
#: Notifications that are read once the person sees the table.
OF_A_TABLE = (
    Notification.Kind.INVITED,
    Notification.Kind.TURN,
    Notification.Kind.ROUND,
    Notification.Kind.CLUB_TABLE,
)


@require_safe
@never_cache
@one_language()
def home(request: HttpRequest) -> HttpResponse:
    """Show the front page: games, the viewer's tables, and tables waiting for players."""
    games = families()
    user = viewer(request)
    friends = friends_of(user) if user is not None else []
    own = sorted(own_tables(user), key=lambda table: not table.my_turn) if user is not None else []
    mine = list(map(table_line, own))
    here = friends_here(user, friends) if user is not None else []
    guest = pending_guest(request) if user is not None else None
    alone = user is not None and user.prefs.get(ALONE) == "on"
    next_one = next_level.proposed(user) if user is not None else None
    context = {
        "games": games,
        "known": next_level.known_games(user) if user is not None else set(),
        "tables": mine[:FIRST_TABLES],
        "more_tables": mine[FIRST_TABLES:],
        "here": here,
        "guest": guest,
        "alone": alone,
        "next": next_one,
    }
    return render(request, "home/home.html", context | lobby_of(user, friends, SHOWN))


def lobby_of(
    user: User | None, friends: Collection[User] | None = None, most: int | None = None, game: str = ""
) -> dict[str, Any]:
    """Return the tables with a seat for a viewer, for one game or all: those in play (``running``), at most ``most``,
    and those waiting for players (``lobby``). ``friends``: the viewer's, if known."""
    if friends is None:
        friends = friends_of(user) if user is not None else ()
    ids = frozenset(friend.pk for friend in friends)
    rooms, matches = open_rooms(user, game), running_tables.with_a_seat(user, game)
    seated = seats_by_room([*(room.pk for room in rooms), *(match.room_id for match in matches)])
    tables = [table for table in running_tables.tables(matches, seated) if table.takeable is not None]
    return {"lobby": lobby_lines(rooms, ids, seated), "running": running_lines(tables, ids)[:most]}


@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest, game: str) -> HttpResponse:
    """Seat the viewer, as a guest if need be: at their unfinished table, else where people wait for one more,
    else at a new table with AI players, which others can find unless the viewer keeps their tables to themselves.
    With a ``level``, seat them with AI players of that level, now and in future.
    Any other method redirects to the front page. Raises ``RateLimited``."""
    if game not in GAMES:
        raise Http404
    if request.method != "POST":
        return redirect("home")
    if (level := request.POST.get("level", "")) not in ("", *next_level.LADDER):
        return bad_press()
    user, options = player(request), options_of(GAMES[game], request.POST.get("way", ""))
    if level:
        next_level.take(user, game, level)
    with write():
        lock(user.pk)  # of two presses at once, the later one finds the match that the earlier has begun
        if (room := unfinished_room(user, game, options)) and level in ("", room.level):
            return lead(request, address("table", room.code))
        alone = user.prefs.get(ALONE) == "on"
        if not (alone or level) and (room := pairing.sit_with_others(user, game, options)):
            return redirect("table", code=room.code)
        is_new = not Player.objects.filter(user=user, match__game=game).exists()
        level = level or (next_level.FIRST if is_new else next_level.level_of(user.prefs, game))
        room = open_room(user, game, options, RoomSettings(level=level), findable=not alone)
        if is_new:
            set_preference(user, COACHED, room.code)
            next_level.take(user, game, level)
        shuffling.accept(room, user, request.POST.get("promise", ""), request.POST.get("seed", ""))
        seating.fill_and_start(room, user)
    pairing.tell_of(room, user)
    return lead(request, address("table", room.code))


@require_POST
def unwanted(request: HttpRequest, game: str) -> HttpResponse:
    """Stop proposing a level of AI players to the viewer."""
    return _answer_proposal(request, game, next_level.decline)


@require_POST
def wanted(request: HttpRequest, game: str) -> HttpResponse:
    """Have the viewer meet AI players of another level from their next match of a game on."""
    return _answer_proposal(request, game, next_level.take_later)


def _answer_proposal(request: HttpRequest, game: str, note: Callable[[User, str, str], None]) -> HttpResponse:
    level, user = request.POST.get("level", ""), viewer(request)
    if game not in GAMES:
        raise Http404
    if level not in next_level.LADDER or user is None:
        return bad_press()
    note(user, game, level)
    return redirect("home")


@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Keep the viewer's «Play now» tables to themselves from now on, or stop doing so."""
    if request.POST.get("alone", "") not in ("", "on"):
        return bad_press()
    if wait := KEEPS.wait(network(request)):
        return rate_limited(request, wait)
    keep_to_oneself(player(request), request.POST.get("alone") == "on")
    return redirect("home")


@require_safe
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the table to the viewer; its code may be in lower case."""
    if code != code.upper():
        return redirect("table", code=code.upper())
    try:
        snapshot = admission.at_the_door(request, code)
    except Http404:
        return admission.nothing(request, code)
    if not may_see_room(snapshot.room, snapshot.seats, viewer(request)):
        return admission.show(request, snapshot)
    if snapshot.hand is None and not snapshot.promise:
        snapshot = replace(snapshot, promise=shuffling.prepare(snapshot.room))
    message = ""
    if (user := viewer(request)) is not None and is_shown(request):
        mark_present(request, snapshot)
        notifications.mark_read(user, kind__in=OF_A_TABLE, data__room=code)
        message = request.session.pop(REFUSED, "")
    return page(request, snapshot, refused=RefusedPress("room", message=_(message)) if message else None)


@require_POST
@never_cache
def act(request: Any, code: str) -> HttpResponse:
    """Carry out a press for the session's seat; answer with the current table, and the reason if
    nothing was done."""
    seated = seated_viewer(request, code)
    if isinstance(seated, HttpResponse):
        return seated
    before = seated.snapshot
    try:
        press = read_press(request.POST, before.room.rules)
    except BadForm:
        return bad_press()
    status, refused = _carry_out(before, seated.user, seated.seat, press)
    if status == 403:
        return wrong_seat()
    stored = status == 200 and press.do not in ONWARD
    after = load_snapshot(code, before.room.version + 1) if stored else load_snapshot(code)
    return answer(request, after, status, refused)


def _carry_out(before: RoomSnapshot, user: User, seat: int, press: Press) -> tuple[int, RefusedPress | None]:
    """Carry out a press; return the response status and, if refused, why."""
    hand = before.hand
    if hand is None:
        return 409, moved_on(press)
    if press.hand_id != hand.pk:
        if not Hand.objects.filter(pk=press.hand_id, match__room=before.room).exists():
            return 403, None
        return (200, None) if press.do in ONWARD else (409, moved_on(press))
    if press.key != press_key(hand.pk, seat, press.seq):
        if press.key != press_key(hand.pk, seat, hand.version):
            return 403, None
        log.warning("hand %s, seat %s: a press of this picture names another", hand.pk, seat)
        return 409, moved_on(press)
    try:
        if press.do == "next":
            services.ready(hand.pk, seat)
        elif press.do == "again":
            services.score(hand.pk)
            go_on = seating.next_board if before.room.sealed else seating.again
            go_on(before.room, user)
        else:
            services.take_action(hand.pk, seat, press.raw, seq=press.seq, key=press.key, live=before.live)
    except (services.Stale, services.KeyUsed):
        return 409, moved_on(press)
    except seats.RequestRefused as refused:
        return 409, RefusedPress("room", message=_(refused.sentence))
    except Malformed:
        return 422, RefusedPress("malformed", message=_("Pick a card first, then Play."), cards=chosen(press))
    except Illegal as illegal:
        refusal = before.room.rules.refusals[illegal.code]
        if illegal.code == NOT_YOUR_TURN:  # the picture they saw is out of date
            return 409, RefusedPress(illegal.code, refusal, cards=chosen(press))
        return 422, RefusedPress(illegal.code, refusal, binds=illegal.binds, cards=chosen(press))
    return 200, None
