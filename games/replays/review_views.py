"""The view that requests a review of the viewer's own seat, and polls for it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.models import User
from games.community import reviews
from games.replays.replay import hand_replay
from games.replays.review import PANEL, PENDING, is_overdue


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def review(request: HttpRequest, pk: int) -> HttpResponse:
    """Request a review of the viewer's own seat; an htmx GET request reloads the page once it is ready."""
    replay = hand_replay(request, pk)
    if replay.review is None or replay.viewer is None or not isinstance(request.user, User):
        raise Http404
    if request.method == "POST":
        reviews.ask(request.user, pk, replay.viewer)
        step = request.POST.get("step", "")
        address = replay.address(min(int(step), replay.course.last) if _is_number(step) else 0)
        return redirect(f"{address}#{PANEL}")
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(replay.address(0))
    if is_overdue(replay.review):
        reviews.wake_worker()
    if replay.review.status == PENDING:
        return HttpResponse(status=204)
    return HttpResponse(headers={"HX-Refresh": "true"})


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6
