"""The table as parts of a page: one function for the page, the answer to a POST and the socket.

Each part is one element with its name as id, made from the scene alone. A push holds the
changed parts, each marked to be morphed into place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString

from games.foundation.paths import address
from games.foundation.process_cache import ProcessCache
from games.rooms.models import DAY
from games.rules.core import Game
from games.table import hint_lines, level_proposal, rest_claims, take_back, waiting_room
from games.table.buttons import actions, actions_and, closed_actions, is_closed
from games.table.cached_gettext import fixed_catalogue, get_language, ngettext, one_language, pgettext
from games.table.cached_gettext import gettext as _
from games.table.cards import joined
from games.table.chat import talk
from games.table.display import NOTHING, Display, Prompt, place, render
from games.table.game_table import table_of
from games.table.markup import format_html
from games.table.past_tricks import past
from games.table.piece_cache import cached_piece
from games.table.room_settings import differences
from games.table.scene import Clock, Scene
from games.table.sentences import names, rating_moved, reason

#: Parts on the board and those that follow it, in page order.
ON_BOARD = ("board", "clock", "scorecard", "toast")
BESIDE = ("side", "talk")
BELOW = ("prompt", "hand", "actions")
#: what a hand has of which a tap plays a card (``static/js/one_press.js``)
BY_A_TAP = ("type=radio", "data-alone=")
#: A viewer (room, seat, language) → their last scene and its parts.
_drawn: ProcessCache[tuple[str, int | None, str | None], tuple[Scene, Mapping[str, SafeString]]] = ProcessCache(1024)
#: Steps in which a page without scripts shows the time left.
STEPS = 20


def parts(scene: Scene) -> Mapping[str, SafeString]:
    """Return every part of the viewer's table: id → element, in page order.

    The same scene in the same language gives the same parts, so each viewer's last parts are
    cached: a press is answered and then pushed, but drawn once.
    """
    viewer = scene.code, scene.seat, get_language()
    cached = _drawn.get(viewer)
    if cached is not None and cached[0].picture == scene.picture and cached[0] == scene:
        return cached[1]
    drawn = _parts(scene)
    _drawn.set(viewer, (scene, drawn))
    return drawn


def some(scene: Scene, names: Iterable[str]) -> dict[str, SafeString]:
    """Return only the wanted parts and cache none, as for a replay, which has no presses and no chat."""
    with one_language():
        return _some(scene, names)


def _parts(scene: Scene) -> dict[str, SafeString]:
    # drawing a room has already fixed the language, and fixing it again costs time
    return some(scene, PARTS) if fixed_catalogue() is None else _some(scene, PARTS)


def _some(scene: Scene, names: Iterable[str]) -> dict[str, SafeString]:
    shown = _shown(scene)
    return {name: PARTS[name](scene, shown) for name in names}


def _shown(scene: Scene) -> Display:
    """Return the game's display with the table's own additions."""
    shown = _display(scene)
    usual = shown.prompt.small
    if is_closed(scene):
        return replace(shown, prompt=Prompt(_("The time for this table is over.")), actions=closed_actions(scene))
    if scene.room_state.autoplay:
        shown = _with_stand_in(shown)
    elif scene.room_state.reserved is not None:
        shown = _reserved(scene, shown, scene.room_state.reserved)
    elif scene.view is not None and scene.room_state.takeable:
        shown = replace(shown, actions=waiting_room.takeable_seats(scene))
        if scene.room_state.newcomer:
            shown = replace(shown, prompt=replace(shown.prompt, small=waiting_room.invited(scene)))
    elif absent := _absent(scene):
        shown = replace(shown, actions=actions_and(shown.actions, *_stand_ins(scene, absent)))
    if scene.hint is not None:
        shown = replace(shown, prompt=Prompt(hint_lines.with_reason(scene.hint), shown.prompt.text, mine=True))
    elif scene.room_state.learning:
        shown = replace(shown, prompt=replace(shown.prompt, small=hint_lines.small_line(scene, shown.prompt.small)))
    elif scene.room_state.coached and scene.view is not None:
        shown = replace(shown, prompt=replace(shown.prompt, small=_coached(scene, shown) or shown.prompt.small))
    elif scene.room_state.next_level is not None:
        proposal = level_proposal.Proposal(scene.game.key, *scene.room_state.next_level)
        shown = replace(shown, prompt=replace(shown.prompt, small=level_proposal.offer(scene, proposal)))
    if newcomers := waiting_room.newcomers(scene):
        shown = replace(shown, prompt=replace(shown.prompt, small=newcomers))
    if shown.scorecard:
        shown = _on_scorecard(scene, shown, usual)
    if not scene.room_state.autoplay:
        shown = take_back.shown(scene, shown)
    if scene.claim is not None and not scene.room_state.autoplay:
        shown = rest_claims.held(scene, shown)
    if scene.reading:
        shown = replace(shown, prompt=replace(shown.prompt, small=scene.reading))
    return shown


def _coached(scene: Scene, shown: Display) -> SafeString | str:
    """Return the tip for a first hand with the button that turns tips off; "" if there is none, or if the viewer
    has only one move, which the prompt already gives. Their first card comes with what a tap on it does."""
    mine = shown.prompt.mine
    if mine and len(scene.moves) == 1:
        return ""
    table = table_of(scene.game.key)
    line = table.advice(scene.view) if mine else table.about()
    if not line:
        return ""
    if mine and scene.room_state.taps and _is_first_play(scene) and any(mark in shown.hand for mark in BY_A_TAP):
        line = pgettext("two sentences", "%(first)s %(then)s") % {"first": _("A tap on a card plays it."), "then": line}
    return format_html(
        '<span>{}</span> <button class="link" formaction="{}" name=tips value=off>{}</button>',
        line,
        address("table-settings", scene.code),
        _("No tips"),
    )


def _is_first_play(scene: Scene) -> bool:
    view = scene.view
    if view is None or view.phase != "play":
        return False
    return not any(action.seat == scene.seat and action.do == "play" for action in view.memory)


def push(changed: Mapping[str, SafeString]) -> SafeString:
    """Return parts as one message. htmx morphs each into the part it replaces, as the page's
    ``defaultSwap`` (table.html) tells it to."""
    return SafeString("".join([f"<hx-partial id={name}>{part}</hx-partial>" for name, part in changed.items()]))


def table(scene: Scene) -> SafeString:
    """Return the bar and ``<main id="table">`` with all its parts."""
    drawn = parts(scene)
    board = joined(drawn[name] for name in ON_BOARD)
    beside = joined(drawn[name] for name in BESIDE)
    below = joined(drawn[name] for name in BELOW)
    return format_html(
        '{}<main class="room {}{}{}" id="table"{}>{}{}'
        '<section class="score" aria-label="{}" tabindex="0">{}{}</section>'
        '<div class="felt">{}</div><div class="beside">{}</div>{}</main>',
        drawn["bar"],
        scene.game.module,
        "" if scene.seat is not None else " looking",
        " coached" if scene.room_state.coached else "",
        format_html(" data-pace={}", scene.room_state.pace) if scene.room_state.pace else NOTHING,
        drawn["picture"],
        drawn["press"],
        _("Score"),
        drawn["score"],
        drawn["ground"],
        board,
        beside,
        below,
    )


def _with_stand_in(shown: Display) -> Display:
    """Return the table of a viewer for whom an AI player plays; one press takes the seat back."""
    more = _("Your seat is kept: come back whenever you like.")
    prompt = Prompt(_("An AI player is playing for you."), more, mine=True)
    return replace(shown, prompt=prompt, actions=actions(waiting_room.action_button("back", _("I’m back"), go=True)))


def _reserved(scene: Scene, shown: Display, seat: int) -> Display:
    """Return the table of a viewer who gets an AI player's seat at the next hand and watches until then."""
    text = _("You take %(name)s’s seat with the next hand.") % {"name": names(scene)[seat]}
    back = waiting_room.action_button("give-back", _("Give the seat back"))
    prompt = Prompt(text, _("Until then you see what everybody sees."), mine=True)
    return replace(shown, prompt=prompt, actions=actions(back))


