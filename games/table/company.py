"""Looking for company: tables with a free seat, wishes to play, and tables to watch."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.friends import blocked_ids, friends_of
from games.accounts.models import User
from games.accounts.services import player
from games.accounts.views import rate_limited
from games.community import pairing
from games.matches import running_tables
from games.plugins.cover import options_of
from games.rooms import onlookers, wishes
from games.rooms.services import ALONE
from games.rules.registry import GAMES
from games.table.admission import viewer
from games.table.home import covers, running_lines
from games.table.limits import WISHES, WISHES_OF_NETWORK, network
from games.table.responses import bad_press
from games.table.views import lobby_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def company(request: HttpRequest, game: str = "") -> HttpResponse:
    """Show the tables where a newcomer finds people, for one game or all, and the games to wish for.

    A POST wishes to play the game (``do`` is «wish») or takes the wish back («back»). A viewer who is matched at
    once is redirected to their table.
    """
    if game and game not in GAMES:
        raise Http404
    if request.method == "POST":
        return _wish(request, game)
    user = viewer(request)
    if user is not None:
        wishes.renew(user.pk)  # a page without scripts has no socket to do so
    now = timezone.now()
    until, waiting = wishes.of(user) if user is not None else {}, _waiting(user, now)
    games = [
        cover | {"left": _minutes(until[key] - now) if key in until else 0, "waiting": waiting.get(key, 0)}
        for cover in covers()
        for key in [cover["key"]]
        if game in ("", key)
    ]
    context = {
        "one": games[0] if game else None,
        "games": games,
        "wishes": bool(until),
        "alone": user is not None and user.prefs.get(ALONE) == "on",
        "lasts": _minutes(wishes.LASTS),
    }
    return render(request, "rooms/company.html", context | lobby_of(user, game=game))


def _waiting(user: User | None, now: datetime) -> dict[str, int]:
    """Return, by game, how many others wish to play it and could be matched with the viewer."""
    rows = wishes.here(now).order_by()
    if user is not None:
        rows = rows.exclude(user=user).exclude(user__in=blocked_ids(user))
    return dict(rows.values_list("game").annotate(Count("pk")))


def _minutes(span: timedelta) -> int:
    return ceil(span.total_seconds() / 60)


def _wish(request: HttpRequest, game: str) -> HttpResponse:
    do = request.POST.get("do", "")
    if not game or do not in ("wish", "back"):
        return bad_press()
    if wait := WISHES_OF_NETWORK.wait(network(request)):
        return rate_limited(request, wait)
    user = player(request)
    if wait := WISHES.wait(user.pk):
        return rate_limited(request, wait)
    if do == "back":
        wishes.take_back(user, game)
        return _back(request, game)
    if room := pairing.sit_with_others(user, game, options_of(GAMES[game])):
        return redirect("table", code=room.code)
    wishes.make(user, game)
    for room in pairing.bring_together(game):
        if room.seats.filter(user=user).exists():
            return redirect("table", code=room.code)
    return _back(request, game)


def _back(request: HttpRequest, game: str) -> HttpResponse:
    """Redirect to the page the press came from: this game's, or that of all."""
    return redirect("company") if request.POST.get("all") else redirect("company-of", game=game)


@require_safe
@never_cache
def watch(request: HttpRequest) -> HttpResponse:
    """Show the tables that the viewer may watch, friends' tables first."""
    user = viewer(request)
    friends = frozenset(friend.pk for friend in friends_of(user)) if user is not None else frozenset()
    tables = running_tables.to_watch(user)
    watching = onlookers.count_onlookers([table.room.code for table in tables])
    lines = [line | {"watching": watching[line["code"]]} for line in running_lines(tables, friends)]
    return render(request, "rooms/watch.html", {"tables": lines})
