"""The lesson pages: the list, a step and its answers, the end of a lesson, and the practice hand."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.services import player
from games.foundation.rate_limit import RateLimited
from games.lessons import grading, page, services
from games.lessons.game_lesson import lesson_of, lessons
from games.lessons.page import Place
from games.lessons.positions import position_of
from games.plugins.cover import cover_of
from games.rules.core import Malformed
from games.rules.registry import GAMES
from games.table.admission import viewer
from games.table.responses import bad_press
from games.table.room_settings import opened_many

#: Answers with more cards or longer fields do not come from our pages.
MOST_CARDS, LONGEST = 40, 20


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """Show the first lessons, and the reader's progress in each."""
    return render(request, "lessons/lessons.html", {"lessons": page.index(viewer(request))})


@require_safe
@never_cache
def lesson(request: HttpRequest, game: str) -> HttpResponse:
    """Redirect to the first step that the reader has not passed, or to the end of the lesson."""
    passed_steps = services.passed(viewer(request), _game_or_404(game))
    for number, step in enumerate(lesson_of(game).lesson.steps, 1):
        if step.key not in passed_steps:
            return redirect("lesson-step", game, number)
    return redirect("lesson-end", game)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def step(request: HttpRequest, game: str, number: int) -> HttpResponse:
    """Show one step; a POST is an answer to it."""
    if not 1 <= number <= len(lesson_of(_game_or_404(game)).lesson.steps):
        raise Http404
    place = Place(game, number)
    if request.method != "POST":
        return _render(request, place)
    do, cards = request.POST.get("do", ""), request.POST.getlist("cards")
    if len(cards) > MOST_CARDS or any(len(word) > LONGEST for word in (do, *cards)):
        return bad_press()
    try:
        verdict = grading.judged(place.step, position_of(game, place.step.key), do, cards)
    except Malformed:
        return _render(request, place, 422, notice=_("Choose your cards first, then press the button."))
    if verdict.right:
        services.note_passed(player(request), game, place.step.key)
    return _render(request, place, 200 if verdict.right else 422, verdict=verdict)


def _render(request: Any, place: Place, status: int = 200, **answer: Any) -> HttpResponse:
    context = page.frame(place, viewer(request), **answer)
    is_fragment = request.htmx and request.method == "POST"
    return render(request, "lessons/_step.html" if is_fragment else "lessons/step.html", context, status=status)


@require_safe
@never_cache
def end(request: HttpRequest, game: str) -> HttpResponse:
    """Show the end of a lesson and what to do next."""
    return _end(request, game)


@require_POST
@never_cache
def practice(request: HttpRequest, game: str) -> HttpResponse:
    """Deal a practice hand with all hands open, hints and takebacks."""
    try:
        room = services.practice_hand(
            player(request), _game_or_404(game), request.POST.get("promise", ""), request.POST.get("seed", "")
        )
    except RateLimited as many:
        notice = opened_many(many)
        response = _end(request, game, notice, 429)
        response["Retry-After"] = str(many.seconds)
        return response
    return redirect("table", code=room.code)


def _end(request: HttpRequest, game: str, notice: str = "", status: int = 200) -> HttpResponse:
    passed_steps = services.passed(viewer(request), _game_or_404(game))
    context = {
        "game": game,
        "name": _(GAMES[game].name),
        "term": cover_of(GAMES[game]).term,
        "left": len(lesson_of(game).lesson.steps) - len(passed_steps),
        "notice": notice,
    }
    return render(request, "lessons/end.html", context, status=status)


def _game_or_404(game: str) -> str:
    if game not in lessons():
        raise Http404
    return game
