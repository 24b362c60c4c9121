"""The history page: what was looked for, and each match in words with its course."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.models import User
from games.accounts.names import GONE, readable
from games.matches.models import Player
from games.replays.action_sentences import moment
from games.replays.history import RESULTS, Course, Wanted, page, sides
from games.rules.core import N_
from games.rules.registry import GAMES
from games.table.scene_builder import ai_name
from games.table.sentences import bare, listed

#: width and height of a match's course, in the units of its picture
WIDE, HIGH = 120, 32
RESULT_NAMES = {"won": N_("Won"), "lost": N_("Lost"), "open": N_("Still going on")}


@require_safe
@never_cache
def history(request: HttpRequest) -> HttpResponse:
    """A person's matches, and the way to each hand's replay."""
    wanted = _wanted(request.GET)
    courses, more = page(request.user, wanted) if isinstance(request.user, User) else ([], None)
    shown: dict[str, Any] = {
        "matches": [_match(course) for course in courses],
        "more": f"?{urlencode(_query(wanted) | {'before': more})}" if more else "",
        "first": wanted.before is None,
        "looked": bool(_query(wanted)),
        "wanted": _query(wanted),
        "games": [{"key": key, "name": _(game.name), "now": key == wanted.game} for key, game in GAMES.items()],
        "results": [{"key": key, "name": _(RESULT_NAMES[key]), "now": key == wanted.result} for key in RESULTS],
    }
    return render(request, "replays/history.html", shown)


def _wanted(query: QueryDict) -> Wanted:
    """Return what is looked for; a field that says nothing sensible asks for nothing."""
    game, result, before = query.get("game", ""), query.get("result", ""), query.get("before", "")
    return Wanted(
        game=game if game in GAMES else "",
        person=query.get("person", "").strip().replace("\x00", "")[:20],
        result=result if result in RESULTS else "",
        since=_day(query.get("since", "")),
        until=_day(query.get("until", "")),
        zone=_zone(query.get("zone", "")),
        before=int(before) if before.isascii() and before.isdigit() and len(before) < 18 else None,
    )


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if 1970 <= day.year <= 2999 else None


def _zone(name: str) -> ZoneInfo | None:
    """Return a zone by its name; a browser may know one that this machine does not."""
    try:
        return ZoneInfo(name[:40])
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return None


def _query(wanted: Wanted) -> dict[str, str]:
    """Return what is looked for as a query, without where the page begins."""
    fields = {
        "game": wanted.game,
        "person": wanted.person,
        "result": wanted.result,
        "since": wanted.since.isoformat() if wanted.since else "",
        "until": wanted.until.isoformat() if wanted.until else "",
        "zone": wanted.zone.key if wanted.zone and (wanted.since or wanted.until) else "",
    }
    return {name: value for name, value in fields.items() if value}


def _match(course: Course) -> dict[str, Any]:
    match = course.match
    game = GAMES[match.game]
    number = len(course.hands)
    side = sides(course)
    own = [hand for hand in course.hands if hand.number >= course.came_in]
    return {
        "name": match.room.called,
        "game": _(game.name),
        "when": moment(match.started_at),
        "people": listed(_name(player) for player in course.players if player.seat != course.seat),
        "result": _(RESULT_NAMES["open" if course.won is None else "won" if course.won else "lost"]),
        "look": "" if course.won is None else "ok" if course.won else "off",
        "length": ngettext("%(number)s hand", "%(number)s hands", number) % {"number": number},
        "told": _told(course, side),
        "lines": list(_lines(course, side)),
        "record": reverse("match-record", args=[match.pk]) if own else "",
        "table": reverse("table", args=[match.room.code]) if course.won is None else "",
        "hands": [{"number": str(hand.number), "url": reverse("replay-hand", args=[hand.pk])} for hand in own],
        "begun": number > 0,
    }


def _name(player: Player) -> str:
    if player.level:
        return bare(ai_name(player.seat))
    return readable(player.user.name if player.user else GONE)


def _told(course: Course, side: Sequence[int]) -> str:
    """Return the standing, the player's own side first."""
    mine = side[course.seat]
    told = [course.told[mine], *(score for at, score in enumerate(course.told) if at != mine)]
    return " : ".join(str(score).replace("T", "10") for score in told)


def _lines(course: Course, side: Sequence[int]) -> Iterator[dict[str, str]]:
    """Yield the course of each side's score as the points of a line, the player's own side last,
    so that it lies on top."""
    if len(course.scores) < 2:
        return
    low = min(min(scores) for scores in course.scores)
    high = max(max(scores) for scores in course.scores)
    mine, last = side[course.seat], len(course.scores) - 1
    across, up = (WIDE - 4) / last, (HIGH - 4) / ((high - low) or 1)
    for at in sorted(range(len(course.scores[0])), key=lambda at: at == mine):
        heights = (HIGH - 2 - (scores[at] - low) * up for scores in course.scores)
        points = (f"{2 + number * across:.0f},{height:.0f}" for number, height in enumerate(heights))
        yield {"points": " ".join(points), "look": "us" if at == mine else "them"}