def _on_scorecard(scene: Scene, shown: Display, usual: str) -> Display:
    """Move the line below the prompt, unless it is the ``usual`` one, to the scorecard, which on a phone covers the
    prompt; after a rated match also tell the new rating, which is worked out after the match's end is drawn."""
    lines = [shown.prompt.small] if shown.prompt.small != usual else []
    if scene.room_state.to_be_rated or scene.room_state.rating:
        lines.append(format_html('<a href="{}">{}</a>', address("me"), rating_moved(scene.room_state.rating)))
    head, end, rest = shown.scorecard.partition("</h2>")
    added = joined(format_html('<div class="small">{}</div>', line) for line in lines)
    scorecard = SafeString(f"{head}{end}{added}{rest}")
    return replace(shown, scorecard=scorecard, prompt=replace(shown.prompt, small=usual))


def _absent(scene: Scene) -> list[int]:
    """Return the seats to act whose owners are absent, if the viewer is the host and waits for them."""
    room_state, view = scene.room_state, scene.view
    if view is None or scene.seat is None or scene.seat in view.to_act or not (room_state.running and room_state.host):
        return []
    if scene.clock is not None and scene.clock.allotted >= DAY:
        return []
    sitters = [scene.sitters[seat] for seat in view.to_act]
    return [sitter.number for sitter in sitters if not (sitter.is_ai or sitter.here or sitter.autoplay)]


