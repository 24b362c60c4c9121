"""The pages of the deal of the day: all games, one game before and after it is played, and past days.

Before a person has finished a deal, their pages contain nothing that depends on whether or how others played it.
"""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.models import User
from games.accounts.services import player
from games.accounts.views import rate_limited
from games.daily import pages, results, services
from games.daily.models import Attempt, Deal
from games.daily.picture import result_image
from games.foundation.rate_limit import RateLimited
from games.rules.registry import GAMES
from games.table import bidding


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """Show today's deals by family of games, and the viewer's progress in each."""
    services.prepare([services.today()])
    return render(request, "daily/index.html", pages.index(_viewer(request)))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def game(request: HttpRequest, game: str) -> HttpResponse:
    """Show today's deal of a game: its rules and players before it is played, the results afterwards. A post begins it
    or answers in its bidding."""
    deal = _deal(game, services.today())
    if request.method == "POST":
        return _begin(request, deal)
    user = _viewer(request)
    return _shown(request, deal, user, services.attempt_of(deal, user))


@require_safe
@never_cache
def day(request: HttpRequest, game: str, day: date) -> HttpResponse:
    """Show the deal of another day: to people who have finished it, and to everybody once it is over."""
    if day > services.today():
        raise Http404
    deal, user = _deal(game, day), _viewer(request)
    return _shown(request, deal, user, services.attempt_of(deal, user))


@require_safe
@never_cache
def picture(request: HttpRequest, game: str, day: date) -> HttpResponse:
    """Return the picture of the viewer's own result, for sharing."""
    if day > services.today():
        raise Http404
    deal, user = _deal(game, day), _viewer(request)
    attempt = services.attempt_of(deal, user)
    if attempt is None or attempt.finished_at is None:
        raise Http404
    stands = results.place_of(results.spreads([deal.pk])[deal.pk], attempt)
    streak = services.streak_of(user)
    png = result_image(GAMES[game], day, stands, streak.days if streak is not None else 0)
    return HttpResponse(png, content_type="image/png")


def _shown(request: HttpRequest, deal: Deal, user: User | None, attempt: Attempt | None) -> HttpResponse:
    finished = attempt is not None and attempt.finished_at is not None
    if finished or services.is_over(deal):
        return render(request, "daily/after.html", pages.after(deal, user, attempt))
    return render(request, "daily/before.html", pages.before(deal, user, attempt))


def _begin(request: HttpRequest, deal: Deal) -> HttpResponse:
    here = reverse("daily-game", args=[deal.game])
    # the deal changes at midnight; the form names the day for which the page was rendered
    if request.POST.get("day") != deal.day.isoformat():
        return redirect(here)
    user = player(request)
    try:
        begun = services.begin(deal, user, request.POST.getlist("bid")[:64])
    except (services.NotToday, bidding.NoAnswer):
        return redirect(here)
    except RateLimited as many:
        return rate_limited(request, many.seconds)
    if isinstance(begun, bidding.Bidding):
        return render(request, "replays/bidding.html", pages.bidding_page(deal, begun))
    assert begun.match is not None
    return redirect("table", begun.match.room.code) if begun.finished_at is None else redirect(here)


def _deal(game: str, day: date) -> Deal:
    deal = services.deal_of(game, day) if game in GAMES else None
    if deal is None:
        raise Http404
    return deal


def _viewer(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
