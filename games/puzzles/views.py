"""The puzzle pages: the list, one puzzle and its answer, objections, and the whole hand.

Before the answer a page uses only one seat's view. Users' answers are stored in the database, those of anonymous
visitors in the session.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.models import User
from games.accounts.views import rate_limited, user_required
from games.community.models import Review
from games.foundation.rate_limit import RateLimited
from games.lessons.positions import raw_of
from games.puzzles import from_reviews, limits, page, seen, services
from games.puzzles.judging import Position
from games.puzzles.models import Puzzle
from games.puzzles.page import Answer
from games.replays import records, timeline
from games.replays.review import PANEL
from games.rules import record
from games.rules.cards import NUMBERS
from games.rules.core import Illegal, Malformed
from games.rules.registry import GAMES
from games.table.admission import viewer
from games.table.responses import bad_press

#: Answers with more cards or longer fields do not come from our pages.
MOST_CARDS, LONGEST = 40, 20


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """Show which games have puzzles, and the viewer's progress."""
    return render(request, "puzzles/puzzles.html", {"games": page.index(viewer(request))})


@require_safe
@never_cache
def another(request: HttpRequest, game: str) -> HttpResponse:
    """Redirect to a puzzle that the viewer has not answered, near their rating."""
    if game not in GAMES:
        raise Http404
    pk = services.next_puzzle(game, viewer(request), seen.of(request))
    if pk is not None:
        return redirect("puzzle", game, pk)
    if services.open_puzzles(game).exists():
        messages.success(request, _("You have answered all puzzles of this game."))
    else:
        messages.info(request, _("There are no puzzles of this game yet."))
    return redirect("puzzles")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def puzzle(request: HttpRequest, game: str, pk: int) -> HttpResponse:
    """Show one puzzle, with the search's verdict if the viewer has answered it; a POST is an answer."""
    row, user = _row(game, pk), viewer(request)
    known = page.position_of(row)
    if request.method == "POST":
        return _answer(request, row, known, user)
    attempt = services.attempt_of(user, row)
    if attempt is None:
        return _render(request, page.question(pk, known, user, pk in seen.of(request)))
    choice = known.game.read_action(attempt.choice, known.options)
    return _render(request, page.verdict(row, known, user, Answer(choice, attempt.right, attempt)))


@require_POST
@never_cache
def wrong(request: HttpRequest, game: str, pk: int) -> HttpResponse:
    """Store that the viewer thinks a puzzle is wrong, and redirect to the next."""
    row, user = _row(game, pk), viewer(request)
    if user is None or not services.may_object(user, row):
        return redirect("puzzle", game, pk)
    try:
        services.object_to(user, row)
    except RateLimited as many:
        return rate_limited(request, many.seconds)
    messages.success(request, _("Thank you. A puzzle that several people find wrong is no longer asked."))
    return redirect("puzzle-next", game)


@require_safe
@never_cache
def hand(request: HttpRequest, game: str, pk: int) -> HttpResponse:
    """Download the whole AI players' hand from which a puzzle comes, once answered; people's hands are private."""
    row = _row(game, pk)
    answered = pk in seen.of(request) or services.attempt_of(viewer(request), row) is not None
    if row.source != Puzzle.Source.AI or not answered:
        raise Http404
    course = timeline.course(*record.read(row.record))
    return records.download(records.line(course), records.JSONL, f"sifang-puzzle-{pk}.jsonl")


@require_POST
@never_cache
@user_required
def agree(request: HttpRequest, pk: int) -> HttpResponse:
    """Store whether positions from the viewer's reviews may become puzzles, as asked at hand ``pk``, and redirect back
    to it."""
    review = get_object_or_404(Review, hand_id=pk, user=request.user, done_at__isnull=False)
    says, step = request.POST.get("answer", ""), request.POST.get("step", "")
    if says not in {"yes", "no"}:
        return bad_press()
    if wait := limits.ANSWERS.wait(request.user.pk):
        return rate_limited(request, wait)
    from_reviews.answer(request.user, review, says == "yes")
    number = step if step.isascii() and step.isdigit() and len(step) < 6 else "0"
    return redirect(reverse("replay-step", args=[pk, number]) + f"#{PANEL}")


def _answer(request: HttpRequest, row: Puzzle, known: Position, user: User | None) -> HttpResponse:
    practice = row.pk in seen.of(request)
    do, chosen = request.POST.get("do", ""), request.POST.getlist("cards")
    if len(chosen) > MOST_CARDS or any(len(word) > LONGEST for word in (do, *chosen)):
        return bad_press()
    try:
        choice = _read(known, do, chosen)
    except Malformed:
        notice = _("Choose your cards first, then press the button.")
        return _render(request, page.question(row.pk, known, user, practice, notice), 422)
    try:
        known.game.check(known.state, choice)
    except Illegal as illegal:
        refusal = known.game.refusals[illegal.code]
        refused = page.refusal_of(refusal, tuple(NUMBERS[name] for name in chosen))
        return _render(request, page.question(row.pk, known, user, practice, _(refusal.sentence), refused), 422)
    if not services.is_weighed(row, choice):
        return _render(request, page.question(row.pk, known, user, practice, _(page.NOT_WEIGHED)), 422)
    answer = Answer(choice, services.is_right(row, choice))
    if user is not None:
        attempt = services.answer(user, row, choice, practice)
        answer = Answer(known.game.read_action(attempt.choice, known.options), attempt.right, attempt)
        row.refresh_from_db(fields=["mu", "sigma"])
    else:
        seen.note(request, row.pk)
    return _render(request, page.verdict(row, known, user, answer))


def _read(known: Position, do: str, chosen: Sequence[str]) -> Any:
    """Return an answer as an action; raise ``Malformed`` if it is not one, or lacks necessary cards."""
    form = getattr(known.game.action_class(do), "form", ())
    if any(name not in NUMBERS for name in chosen) or ({"card", "cards"} & set(form) and not chosen):
        raise Malformed("cards")
    return known.game.read_action(raw_of(known.game, known.seat, do, chosen), known.options)


def _render(request: Any, context: dict[str, Any], status: int = 200) -> HttpResponse:
    is_fragment = request.htmx and request.method == "POST"
    return render(request, "puzzles/_puzzle.html" if is_fragment else "puzzles/puzzle.html", context, status=status)


def _row(game: str, pk: int) -> Puzzle:
    return get_object_or_404(services.open_puzzles(game), pk=pk)
