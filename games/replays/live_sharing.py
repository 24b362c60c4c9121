"""Showing a hand to others: a teacher goes from step to step, and whoever follows sees his step live.

Who may see the replay may follow. The row is the truth; a push only says «look again».
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.friends import shut_out
from games.accounts.models import User
from games.accounts.names import readable
from games.accounts.views import too_often
from games.foundation.compiled_queries import CompiledQuery
from games.foundation.events import send_to_group
from games.foundation.rate_limit import RateLimit
from games.foundation.transactions import write
from games.matches.models import Hand
from games.replays import page
from games.replays.models import Share, Showing
from games.replays.replay import Replay, find, hand_replay

#: A leader who has shown no step for so long has gone.
LASTS = timedelta(hours=2)
#: How often somebody may begin to show a hand, and how many who do a replay's page names.
BEGUN = RateLimit("showings", 30, 60 * 60)
MOST_NAMED = 3
_not_ended = CompiledQuery(
    lambda hand: Showing.objects.select_related("leader").filter(hand_id=hand, ended_at=None).order_by("pk"), -1
)


def group(showing_id: int) -> str:
    """Return the channel group of those who follow."""
    return f"showing.{showing_id}"


def goes_on(showing: Showing) -> bool:
    """Say whether the leader still shows the hand."""
    return showing.ended_at is None and showing.leader.is_active and showing.shown_at > timezone.now() - LASTS


# --- what is written -----------------------------------------------------------------------------


def show(hand: Hand, leader: User, step: int, seat: int | None) -> Showing:
    """Begin to show a hand, from a step on, to whoever follows."""
    with write():
        told = {"step": step, "seat": seat, "shown_at": timezone.now(), "ended_at": None}
        showing, _made = Showing.objects.update_or_create(hand=hand, leader=leader, defaults=told)
        _push(showing.pk)
    return showing


def move(hand: Hand, leader: User, step: int, seat: int | None) -> bool:
    """Show another step of a hand that is being shown; return whether it is, for it may have been
    stopped in another window."""
    with write():
        showing = Showing.objects.filter(hand=hand, leader=leader, ended_at=None).first()
        if showing is None:
            return False
        Showing.objects.filter(pk=showing.pk).update(step=step, seat=seat, shown_at=timezone.now())
        _push(showing.pk)
    return True


def stop(hand: Hand, leader: User) -> None:
    """Show no more: who follows goes on by himself."""
    with write():
        for showing in Showing.objects.filter(hand=hand, leader=leader, ended_at=None):
            Showing.objects.filter(pk=showing.pk).update(ended_at=timezone.now())
            _push(showing.pk)


def push_sharing(hand: Hand) -> None:
    """On commit: have all who follow a hand see whether they still may."""
    for pk in hand.showings.values_list("pk", flat=True):
        _push(pk)


def _push(pk: int) -> None:
    transaction.on_commit(lambda: send_to_group(group(pk), {"type": "showing.moved"}), robust=True)


# --- pages ---------------------------------------------------------------------------------------


@require_POST
@never_cache
def lead(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin to show a hand, show another step of it, or stop."""
    replay = hand_replay(request, pk)
    if replay.hand is None or not isinstance(request.user, User):
        raise Http404
    step, seat = request.POST.get("step", "0"), request.POST.get("seat", "")
    if step not in map(str, range(replay.course.last + 1)) or seat not in ("", *map(str, range(len(replay.sitters)))):
        return HttpResponse(status=422)
    whose = int(seat) if seat else None
    if request.POST.get("do") == "stop":
        stop(replay.hand, request.user)
    elif request.htmx:  # type: ignore[attr-defined]
        goes = move(replay.hand, request.user, int(step), whose)
        return HttpResponse(status=204, headers={} if goes else {"HX-Refresh": "true"})
    elif seconds := BEGUN.wait(request.user.pk):
        return too_often(request, seconds)
    else:
        show(replay.hand, request.user, int(step), whose)
    return redirect(replay.address(int(step), whose))


@require_safe
@never_cache
def follow(request: HttpRequest, pk: int, showing: int) -> HttpResponse:
    """The step at which somebody who shows a hand is now; over a socket it goes on with him."""
    replay = hand_replay(request, pk)
    row = Showing.objects.select_related("leader").filter(pk=showing, hand_id=pk).first()
    if row is None:
        raise Http404
    if not goes_on(row):
        return redirect(replay.address(min(row.step, replay.course.last), row.seat))
    shown = page.frame(replace(replay, led=True), row.step, row.seat) | {
        "following": {
            "leader": readable(row.leader.name),
            "line": f"/ws{replay.of('follow', row.pk)}{_carried(replay)}",
            "alone": replay.address(row.step, row.seat),
        }
    }
    return render(request, "replays/replay.html", shown)


def beside(request: HttpRequest, replay: Replay, step: int, seat: int | None) -> dict[str, Any]:
    """Return what a replay's page says of showing: the viewer's own, with the link for others, and
    the hands of whom he could follow."""
    if replay.hand is None:
        return {}
    going = [row for row in _not_ended(replay.pk) if goes_on(row)]
    mine = next((row for row in going if row.leader_id == request.user.pk), None)
    shown: dict[str, Any] = {
        "leaders": [
            {"name": readable(row.leader.name), "url": replay.of("follow", row.pk) + _carried(replay)}
            for row in _others(going, request.user)
        ]
    }
    if mine is not None:
        key = (
            dict(replay.extra).get("key")
            or Share.objects.filter(hand_id=replay.pk).values_list("token", flat=True).first()
        )
        link = reverse("replay-follow", args=[replay.pk, mine.pk]) + (f"?{urlencode({'key': key})}" if key else "")
        shown["showing"] = {
            "link": request.build_absolute_uri(link),
            "post": replay.linked("lead"),
            "step": str(step),
            "seat": "" if seat is None else str(seat),
        }
    return shown


def _others(going: list[Showing], user: Any) -> list[Showing]:
    """Return the showings that somebody may be told of: the latest few, none of a person with whom there
    is a block."""
    out = shut_out(user) | {user.pk} if going and user.pk else set()
    others = [row for row in going if row.leader_id not in out]
    return sorted(others, key=lambda row: row.shown_at, reverse=True)[:MOST_NAMED]


def _carried(replay: Replay) -> str:
    return f"?{urlencode(replay.extra)}" if replay.extra else ""


# --- what is pushed ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture for somebody who follows: ``mark`` tells one from another."""

    mark: tuple[int, int | None, bool]
    text: str


def shown_to(user: User | None, pk: int, showing: int, key: str, language: str, had: object) -> Shown | None:
    """Return what somebody who follows is to see now, None where that is what he ``had``.
    ``Http404`` where he may not see the hand (any more)."""
    with translation.override(language):
        replay = find(pk, user.pk if user is not None else None, key)
        row = Showing.objects.select_related("leader").filter(pk=showing, hand_id=pk).first()
        if row is None:
            raise Http404
        goes = goes_on(row)
        mark = (row.step, row.seat, goes)
        if mark == had:
            return None
        main = page.main(replace(replay, led=goes), row.step, row.seat)
        following = {
            "leader": readable(row.leader.name),
            "alone": replay.address(row.step, row.seat),
            "ended": not goes,
        }
        bar = render_to_string("replays/_led.html", {"following": following})
    return Shown(mark, f'<hx-partial id="led">{bar}</hx-partial><hx-partial id="replay">{main}</hx-partial>')
