"""The board of a climbing game: seats with their last play or pass, and the kind of the trick."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.safestring import SafeString

from games.rules.climbing.actions import Play
from games.rules.climbing.view import ClimbingView
from games.rules.core import Action, Seat
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext
from games.table.cards import joined
from games.table.display import NOTHING, played, seat_badge, spot
from games.table.markup import format_html
from games.table.public import in_public
from games.table.scene import Scene
from games.table.sentences import tell
from games.titles.climbing.table.hooks import FEW, Hooks


def board(scene: Scene, view: ClimbingView, hooks: Hooks) -> SafeString:
    """Return the seats with the cards before them, and the middle."""
    in_front_of, notes = in_public(scene, _trick_shown, hooks), in_public(scene, _notes, hooks)
    spots = [
        spot(seat, scene, _badge(seat, scene, view, hooks, notes[seat]), in_front_of.get(seat, NOTHING))
        for seat in range(view.seats)
    ]
    return format_html(
        '<section class="board seats{}" id="board" aria-label="{}">{}{}</section>',
        str(view.seats),
        _("Table"),
        joined(spots),
        _hub(scene, view, hooks),
    )


def _badge(seat: int, scene: Scene, view: ClimbingView, hooks: Hooks, note: str) -> SafeString:
    count, tags = view.counts[seat], hooks.tags(seat, scene, view)
    if seat == scene.seat and seat in view.to_act and view.result is None and seat not in view.out:
        note = _("your turn")
    return seat_badge(seat, scene, tags, note, count or None, few=count <= FEW)


def _notes(view: ClimbingView, hooks: Hooks) -> list[str]:
    """Return a word or two for each seat on what it does, as the others read it."""
    return [_note(seat, view, hooks) for seat in range(view.seats)]


def _note(seat: int, view: ClimbingView, hooks: Hooks) -> str:
    if seat in view.out:
        return hooks.out_note(seat, view)
    if view.result is not None:
        return ""
    if seat in view.to_act:
        return _("to give") if view.phase == "exchange" else _("to play")
    return hooks.passed_note(seat, view) or (_("almost out") if view.counts[seat] <= FEW else "")


def laid_out(play: Play, view: ClimbingView, hooks: Hooks) -> tuple[int, ...]:
    """Return the cards of a play in the order in which they lie on the table."""
    return hooks.combo_of(play, view).cards


def plays(actions: Iterable[Action]) -> list[Play]:
    """Return the plays among plays and passes."""
    return [action for action in actions if isinstance(action, Play)]


def _trick_shown(view: ClimbingView, hooks: Hooks) -> dict[int, SafeString]:
    """Return what lies before each seat: its action in the current trick or, until the next
    lead, in the previous one."""
    finished = not view.trick
    trick = view.trick or view.last_trick
    on_table = plays(trick)
    if not on_table or view.phase == "exchange":
        return {}
    shown: dict[int, SafeString] = {}
    for action in trick:
        if not isinstance(action, Play):
            if not finished:
                shown[action.seat] = _pass(hooks)
            continue
        best = action is on_table[-1]
        word = _word(action, finished and view.result is None, view, hooks) if best else ""
        look = "best" if best else "beaten"
        shown[action.seat] = played(action.seat, laid_out(action, view, hooks), frozenset(), look, word)
    return shown


def _word(play: Play, finished: bool, view: ClimbingView, hooks: Hooks) -> str:
    return _("takes the trick") if finished else hooks.word(hooks.combo_of(play, view), view)


def _pass(hooks: Hooks) -> SafeString:
    term = (
        format_html(' <span class="zh" lang="zh-Hans">{}</span>', hooks.passing_term) if hooks.passing_term else NOTHING
    )
    return format_html('<span class="pass">{}{}</span>', _("Pass"), term)


def _hub(scene: Scene, view: ClimbingView, hooks: Hooks) -> SafeString:
    if view.phase == "exchange":
        exchange = hooks.exchange_hub(scene, view)
        if exchange is not None:
            return exchange
    note, led = hooks.hub_note(scene, view), in_public(scene, _led, hooks)
    if led is None:
        title = _("A new trick") if view.result is None else ""
        return format_html('<div class="hub" id=hub-new><b>{}</b>{}</div>', title, note)
    kind, text, number, seat = led
    return format_html(
        '<div class="hub" id=hub-kind><b>{}</b><small>{}</small>{}</div>',
        kind,
        tell(scene, text, number=number, name=seat),
        note,
    )


def _led(view: ClimbingView, hooks: Hooks) -> tuple[SafeString, str, int, Seat] | None:
    """Return the kind of the current trick, the sentence that says who led it and the values for its placeholders;
    None before a lead."""
    on_table = plays(view.trick)
    if not on_table:
        return None
    combo = hooks.combo_of(on_table[0], view)
    text = ngettext("%(name)s led %(number)s card", "%(name)s led %(number)s cards", combo.size)
    return format_html("{}{}", hooks.kind_name(combo.type), hooks.term(combo)), text, combo.size, Seat(on_table[0].seat)
