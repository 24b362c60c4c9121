"""Opening a table: the set-up page, saved house rules, joining by code, the lobby."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.services import player
from games.community import pairing
from games.foundation.rate_limit import RateLimited
from games.rooms import chat, services
from games.rooms.access import may_ask_to_join, may_see_room
from games.rooms.models import USUAL_CLOCK, Room, RuleSet
from games.rooms.seats import RequestRefused
from games.rooms.services import RoomSettings
from games.rules.core import Game
from games.rules.registry import GAMES
from games.table import limits, room_form
from games.table.admission import viewer
from games.table.home import covers
from games.table.room_form import BadSetup
from games.table.room_settings import differences, opened_many, rules_address
from games.table.views import SHOWN, lobby_of

#: The usual room, where people meet, has a clock.
USUAL = RoomSettings(clock=USUAL_CLOCK)


@require_http_methods(["GET", "POST"])
@never_cache
def new_room(request: HttpRequest, game: str) -> HttpResponse:
    """Set up a table: choose rules and settings, see how they differ, open it or save the rules."""
    if game not in GAMES:
        raise Http404
    rules = GAMES[game]
    if request.method == "GET":
        start = _from(request, rules)
        is_missing = request.GET.get("from") and start is None
        message = _("Those house rules are gone. These are the standard ones.") if is_missing else ""
        return _page(request, rules, start or {}, USUAL, message=message)
    options, room_settings, bad = _read(rules, request.POST)
    if bad is not None:
        return _page(request, rules, options, room_settings, 422, bad.sentence, bad.typed)
    do = request.POST.get("do", "")
    if do == "open":
        return _open(request, rules, options, room_settings)
    if do == "keep":
        return _keep(request, rules, options, room_settings)
    return _page(request, rules, options, room_settings)


def _read(rules: Game, post: QueryDict) -> tuple[dict[str, Any], RoomSettings, BadSetup | None]:
    """Return what was chosen, keeping all that is valid, and what is wrong."""
    bad: BadSetup | None = None
    try:
        options = room_form.read_rules(rules, post)
    except BadSetup as rule:
        bad, options = rule, dict(rule.options)
    try:
        return options, room_form.read_room_settings(rules, post), bad
    except BadSetup as setting:
        bad = bad or setting
    nameless = post.copy()
    nameless["name"] = ""
    try:
        return options, room_form.read_room_settings(rules, nameless), bad
    except BadSetup:
        return options, USUAL, bad


def _from(request: HttpRequest, rules: Game) -> dict[str, Any] | None:
    """Return the options that a link starts from, those of a preset or a saved set of rules;
    ``None`` if neither."""
    start = request.GET.get("from", "")
    for preset in rules.presets:
        if preset.key == start:
            return room_form.pruned(rules, preset.options)
    rule_set = (
        RuleSet.objects.filter(code=start, game=rules.key).first() if len(start) == 6 and start.isalnum() else None
    )
    return room_form.pruned(rules, rule_set.options) if rule_set is not None else None


def _open(request: HttpRequest, rules: Game, options: dict[str, Any], room_settings: RoomSettings) -> HttpResponse:
    try:
        user = player(request)
        chat.check_naming(user, room_settings.name)
        room = services.open_room(user, rules.key, options, room_settings)
    except RateLimited as many:
        message = opened_many(many)
        response = _page(request, rules, options, room_settings, 429, message)
        response["Retry-After"] = str(many.seconds)
        return response
    except RequestRefused as refused:
        message = f"{_(refused.sentence)} {_('Without a name you can open it.')}"
        return _page(request, rules, options, room_settings, refused.status, message)
    pairing.tell_of(room, user)
    return redirect("table", code=room.code)


def _keep(request: HttpRequest, rules: Game, options: dict[str, Any], room_settings: RoomSettings) -> HttpResponse:
    try:
        name = room_form.read_name(request.POST.get("rules_name", ""))
        if not name:
            return _page(request, rules, options, room_settings, 422, _("Give the rules a name to keep them under."))
        services.save_rule_set(player(request), rules.key, name, options)
    except BadSetup as bad:
        return _page(request, rules, options, room_settings, 422, bad.sentence)
    except RateLimited:
        too_many = _("You keep too many sets of rules. Remove one first.")
        return _page(request, rules, options, room_settings, 429, too_many)
    return _page(request, rules, options, room_settings, message=_("Kept as “%(name)s”.") % {"name": name})


@require_POST
def forget_rules(request: HttpRequest, code: str) -> HttpResponse:
    """Delete one of the viewer's own sets of rules; others give 404."""
    user = viewer(request)
    rule_set = RuleSet.objects.filter(code=code, owner=user).first() if user is not None else None
    if user is None or rule_set is None:
        raise Http404
    services.delete_rule_set(user, code)
    return redirect("new-room", game=rule_set.game)


def _page(
    request: Any,
    rules: Game,
    options: dict[str, Any],
    room_settings: RoomSettings,
    status: int = 200,
    message: str = "",
    typed: Mapping[str, str] | None = None,
) -> HttpResponse:
    user = viewer(request)
    rule_sets = list(RuleSet.objects.filter(owner=user, game=rules.key)) if user is not None else []
    context = {
        "game": rules.key,
        "name": _(rules.name),
        "games": [cover | {"on": cover["key"] == rules.key} for cover in covers()],
        "fields": room_form.rule_fields(rules, options, typed),
        "room_settings": room_form.setting_fields(rules, room_settings),
        "who": room_form.who_may_join(room_settings),
        "room_name": room_settings.name,
        "basis": json.dumps(options),
        "differences": differences(rules, options),
        "in_full": rules_address(rules, options),
        "seats": str(rules.seats(rules.resolve(options))),
        "presets": [(preset.key, _(preset.label), _(preset.help)) for preset in rules.presets],
        "kept": rule_sets,
        "message": message,
        "bad": status != 200,
    }
    is_partial = bool(request.htmx) and status == 200 and request.method == "POST"
    return render(request, "rooms/_setup.html" if is_partial else "rooms/setup.html", context, status=status)


@require_http_methods(["GET", "POST"])
@never_cache
def join(request: HttpRequest) -> HttpResponse:
    """Redirect to a code's table; too many wrong codes are refused (429)."""
    if request.method == "GET":
        return render(request, "rooms/join.html", {"typed": "", "error": ""})
    if seconds := limits.guessing(limits.guesser(request)):
        message = _("Too many wrong codes. Try again in ten minutes.")
        response = render(request, "rooms/join.html", {"typed": "", "error": message}, status=429)
        response["Retry-After"] = str(seconds)
        return response
    code = "".join(request.POST.get("code", "")[:40].split()).upper()
    room = Room.objects.select_related("host").filter(code=code).first() if code.isalnum() else None
    seats = list(room.seats.all()) if room is not None else []
    user = viewer(request)
    if room is None or not (may_see_room(room, seats, user) or may_ask_to_join(room, seats, user)):
        limits.count_wrong(limits.guesser(request))
        message = _("No table that is open to you has this code.")
        return render(request, "rooms/join.html", {"typed": code[:6], "error": message}, status=404)
    return redirect("table", code=room.code)


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the open tables, for the front page to refresh."""
    return render(request, "rooms/_lobby.html", lobby_of(viewer(request), most=SHOWN))