def _stand_ins(scene: Scene, absent: Sequence[int]) -> Iterator[SafeString]:
    """Yield a host's buttons while they wait for somebody absent."""
    who = names(scene)
    for seat in absent:
        yield waiting_room.action_button(f"stand-in {seat}", _("Let AI play"), who[seat])


def _display(scene: Scene) -> Display:
    return waiting_room.display(scene) if scene.view is None else table_of(scene.game.key).display(scene)


def _bar(scene: Scene, shown: Display) -> SafeString:
    if not scene.code:
        return NOTHING  # a hand uploaded as a record has no table
    return _bar_of(
        scene.code,
        scene.name,
        shown.about,
        scene.onlookers,
        bool(scene.room_state.learning),
        _differing(scene.game, tuple(scene.options.items())),
        scene.promise,
        scene.seat is not None,
        scene.talk is not None,
    )


@cached_piece(2048)
def _bar_of(
    code: str,
    name: str,
    about: str,
    onlookers: int,
    learning: bool,
    differs: int,
    promise: str,
    sits: bool,
    talks: bool,
) -> SafeString:
    outside = ngettext("%(number)s watching", "%(number)s watching", onlookers) % {"number": onlookers}
    house = ngettext("%(number)s house rule", "%(number)s house rules", differs) % {"number": differs}
    # A table named after its game does not repeat the name.
    for between in (", ", "，", " · "):
        about = about.removeprefix(f"{name}{between}")
    if name.endswith(about):  # nor do the deals of a duplicate and of the day
        about = ""
    if learning:  # a phone's bar has no room for both
        about = format_html('{}<span class="wide"> · {}</span>', _("Learning table"), about)
    return render(
        "table/_bar",
        name=name,
        about=format_html("{} · {}", outside, about) if onlookers else about,
        differs=house if differs else "",
        promise=promise,
        seed=address("seed", code) if sits else "",
        rules=address("room-rules", code),
        leave=address("leave", code) if sits else "",
        menu=address("menu", code),
        talk="#talk" if talks else "",
    )


@lru_cache(maxsize=2048)
def _differing(game: Game, options: tuple[tuple[str, Any], ...]) -> int:
    """Return how many rules differ from the standard."""
    return len(differences(game, dict(options)))


def _press(scene: Scene) -> SafeString:
    """Return the fields of every press: its hand, picture and key."""
    if not scene.hand_id:
        return NO_PRESS
    # numbers, and a key of letters and digits only (``scene_builder.press_key``), need no escaping
    return SafeString(
        f'<div id="press" hidden><input type=hidden name=hand value={scene.hand_id:d}><input type=hidden name=seq '
        f"value={scene.seq:d}><input type=hidden name=key value={scene.key}></div>"
    )


