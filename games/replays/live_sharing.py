"""Live sharing of a replay: a leader goes from step to step, and followers see each step at once.

Anybody who may see the replay may follow, except where either person has blocked the other. The leader's step is a row;
a push only tells followers to read it.
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

from games.accounts.friends import blocked, blocked_ids
from games.accounts.models import User
from games.accounts.names import readable
from games.accounts.views import rate_limited
from games.foundation.compiled_queries import CompiledQuery
from games.foundation.events import send_to_group
from games.foundation.rate_limit import RateLimit
from games.foundation.transactions import write
from games.matches.models import Hand
from games.replays import page, preview_image
from games.replays.models import Share, Showing
from games.replays.replay import Replay, find, hand_replay

#: A sharing counts as ended this long after the leader's last step.
LASTS = timedelta(hours=2)
#: Rate limit of sharings per person, and the number of leaders that a replay's page names.
STARTS = RateLimit("showings", 30, 60 * 60)
MOST_NAMED = 3
_not_ended = CompiledQuery(
    lambda hand: Showing.objects.select_related("leader").filter(hand_id=hand, ended_at=None).order_by("pk"), -1
)


def group(showing_id: int) -> str:
    """Return the channel group of the followers."""
    return f"showing.{showing_id}"


def goes_on(showing: Showing) -> bool:
    """Return whether the leader is still sharing."""
    return showing.ended_at is None and showing.leader.is_active and showing.shown_at > timezone.now() - LASTS


# --- services -----------------------------------------------------------------------------


def show(hand: Hand, leader: User, step: int, seat: int | None) -> Showing:
    """Start sharing a hand at a step."""
    with write():
        values = {"step": step, "seat": seat, "shown_at": timezone.now(), "ended_at": None}
        showing, _created = Showing.objects.update_or_create(hand=hand, leader=leader, defaults=values)
        _push(showing.pk)
    return showing


def move(hand: Hand, leader: User, step: int, seat: int | None) -> bool:
    """Show another step; return False if the leader has stopped, perhaps in another window."""
    with write():
        showing = Showing.objects.filter(hand=hand, leader=leader, ended_at=None).first()
        if showing is None:
            return False
        Showing.objects.filter(pk=showing.pk).update(step=step, seat=seat, shown_at=timezone.now())
        _push(showing.pk)
    return True


def stop(hand: Hand, leader: User) -> None:
    """Stop sharing; followers can go on by themselves."""
    with write():
        for showing in Showing.objects.filter(hand=hand, leader=leader, ended_at=None):
            Showing.objects.filter(pk=showing.pk).update(ended_at=timezone.now())
            _push(showing.pk)


def push_sharing(hand: Hand) -> None:
    """On commit, have all followers of a hand check that they may still see it."""
    for pk in hand.showings.values_list("pk", flat=True):
        _push(pk)


def _push(pk: int) -> None:
    transaction.on_commit(lambda: send_to_group(group(pk), {"type": "showing.moved"}), robust=True)


# --- pages ---------------------------------------------------------------------------------------


@require_POST
@never_cache
def lead(request: HttpRequest, pk: int) -> HttpResponse:
    """Start sharing a hand, show another step, or stop."""
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
        is_sharing = move(replay.hand, request.user, int(step), whose)
        return HttpResponse(status=204, headers={} if is_sharing else {"HX-Refresh": "true"})
    elif seconds := STARTS.wait(request.user.pk):
        return rate_limited(request, seconds)
    else:
        show(replay.hand, request.user, int(step), whose)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    return redirect(replay.address(int(step), whose))


@require_safe
@never_cache
def follow(request: HttpRequest, pk: int, showing: int) -> HttpResponse:
    """Show the leader's current step; a socket then keeps it up to date."""
    replay = hand_replay(request, pk)
    row = _sharing(pk, showing, request.user)
    if not goes_on(row):
        return redirect(replay.address(min(row.step, replay.course.last), row.seat))
    context = page.frame(replace(replay, led=True), row.step, row.seat) | {
        "following": {
            "leader": readable(row.leader.name),
            "socket_url": f"/ws{replay.of('follow', row.pk)}{_query(replay)}",
            "alone": replay.address(row.step, row.seat),
            "ended": False,
        },
        "leaders": [],
        "showing": None,
    }
    return render(request, "replays/replay.html", context | preview_image.preview(request, replay, row.step, row.seat))


def beside(request: HttpRequest, replay: Replay, step: int, seat: int | None) -> dict[str, Any]:
    """Return the context of a replay's page: the viewer's own sharing with its link, and leaders to follow."""
    if replay.hand is None:
        return {"leaders": [], "showing": None}
    sharings = [row for row in _not_ended(replay.pk) if goes_on(row)]
    mine = next((row for row in sharings if row.leader_id == request.user.pk), None)
    context: dict[str, Any] = {
        "leaders": [
            {"name": readable(row.leader.name), "url": replay.of("follow", row.pk) + _query(replay)}
            for row in _others(sharings, request.user)
        ],
        "showing": None,
    }
    if mine is not None:
        key = dict(replay.extra).get("key", "")
        if replay.viewer is not None:  # the hand's link is its players' to pass on
            key = Share.objects.filter(hand_id=replay.pk).values_list("token", flat=True).first()
        link = reverse("replay-follow", args=[replay.pk, mine.pk]) + (f"?{urlencode({'key': key})}" if key else "")
        is_open = not replay.sealed and (replay.public or bool(key))
        context["showing"] = {
            "open": is_open,
            "may_share": replay.viewer is not None and not is_open and not replay.sealed,
            "link": request.build_absolute_uri(link),
            "post": replay.linked("lead"),
            "step": str(step),
            "seat": "" if seat is None else str(seat),
        }
    return context


def _sharing(pk: int, showing: int, user: Any) -> Showing:
    """Return a sharing of a hand. Raises ``Http404`` if there is none, or the viewer or its leader has blocked the
    other."""
    row = Showing.objects.select_related("leader").filter(pk=showing, hand_id=pk).first()
    if row is None or (isinstance(user, User) and blocked(user, row.leader)):
        raise Http404
    return row


def _others(sharings: list[Showing], user: Any) -> list[Showing]:
    """Return the latest sharings of others, except where either person has blocked the other."""
    excluded = blocked_ids(user) | {user.pk} if sharings and user.pk else set()
    others = [row for row in sharings if row.leader_id not in excluded]
    return sorted(others, key=lambda row: row.shown_at, reverse=True)[:MOST_NAMED]


def _query(replay: Replay) -> str:
    return f"?{urlencode(replay.extra)}" if replay.extra else ""


# --- pushes ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Frame:
    """What a follower receives: the HTML of a step, and a ``mark`` that identifies it."""

    mark: tuple[int, int | None, bool]
    text: str


def frame_for(user: User | None, pk: int, showing: int, key: str, language: str, mark: object) -> Frame | None:
    """Return the current frame for a follower, or None if it has ``mark`` already.

    Raises ``Http404`` if they may not see the hand or follow its leader.
    """
    with translation.override(language):
        replay = find(pk, user.pk if user is not None else None, key)
        row = _sharing(pk, showing, user)
        current = (row.step, row.seat, goes_on(row))
        if current == mark:
            return None
        main = page.main(replace(replay, led=goes_on(row)), row.step, row.seat)
        following = {
            "leader": readable(row.leader.name),
            "alone": replay.address(row.step, row.seat),
            "ended": not goes_on(row),
        }
        bar = render_to_string("replays/_led.html", {"following": following})
    return Frame(current, f'<hx-partial id="led">{bar}</hx-partial><hx-partial id="replay">{main}</hx-partial>')
