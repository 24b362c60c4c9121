"""Views of the ladders: all games, one game's current season, and past seasons."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import User
from games.accounts.views import redirect_next, user_required
from games.community import ladder, standings
from games.community.season import Season
from games.rules.registry import GAMES


@require_safe
@never_cache
def ladders(request: HttpRequest) -> HttpResponse:
    """Show all ladders, and the viewer's progress on each."""
    return render(request, "ladder/index.html", ladder.index(_viewer(request)))


@require_safe
@never_cache
def game(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game's ladder of the current season."""
    return _shown(request, game, Season.now())


@require_safe
@never_cache
def season(request: HttpRequest, game: str, season: Season) -> HttpResponse:
    """Show a game's ladder of another season, settled or not; the current season has its own URL."""
    now = Season.now()
    if season == now and game in GAMES:
        return redirect("ladder", game)
    if season > now:
        raise Http404
    return _shown(request, game, season)


@require_POST
@user_required
def switch(request: HttpRequest) -> HttpResponse:
    """Put the viewer on the ladders (``do``: ``join``), or take them off (``leave``)."""
    do = request.POST.get("do", "")
    if do not in {"join", "leave"} or (do == "join" and request.user.is_guest):
        raise Http404
    standings.show(request.user, do == "join")
    text = _("You are on the ladders where you have played enough.")
    messages.success(request, text if do == "join" else _("You are on no ladder any more."))
    return redirect_next(request, request.POST.get("next", ""), "ladders")


def _shown(request: HttpRequest, game: str, season: Season) -> HttpResponse:
    if game not in GAMES:
        raise Http404
    user, number = _viewer(request), page_number(request)
    try:
        context = _context(game, season, user, number)
    except ladder.NoSuchPage:
        raise Http404 from None
    return render(request, "ladder/ladder.html", context)


def _context(game: str, season: Season, user: User | None, number: int) -> dict[str, Any]:
    if season == Season.now():
        return ladder.running(game, season, user, number)
    if (settled := ladder.settled_season(game, season)) is not None:
        return ladder.final(settled, season, user, number)
    if not ladder.was_played(game, season):
        raise Http404
    return ladder.running(game, season, user, number)


def page_number(request: HttpRequest) -> int:
    """Return the requested page number; raise ``Http404`` if it is invalid."""
    text = request.GET.get("page", "1")
    if not (text.isascii() and text.isdigit() and len(text) <= 4 and 1 <= int(text) <= ladder.MOST_PAGES):
        raise Http404
    return int(text)


def _viewer(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