def _clock(scene: Scene, lit: int | None) -> SafeString:
    """Return the lit side of the board, that of the seat to act; its length shows the time left."""
    if lit is None:
        return format_html('<div class="clock" id="{}"></div>', "clock")
    # a corner seat lights the side named first: the far one for «nw»
    side, clock = place(lit, scene)[0].replace("m", "n"), scene.clock
    if clock is None:
        return format_html('<div class="clock {0}" id="clock"><i id=lit-{0}></i></div>', side)
    seconds = int(clock.left)
    if clock.allotted >= DAY:
        return format_html(
            '<div class="clock {0}" id=clock role=timer aria-label="{1}"><i id=lit-{0}></i><b>{2}</b></div>',
            side,
            *_time_left(seconds),
        )
    return format_html(
        # The turn distinguishes two clocks of equal length, so that the second restarts.
        '<div class="clock {} t{}" id=clock data-t={} data-left={} data-of={} role=timer aria-label="{}">'
        # Each side has its own bar, so none moves.
        "<i id=lit-{}></i><b>{}</b></div>",
        side,
        _step(clock),
        scene.seq,
        f"{clock.left:.1f}",
        f"{clock.allotted:g}",
        ngettext("%(seconds)s second left", "%(seconds)s seconds left", seconds) % {"seconds": seconds},
        side,
        f"{seconds // 60}:{seconds % 60:02d}",
    )


def _time_left(seconds: int) -> tuple[str, str]:
    """Return the time left on a clock of days, in days or hours: in words, and abbreviated."""
    days, hours = divmod(seconds // 3600, 24)
    left = {"days": days, "hours": max(1, hours)}
    if days:
        return ngettext("%(days)s day left", "%(days)s days left", days) % left, _("%(days)s d") % left
    return ngettext("%(hours)s hour left", "%(hours)s hours left", left["hours"]) % left, _("%(hours)s h") % left


def _step(clock: Clock) -> int:
    return max(0, min(STEPS, round(STEPS * clock.left / clock.allotted))) if clock.allotted else 0


def _toast(scene: Scene) -> SafeString:
    if scene.refused is None:
        return NO_TOAST
    refusal = scene.refused.refusal
    head, why = (_("That is not allowed."), reason(scene.refused)) if refusal else (reason(scene.refused), "")
    section = refusal.section if refusal else ""
    rule = _("%(game)s, section %(section)s") % {"game": _(scene.game.name), "section": section} if section else ""
    link = f"{address('room-rules', scene.code)}#{section}"
    return format_html(
        '<div class="toast" id="toast" role="alert"><b>{}</b> {}{}</div>',
        head,
        why,
        format_html(' <a class=small href="{}" target=_blank>{}</a>', link, rule) if rule else NOTHING,
    )


def _side(scene: Scene, shown: Display) -> SafeString:
    return format_html(
        '<aside class="side" id="side" aria-label="{}" tabindex="0">{}{}{}</aside>',
        _("Beside the table"),
        rest_claims.open_cards(scene),
        shown.side,
        past(scene),
    )


def _prompt(scene: Scene, shown: Display) -> SafeString:
    look = "prompt now" if shown.prompt.mine else "prompt"
    return render("table/_prompt", text=shown.prompt.text, small=shown.prompt.small, look=look)


NO_PRESS = format_html('<div id="{}" hidden></div>', "press")
NO_TOAST = format_html('<div id="{}" role="alert"></div>', "toast")
#: How each part is drawn, in page order.
PARTS: Mapping[str, Callable[[Scene, Display], SafeString]] = {
    "picture": lambda scene, _shown: SafeString(f'<input type=hidden id="picture" value="{scene.picture:d}">'),
    "bar": _bar,
    "press": lambda scene, _shown: _press(scene),
    "score": lambda _scene, shown: SafeString(f'<div id="score">{shown.score}</div>'),
    "ground": lambda _scene, shown: SafeString(f'<div id="ground">{shown.ground}</div>'),
    "board": lambda _scene, shown: shown.board,
    "clock": lambda scene, shown: _clock(scene, shown.lit),
    "scorecard": lambda _scene, shown: SafeString(f'<div id="scorecard">{shown.scorecard}</div>'),
    "toast": lambda scene, _shown: _toast(scene),
    "side": _side,
    "prompt": _prompt,
    "hand": lambda _scene, shown: shown.hand,
    "actions": lambda _scene, shown: shown.actions,
    "talk": lambda scene, _shown: talk(scene),
}
