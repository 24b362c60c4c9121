"""The menu of a table: its rules in words, the score, the proof of the deal, and the viewer's settings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.forms import Looks
from games.accounts.models import User
from games.accounts.services import set_language, set_preference
from games.matches.models import Hand
from games.rooms import seats
from games.rooms.models import Room
from games.rooms.services import ALONE, keep_to_oneself
from games.rules.giving_up import nobody_may_give_up
from games.table import first_deal, next_level
from games.table.admission import room_or_404, viewer
from games.table.game_table import table_of
from games.table.responses import answer, bad_press, no_seat
from games.table.room_settings import differences, kept_so
from games.table.scene import Scene
from games.table.scene_builder import scene
from games.table.seated_press import signed_out
from games.table.sentences import listed, people
from games.table.snapshot import RoomSnapshot, load_snapshot

#: The settings of ``forms.LOOKS`` shown at a table, in order; the settings page has the rest.
HERE = ("cards", "deck", "tap", "passes", "forced", "tips", "sounds", "vibrate")


@require_safe
@never_cache
def menu(request: HttpRequest, code: str) -> HttpResponse:
    """Show the menu, in a sheet of the table or as its own page."""
    snapshot = room_or_404(request, code)
    user = viewer(request)
    picture = scene(snapshot, user)
    context = {
        "room": snapshot.room,
        "differences": differences(snapshot.room.rules, snapshot.room.resolved()),
        "kept": kept_so(snapshot.room),
        "seated": picture.seat is not None,
        "talks": picture.talk is not None,
        "running": snapshot.running,
        "gives_up": picture.room_state.gives_up and not picture.room_state.autoplay,
        "nobody_gives_up": snapshot.running and picture.seat is not None and _each_alone(picture),
        "press": {"hand": picture.hand_id, "seq": picture.seq, "key": picture.key},
        "cut": first_deal.sentences(snapshot.match, people(picture)),
        "commitment": picture.commitment,
        "promise": picture.promise,
        "score": _score(picture),
        "hands": _hands(snapshot),
        "fields": _fields(snapshot, user) if user is not None else [],
    }
    return render(request, "table/menu.html", context)


@require_POST
@never_cache
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """Store the viewer's settings: one field at a time, or all at once without scripts."""
    if response := signed_out(request, code):
        return response
    snapshot = room_or_404(request, code)
    user = viewer(request)
    if user is None:
        return no_seat()
    sent = {name: value for name, value in request.POST.items() if name in (*HERE, "language", "pace", ALONE)}
    form = Looks(user, data=sent)
    pace = sent.pop("pace", None)
    wanted, unwanted = request.POST.get("wanted", ""), request.POST.get("unwanted", "")
    if not form.is_valid() or pace not in (None, *Room.Pace.values):
        return bad_press()
    if not {wanted, unwanted} <= {"", *next_level.LADDER}:
        return bad_press()
    if wanted:
        next_level.take_later(user, snapshot.room.game, wanted, snapshot.room)
    if unwanted:
        next_level.decline(user, snapshot.room.game, unwanted)
    for name, value in sent.items():
        if name == "language":
            set_language(user, value)
        elif name == ALONE:
            keep_to_oneself(user, value == "on")
        elif value != user.prefs.get(name, ""):
            set_preference(user, name, value)
    if pace is not None and pace != snapshot.room.pace:
        try:
            seats.set_pace(snapshot.room, user, pace)
        except seats.RequestRefused:
            return bad_press()
    if getattr(request, "htmx", False):  # a press of the table's own form
        return answer(request, load_snapshot(code), 200, None)
    if request.headers.get("Sec-Fetch-Dest") == "empty":
        return HttpResponse(status=204)
    return redirect("table", code=code)


@require_POST
@never_cache
def sort(request: HttpRequest, code: str) -> HttpResponse:
    """Toggle sorting the viewer's hand by rank or by suit, here and at later tables."""
    if response := signed_out(request, code):
        return response
    snapshot = room_or_404(request, code)
    user = viewer(request)
    if user is None or snapshot.seat_of(user) is None:
        return no_seat()
    set_preference(user, "sort", "" if user.prefs.get("sort") else "suit")
    return answer(request, load_snapshot(code), 200, None)


class PaceForm(forms.Form):
    """How fast AI players play and cards are dealt and move at this table."""

    pace = forms.ChoiceField(
        label=_("Pace of this table"),
        help_text=_("of AI players, of the deal and of cards on their way"),
        choices=[(pace.value, capfirst(pace.label)) for pace in Room.Pace],
        widget=forms.RadioSelect,
    )


class KeepForm(forms.Form):
    """Whether people looking for company find this «Play now» table and its host's later ones."""

    alone = forms.ChoiceField(
        label=_("Keep this table to myself"),
        help_text=_("nobody finds it, nor your next ones; whoever has the link still comes"),
        choices=(("", _("No")), ("on", _("Yes"))),
        widget=forms.RadioSelect,
    )


def _fields(snapshot: RoomSnapshot, user: User) -> list[Any]:
    """Return what the viewer may set, as bound fields: the pace if they are the host, and whether others find
    the table if it is their own «Play now» table."""
    form = Looks(user)
    fields = [form[name] for name in HERE] + [form["language"]]
    if seats.is_host(snapshot.room, snapshot.seats, user):
        fields.insert(0, PaceForm(initial={"pace": snapshot.room.pace})["pace"])
    if snapshot.room.findable is not None and snapshot.room.host_id == user.pk:
        fields.insert(0, KeepForm(initial={"alone": "" if snapshot.room.findable else "on"})["alone"])
    return fields


def _each_alone(picture: Scene) -> bool:
    """Return whether each plays alone, so nobody can give up a hand."""
    return picture.view is not None and nobody_may_give_up(picture.game, picture.view)


def _score(picture: Scene) -> list[tuple[str, str]]:
    """Return the match standing: each side and its score."""
    if picture.standing is None:
        return []
    called, seats_at = people(picture).called, range(len(picture.sitters))
    score_text = table_of(picture.game.key).score_text
    sides = [picture.game.side(seat, picture.options) for seat in seats_at]
    return [
        (listed(called(seat) for seat in seats_at if sides[seat] == side), score_text(score))
        for side, score in enumerate(picture.standing.scores)
    ]


def _hands(snapshot: RoomSnapshot) -> list[tuple[int, int]]:
    """Return the finished hands of the match: number and id."""
    if snapshot.match is None:
        return []
    rows = Hand.objects.filter(match=snapshot.match, scored_at__isnull=False, replaced_by=None).order_by("number")
    return list(rows.values_list("number", "pk"))
