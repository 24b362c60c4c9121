"""Views of replays: a page for every step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.replays import page, preview_image
from games.replays.live_sharing import beside
from games.replays.replay import Replay, hand_replay, upload_replay

#: Longer numbers in a URL cannot be steps of a hand, and are not parsed.
LONGEST = 12


def _steps(load: Callable[[HttpRequest, int], Replay]) -> Callable[..., HttpResponse]:
    """Return the view of a step for one kind of replay."""

    @require_safe
    @never_cache
    def step(request: HttpRequest, pk: int, step: str | None = None) -> HttpResponse:
        replay = load(request, pk)
        seat = _seat(request.GET.get("seat"), replay)
        number = _number(request.GET.get("step", "0") if step is None else step, replay.course.last)
        if step is None and not request.htmx:  # type: ignore[attr-defined]
            return redirect(replay.address(number, seat))
        if step is not None and step != str(number):
            return redirect(replay.address(number, seat))
        return _render(request, replay, number, seat)

    return step


hand = _steps(hand_replay)
upload = _steps(upload_replay)


def _render(request: Any, replay: Replay, number: int, seat: int | None) -> HttpResponse:
    if not request.htmx:
        context = page.frame(replay, number, seat) | preview_image.preview(request, replay, number, seat)
        context |= beside(request, replay, number, seat) | {"following": None}
        return render(request, "replays/replay.html", context)
    headers = {"HX-Replace-Url": replay.address(number, seat)}
    return HttpResponse(page.main(replay, number, seat), headers=headers)


def _number(text: str, last: int) -> int:
    """Return the step named in a URL, or the nearest one. Raises ``Http404`` if it is not a number."""
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit():
        raise Http404
    if text != digits:
        return 0
    return min(int(digits), last) if len(digits) <= LONGEST else last


def _seat(text: str | None, replay: Replay) -> int | None:
    if text is None or text == "":
        return None
    if text not in map(str, range(len(replay.sitters))):
        raise Http404
    return int(text)
