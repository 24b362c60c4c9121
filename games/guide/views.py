"""The rules pages: of a game, and of a table with its house rules."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.community import rating_rules, rating_scale, ratings, standings
from games.guide import page
from games.guide.figure_parts import rank_name
from games.guide.game_guide import LEVEL, TRUMP, RulesQuery, guide_of
from games.guide.keys import KEYS, SPACE
from games.guide.query import NO_TRUMPS, encoded, read, settled
from games.plugins.cover import cover_of
from games.rooms.access import may_watch
from games.rules.cards import RANKS, SUITS
from games.rules.core import Game
from games.rules.registry import GAMES
from games.table.admission import room_or_404, viewer
from games.table.cards import suit_name
from games.table.home import covers
from games.table.piece_cache import cached_piece
from games.table.room_form import BadSetup
from games.table.room_settings import differences
from games.table.snapshot import RoomSnapshot


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the house's games, each with its page."""
    return render(request, "guide/index.html", {"games": covers()})


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """Show what each key does at a table and in a replay."""
    places = [
        {
            "name": _(name),
            "keys": [([_(key) if key == SPACE else key for key in pressed], _(action)) for pressed, action in rows],
        }
        for name, rows in KEYS
    ]
    return render(request, "guide/keys.html", {"places": places})


@require_safe
def rating(request: HttpRequest) -> HttpResponse:
    """Show what is rated, what leaving costs, and the ratings of the AI players."""
    shown = {
        "days": rating_rules.ABANDONED.days,
        "whole": rating_rules.WHOLE,
        "repeats": rating_rules.REPEATS.days,
        "far": rating_scale.value(rating_rules.FAR_ABOVE) - rating_scale.value(0),
        "needed": standings.NEEDED,
        "against_one": standings.AGAINST_ONE,
        "settled": rating_scale.SETTLED,
        "titles": [(_(title.word), title.least if title.least > 0 else None) for title in rating_scale.TITLES[::-1]],
        "games": [
            {"name": _(game.name), "places": [(_(name), place) for name, place in ratings.ai_ratings(key)]}
            for key, game in GAMES.items()
        ],
    }
    return render(request, "guide/rating.html", shown)


@require_safe
def game_rules(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game's rules for the options, trumps and level in the URL."""
    if game not in GAMES:
        raise Http404
    rules, notice = GAMES[game], ""
    try:
        if "was" in request.GET:
            return redirect(f"{request.path}?{settled(rules, request.GET)}#1")
        query = read(rules, request.GET)
    except BadSetup as bad:
        query, notice = RulesQuery(rules, rules.resolve({})), bad.sentence
    shown = _shown(query, notice) | {"sections": _sections_of(query, form=True, notice=bool(notice))}
    return render(request, "guide/game.html", shown, status=422 if notice else 200)


@require_safe
@never_cache
def room_rules(request: HttpRequest, code: str) -> HttpResponse:
    """Show the rules of one table, with differences marked; trumps and level are those of the current hand."""
    snapshot = room_or_404(request, code)
    rules = snapshot.room.rules
    resolved = RulesQuery(rules, snapshot.room.resolved())
    trump, level = _on_the_table(request, snapshot)
    try:
        chosen = read(rules, request.GET, trump, level)
    except BadSetup:
        chosen = RulesQuery(rules, resolved.options, trump, level)
    query = RulesQuery(rules, resolved.options, chosen.trump, chosen.level)
    shown = _shown(query) | {"room": snapshot.room, "sections": _sections_of(query, form=False)}
    return render(request, "guide/game.html", shown)


def _on_the_table(request: HttpRequest, snapshot: RoomSnapshot) -> tuple[str | None, str]:
    """Return the trumps and level of the current hand, if the viewer may see them, otherwise the defaults."""
    seat, folded = snapshot.seat_of(viewer(request)), snapshot.folded
    if folded is None or snapshot.room.waiting or not may_watch(snapshot.room, seat):
        return TRUMP, LEVEL
    return guide_of(snapshot.room.game).on_the_table(folded.view(None, snapshot.dealt))


def _shown(query: RulesQuery, notice: str = "") -> dict[str, Any]:
    """Return the context of the part of a page above its sections."""
    game = query.game
    return {
        "game": game.key,
        "name": _(game.name),
        "term": cover_of(game).term,
        "notice": notice,
        "differences": bool(game.differences(query.options)),
        "others": [cover for cover in covers() if cover["key"] != game.key],
        "setup": reverse("new-room", args=[game.key]),
        "room": None,
    }


def _sections_of(query: RulesQuery, form: bool, notice: bool = False) -> SafeString:
    return _sections(query.game, tuple(query.options.items()), query.trump, query.level, form, notice)


@cached_piece(64)
def _sections(
    game: Game, options: tuple[tuple[str, Any], ...], trump: str | None, level: str, form: bool, notice: bool
) -> SafeString:
    """Return the sections of a page, the same for every reader. ``form``: options may be chosen, as on a game's own
    page; ``notice``: the options in the URL were invalid."""
    query = RulesQuery(game, dict(options), trump, level)
    return render_to_string(
        "guide/_sections.html",
        {
            "form": form,
            "notice": notice,
            "was": encoded(query),
            "presets": [
                (_(preset.label), _(preset.help), encoded(RulesQuery(game, game.resolve(dict(preset.options)))))
                for preset in game.presets
            ],
            "short": page.short(query),
            "parts": page.parts(query),
            "differences": differences(game, query.options),
            "trumps": _trumps(query),
            "levels": _levels(query),
            "kept": _pairs(query),
        },
    )


def _pairs(query: RulesQuery) -> list[tuple[str, str]]:
    """Return the requested options as fields for the small form of trumps and level."""
    text = encoded(RulesQuery(query.game, query.options))
    return [(pair.partition("=")[0], pair.partition("=")[2]) for pair in text.split("&") if pair]


def _trumps(query: RulesQuery) -> list[tuple[str, str, bool]]:
    if not query.has_trump:
        return []
    suits = [(letter, suit_name(letter), letter == query.trump) for letter in SUITS]
    return [*suits, (NO_TRUMPS, _("no trump suit"), query.trump is None)] if query.has_level else suits


def _levels(query: RulesQuery) -> list[tuple[str, str, bool]]:
    return [(rank, rank_name(rank), rank == query.level) for rank in RANKS] if query.has_level else []
