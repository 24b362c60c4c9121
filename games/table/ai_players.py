"""«Who plays here»: the AI players, how strong each is, and how that was measured."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.ai import LEVELS, measures
from games.ai.bot import Measure, bot
from games.ai.measures import all_measures
from games.rules.core import N_
from games.rules.registry import GAMES
from games.table.piece_cache import cached_piece
from games.table.sentences import CALLED

#: level → how it plays, in more detail than the set-up gives
MANNERS = {
    "random": N_("Plays any legal card, and hopes."),
    "novice": N_(
        "Has just learnt the rules: forgets what fell a trick ago, overtakes the partner, spends good cards early. "
        "Never throws a won hand away."
    ),
    "beginner": N_(
        "Knows the cards, but forgets what fell two tricks ago. Often settles for second best, never for "
        "anything silly."
    ),
    "casual": N_("Plays by the same rules of thumb as the Ox, but slips where two choices look alike."),
    "policy": N_("Plays by rules of thumb: leads sure winners, saves points, helps the partner, counts every card."),
    "intermediate": N_("Imagines how the hidden cards may lie, and tries the best choices out."),
    "strong": N_("The same, hundreds or thousands of times a move, for up to a second."),
}


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Show the house's own players to anybody."""
    return render(request, "players/players.html", {"content": _content(measures.written())})


@cached_piece(4)
def _content(written: str) -> SafeString:
    """Return the page's content, the same for all readers. ``written``: the text of the results file, reread for
    each request because an operator may measure while the site runs."""
    by_key = {row["key"]: row for row in measures.read(written)}
    context = {
        "levels": [
            {"key": level.key, "name": _(CALLED[level.key]), "level": _(level.name), "manner": _(MANNERS[level.key])}
            for level in LEVELS.values()
        ],
        "games": [
            {"name": _(game.name), "rows": rows, "best": _best(rows)}
            for key, game in GAMES.items()
            if (rows := [_row(each, by_key.get(each.key)) for each in reversed(all_measures()) if each.game == key])
        ],
        "old": any(row["code"] != measures.code(row["game"], row["a"], row["b"]) for row in by_key.values()),
    }
    return render_to_string("players/_players.html", context)


def _row(measure: Measure, result: dict[str, Any] | None) -> dict[str, Any]:
    """Return one match of levels in words."""
    values = {"one": _(LEVELS[measure.a].name), "other": _(LEVELS[measure.b].name)}
    row = {"who": _("%(one)s against %(other)s") % values, "where": _where(measure), "won": ""}
    if result is None:
        return row
    deals = result["deals"]
    if measure.whole:
        length = ngettext("%(number)s match, played twice", "%(number)s matches, each played twice", deals)
    else:
        length = ngettext("%(number)s deal", "%(number)s deals", deals)
    return row | {
        "won": _won(measure, result["wins"], deals),
        "margin": "" if measure.whole else _margin(measure, result["margin"]),
        "bids": _bids(measure, result["bids"]) if "bids" in result else "",
        "thinks": _("%(time)s ms") % {"time": _short(result["A"]["p95_ms"])},
        "counted": length % {"number": deals},
        "date": date.fromisoformat(result["date"]),
        "commit": result["commit"],
    }


def _best(rows: list[dict[str, Any]]) -> str:
    """Return in a line how the strongest of a game's players did at its usual table, "" before any was measured."""
    row = next((row for row in rows if row["won"] and not row["where"]), None)
    return _("%(who)s: %(result)s") % {"who": row["who"], "result": row["won"]} if row else ""


def _where(measure: Measure) -> str:
    if measure.whole:
        return _("whole matches")
    players = measure.options.get("players")
    return ngettext("%(number)s player", "%(number)s players", players) % {"number": players} if players else ""


def _won(measure: Measure, wins: dict[str, float], deals: int) -> str:
    """Return the share won: of deals, or of first places, where chance alone gives a quarter or a third."""
    share, off = 100 * wins["mean"], 100 * wins["plus_minus"]
    if share in (0, 100):
        off = 300 / deals  # rule of three: none in n deals allows a share of up to 3/n
    values = {"share": f"{share:.0f}", "off": _short(off)}
    if measure.whole:
        return _("wins %(share)s ± %(off)s%% of the matches") % values
    if bot(measure.game).counts_first_places:
        return _("first in %(share)s ± %(off)s%% of the hands") % values
    return _("better on %(share)s ± %(off)s%% of the deals") % values


def _margin(measure: Measure, margin: dict[str, float]) -> str:
    player = bot(measure.game)
    digits = player.margin_digits
    values = {"points": f"{margin['mean']:+.{digits}f}".replace("-", "−"), "off": f"{margin['plus_minus']:.{digits}f}"}
    if player.hands_a_margin == 2:
        return _("%(points)s ± %(off)s points a pair of hands") % values
    return _("%(points)s ± %(off)s points a hand") % values


def _bids(measure: Measure, bids: dict[str, float]) -> str:
    """Return how often a player made its bid, and the points that a bid earned."""
    points = f"{bids['mean']:+.{bot(measure.game).margin_digits}f}".replace("-", "−")
    return _("makes %(share)s%% of its bids, %(points)s points a bid") % {
        "share": f"{100 * bids['kept']:.0f}",
        "points": points,
    }


def _short(number: float) -> str:
    return f"{number:.0f}" if number >= 9.95 else f"{number:.1f}"
