"""The view of a person's history: its filters, and each match with a chart of its scores."""

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
from games.foundation.moments import moment
from games.replays.history import RESULTS, Filters, MatchHistory, Occupant, page, sides
from games.rules.core import N_
from games.rules.registry import GAMES
from games.table.scene_builder import ai_name
from games.table.sentences import bare, listed, rating_moved, score_text

#: Width and height of a match's chart, in SVG units.
WIDE, HIGH = 120, 32
RESULT_NAMES = {"won": N_("Won"), "lost": N_("Lost"), "open": N_("Still going on")}


@require_safe
@never_cache
def history(request: HttpRequest) -> HttpResponse:
    """Show the viewer's matches, with links to the replay of each hand."""
    filters = _filters(request.GET)
    matches, more = page(request.user, filters) if isinstance(request.user, User) else ([], None)
    context: dict[str, Any] = {
        "matches": [_match(match) for match in matches],
        "more": f"?{urlencode(_query(filters) | {'before': more})}" if more else "",
        "first": filters.before is None,
        "looked": bool(_query(filters)),
        "filters": _fields(filters),
        "games": [{"key": key, "name": _(game.name), "now": key == filters.game} for key, game in GAMES.items()],
        "results": [{"key": key, "name": _(RESULT_NAMES[key]), "now": key == filters.result} for key in RESULTS],
    }
    return render(request, "replays/history.html", context)


def _filters(query: QueryDict) -> Filters:
    """Return the filters of a query string; invalid values are ignored."""
    game, result, before = query.get("game", ""), query.get("result", ""), query.get("before", "")
    return Filters(
        game=game if game in GAMES else "",
        person=query.get("person", "").strip()[:20],
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
    """Return a time zone by name; None if this machine does not know it."""
    try:
        return ZoneInfo(name[:40])
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return None


def _fields(filters: Filters) -> dict[str, str]:
    """Return the filters as values of the form, without ``before``; "" for those without effect."""
    return {
        "game": filters.game,
        "person": filters.person,
        "result": filters.result,
        "since": filters.since.isoformat() if filters.since else "",
        "until": filters.until.isoformat() if filters.until else "",
        "zone": filters.zone.key if filters.zone and (filters.since or filters.until) else "",
    }


def _query(filters: Filters) -> dict[str, str]:
    """Return the filters that have an effect as query parameters, without ``before``."""
    return {name: value for name, value in _fields(filters).items() if value}


def _match(match: MatchHistory) -> dict[str, Any]:
    row = match.row
    game = GAMES[row.game]
    number = len(match.hands)
    side = sides(match)
    own = [hand for hand in match.hands if hand.number >= match.came_in]
    deal = getattr(row, "room_board", None)  # of a duplicate
    return {
        "name": row.room.called_at(deal.number) if deal is not None else row.room.called,
        "game": _(game.name),
        "when": moment(row.started_at),
        "people": listed(_name(player) for player in match.players if player.seat != match.seat),
        "result": _result(match),
        "look": "" if match.won is None else "ok" if match.won else "off",
        "rating": rating_moved(match.rating) if match.rating else "",
        "length": ngettext("%(number)s hand", "%(number)s hands", number) % {"number": number},
        "standing": _standing(match, side),
        "lines": list(_lines(match, side)),
        "record": reverse("match-record", args=[row.pk]) if own else "",
        "table": reverse("table", args=[row.room.code]) if match.goes_on else "",
        "hands": [{"number": str(hand.number), "url": reverse("replay-hand", args=[hand.pk])} for hand in own],
        "begun": number > 0,
    }


def _result(match: MatchHistory) -> str:
    if match.row.room.sealed and match.row.ended_at is not None:
        return _("Duplicate") if match.row.room.boards else _("Deal of the day")
    if match.won is None and match.row.ended_at is not None:
        return _("Ended early")
    return _(RESULT_NAMES["open" if match.won is None else "won" if match.won else "lost"])


def _name(player: Occupant) -> str:
    if player.level:
        return bare(ai_name(player.seat))
    return readable(player.name if player.name is not None else GONE)


def _standing(match: MatchHistory, side: Sequence[int]) -> str:
    """Return the standing, the player's own side first."""
    mine = side[match.seat]
    scores = [match.final[mine], *(score for at, score in enumerate(match.final) if at != mine)]
    return " : ".join(map(score_text, scores))


def _lines(match: MatchHistory, side: Sequence[int]) -> Iterator[dict[str, str]]:
    """Yield each side's scores as the points of an SVG line, the player's own side last, on top."""
    if len(match.scores) < 2:
        return
    low = min(min(scores) for scores in match.scores)
    high = max(max(scores) for scores in match.scores)
    mine, last = side[match.seat], len(match.scores) - 1
    across, up = (WIDE - 4) / last, (HIGH - 4) / ((high - low) or 1)
    for at in sorted(range(len(match.scores[0])), key=lambda at: at == mine):
        heights = (HIGH - 2 - (scores[at] - low) * up for scores in match.scores)
        points = (f"{2 + number * across:.0f},{height:.0f}" for number, height in enumerate(heights))
        yield {"points": " ".join(points), "look": "us" if at == mine else "them"}
