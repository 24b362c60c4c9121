"""The context of a replay's page: the table at one step, the tricks, key moments and controls."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.replays import review, times
from games.replays.key_moments import BID, REVIEW, TRICK, TURN, Mark, marks
from games.replays.replay import Replay
from games.replays.scenes import scene_at
from games.replays.timeline import Course, Trick
from games.rules import live_draw
from games.rules.core import N_
from games.table import fragments
from games.table.cached_gettext import get_language, of_game
from games.table.cached_gettext import gettext as _
from games.table.cards import joined
from games.table.display import called
from games.table.markup import format_html, format_html_join
from games.table.room_settings import differences
from games.table.scene import Scene
from games.table.sentences import People, name_of, sentence

#: The fragments of the table that a replay shows.
FRAGMENTS = ("score", "ground", "board", "scorecard", "side", "prompt", "hand")
#: A line of the list of tricks: first and last step, HTML before and after the mark of the current one.
Row = tuple[int, int, SafeString, SafeString]
#: The class of a replay in which hands have more cards, so many at least; its sheet gives them more rows.
LONG_HANDS = ((20, " longest-hands"), (10, " long-hands"), (0, ""))
#: The marks of the scrubber, by kind: their heights, and their names.
HIGH = {TRICK: 6, BID: 10, TURN: 14, REVIEW: 14}
SIGNS = {BID: N_("Choice"), TURN: N_("Turning point"), REVIEW: N_("Second look")}
#: The controls: id, key, label, text before the word, the word, text after it; phones omit the word.
CONTROLS = (
    ("to-start", "Home", N_("To the start (Home key)"), "|‹", "", ""),
    ("trick-back", "ArrowUp", N_("A trick back (up key)"), "« ", N_("trick"), ""),
    ("back", "ArrowLeft", N_("One step back (left key)"), "‹ ", N_("card"), ""),
    ("on", "ArrowRight", N_("One step on (right key)"), "", N_("card"), " ›"),
    ("trick-on", "ArrowDown", N_("A trick on (down key)"), "", N_("trick"), " »"),
    ("to-end", "End", N_("To the end (End key)"), "›|", "", ""),
)
#: The ``rel`` attributes of controls.
RELS = {"back": "prev", "on": "next"}
#: The HTML after a control's URL, and after a disabled one's.
ENABLED, DISABLED = SafeString('"'), SafeString('" aria-disabled="true"')
#: The attribute of the current trick in the list.
CURRENT = format_html(' aria-current="{}"', "step")


def frame(replay: Replay, number: int, seat: int | None) -> dict[str, Any]:
    """Return the context of a whole page. ``seat``: whose view, None for all hands."""
    course = replay.course
    return {
        "title": replay.title,
        "module": course.game.module,
        "about": _about(course),
        "record": replay.linked("record"),
        "details": replay.linked("about"),
        "again": replay.linked("again"),
        "review_url": replay.of("look") if replay.review is not None else "",
        "agree": reverse("puzzle-agree", args=[replay.pk]) if replay.asks else "",
        "main": main(replay, number, seat),
    }


def main(replay: Replay, number: int, seat: int | None) -> SafeString:
    """Return one step, ``<main id="replay">``."""
    return _main(replay, number, seat, get_language())


@lru_cache(maxsize=512)
def _main(replay: Replay, number: int, seat: int | None, language: str | None) -> SafeString:
    """Return one step in the active language; cached, because only names in it ever change."""
    return render_to_string("replays/_replay.html", context(replay, number, seat))


def context(replay: Replay, number: int, seat: int | None) -> dict[str, Any]:
    """Return the template's context of one step."""
    course = replay.course
    scene = scene_at(replay, number, seat)
    parts = fragments.some(scene, FRAGMENTS)
    who = replay.people(seat)
    trick = next((trick for trick in course.tricks if trick.first <= number <= trick.last), None)
    return {
        "replay": replay,
        "module": course.game.module,
        "hands": _hands_class(course),
        "number": str(number),
        "last": str(course.last),
        "seat": "" if seat is None else str(seat),
        "parts": parts,
        "eyes": "" if seat in (None, replay.viewer) else name_of(replay.sitters[seat]),
        "stage": joined((parts["board"], parts["scorecard"]) if number == course.last else (parts["board"],)),
        "heading": _heading(course, number, trick),
        "done": _action_sentence(replay, number, who) if seat is None else "",
        "took": _duration(course, number),
        "why": [sentence(message, who) for message in trick.messages] if trick and number == trick.last else [],
        "tricks_word": of_game(course.game.name, N_("Tricks")),
        "tricks": _tricks(replay, number, seat),
        "moments": _moments(replay, number, seat),
        "ticks": _ticks(replay),
        "views": list(_views(replay, number, seat, scene)),
        "base": replay.of("hand"),
        "review": _review(replay, number, seat),
        "take": str(seat if seat is not None else replay.viewer or 0)
        if number < course.last and not replay.sealed
        else "",
        "taken": _other_player(replay, seat),
        "turned": replay.address(number, None if seat is not None else replay.viewer or 0),
        "controls": _controls(replay, number, seat),
    }


@lru_cache(maxsize=256)
def _hands_class(course: Course) -> str:
    """Return the class for the most cards that a seat holds in this hand, which is before its first trick."""
    begun = course.tricks[0].first if course.tricks else course.last
    most = max(max(course.view(number, None).counts) for number in range(begun + 1))
    return next(look for least, look in LONG_HANDS if most >= least)


def _other_player(replay: Replay, seat: int | None) -> str:
    """Return whose seat a person takes when they play on from here; "" if it is the viewer's own."""
    played = seat if seat is not None else replay.viewer or 0
    return "" if played == replay.viewer else replay.people().names[played]


def _review(replay: Replay, number: int, seat: int | None) -> dict[str, Any] | None:
    """Return the review of the viewer's own seat, if all hands or that one are shown."""
    if replay.review is None or seat not in (None, replay.viewer):
        return None
    is_pending = replay.review.status == review.PENDING
    shown = review.shown(replay.review, replay.course, number)
    return shown | {"poll": replay.of("look") if is_pending else "", "asks": replay.asks}


def _about(course: Course) -> str:
    differs = len(differences(course.game, course.setup.options))
    house = ngettext("%(number)s house rule", "%(number)s house rules", differs) % {"number": differs}
    return f"{_(course.game.name)} · {house}" if differs else _(course.game.name)


def _heading(course: Course, number: int, trick: Trick | None) -> str:
    if number == 0:
        return _("The deal")
    if number == course.last:
        return _("The end of the hand")
    if trick is None:
        return of_game(course.game.name, N_("Before the first trick"))
    return of_game(course.game.name, N_("Trick %(number)s")) % {"number": trick.number}


def _action_sentence(replay: Replay, number: int, who: People) -> str:
    """Return a sentence about the action that led to this step, for a view of all hands."""
    step, game = replay.course.steps[number], replay.course.game
    if step.action is not None:
        return sentence(step.action.message(), who)
    return _("The draw begins.") if live_draw.drawing(game, step.state) else _("The cards are dealt.")


def _duration(course: Course, number: int) -> str:
    """Return how long the action took, if known."""
    step = course.steps[number]
    if number < 2 or step.at is None or step.by == "house":
        return ""
    before = course.steps[number - 1].at
    assert before is not None
    duration = times.took((step.at - before).total_seconds())
    if step.by == "clock":
        return _("after %(time)s, played by AI for an absent player") % {"time": duration}
    return _("after %(time)s") % {"time": duration}


def _tricks(replay: Replay, number: int, seat: int | None) -> SafeString:
    """Return the list of tricks, with the one of this step marked."""
    rows = _rows(replay, seat, get_language())
    return joined(
        piece
        for first, last, *row in rows
        for piece in (row if not first <= number <= last else (row[0], CURRENT, row[1]))
    )


@lru_cache(maxsize=256)
def _rows(replay: Replay, seat: int | None, language: str | None) -> tuple[Row, ...]:
    """Return the list of tricks: one line for all before the first, then each with its winner and points."""
    course = replay.course
    first = course.tricks[0].first if course.tricks else course.last + 1
    opening = _("Deal and choices") if first > 1 else _("The deal")
    who = replay.people(seat)
    lines = [(0, first - 1, "–", opening, "")]
    for trick in course.tricks:
        points = f"+{trick.points}" if trick.points else ""
        lines.append((trick.first, trick.last, str(trick.number), who.called(trick.winner), points))
    line = '><span class="n">{}</span><span>{}</span><span class="pt">{}</span></a></li>'
    return tuple(
        (begins, ends, format_html('<li><a href="{}"', replay.address(ends, seat)), format_html(line, *texts))
        for begins, ends, *texts in lines
    )


def _all_marks(replay: Replay) -> list[Mark]:
    return sorted((*marks(replay.course), *replay.marks), key=lambda mark: (mark.step, mark.kind))


@lru_cache(maxsize=256)
def _ticks(replay: Replay) -> SafeString:
    """Return the marks of the scrubber as SVG; the list of moments says the same in words."""
    return format_html_join(
        "",
        '<path class="{}" d="M{} 14v-{}"/>',
        ((mark.kind, mark.step, HIGH[mark.kind]) for mark in _all_marks(replay)),
    )


def _moments(replay: Replay, number: int, seat: int | None) -> list[dict[str, Any]]:
    """Return the list of key moments, except tricks won."""
    return [line | {"now": step == number} for step, line in _moment_lines(replay, seat, get_language())]


@lru_cache(maxsize=256)
def _moment_lines(replay: Replay, seat: int | None, language: str | None) -> list[tuple[int, dict[str, Any]]]:
    """Return the key moments with their steps, in the active language."""
    who = replay.people(seat)
    return [
        (
            mark.step,
            {
                "kind": mark.kind,
                "sign": _(SIGNS[mark.kind]),
                "sentence": sentence(mark.message, who),
                "url": replay.address(mark.step, seat),
            },
        )
        for mark in _all_marks(replay)
        if mark.kind in SIGNS
    ]


def _views(replay: Replay, number: int, seat: int | None, scene: Scene) -> Iterator[dict[str, Any]]:
    """Yield the choices of view: all hands, then each seat's, the viewer's first."""
    yield {"url": replay.address(number), "name": _("All hands"), "now": seat is None, "own": False}
    count = len(replay.sitters)
    for at in range(count):
        other = ((replay.viewer or 0) + at) % count
        name = _("Mine only") if other == replay.viewer else called(other, scene) if other != seat else ""
        name = name or name_of(replay.sitters[other])
        own = other == replay.viewer
        yield {"url": replay.address(number, other), "name": name, "now": other == seat, "own": own}


def _targets(replay: Replay, number: int, seat: int | None) -> dict[str, str]:
    """Return the URLs of the controls by id; at either end, the URL of the step itself."""
    course = replay.course
    ends = [trick.last for trick in course.tricks]
    steps = {
        "to-start": 0,
        "to-end": course.last,
        "trick-back": max((end for end in ends if end < number), default=0),
        "trick-on": min((end for end in ends if end > number), default=course.last),
        "back": max(0, number - 1),
        "on": min(course.last, number + 1),
    }
    return {control: replay.address(step, seat) for control, step in steps.items()}


def _controls(replay: Replay, number: int, seat: int | None) -> SafeString:
    """Return the controls; on the last step the one for the next step is disabled."""
    targets, at_end = _targets(replay, number, seat), number == replay.course.last
    return joined(
        piece
        for control, head, tail in _buttons(replay.course.game.name, get_language())
        for piece in (head, targets[control], DISABLED if at_end and control == "on" else ENABLED, tail)
    )


@lru_cache(maxsize=32)
def _buttons(game: str, language: str | None) -> tuple[tuple[str, SafeString, SafeString], ...]:
    """Return the controls of a game in the active language: id, HTML before and after the URL."""
    buttons = []
    for control, key, label, before, word, after in CONTROLS:
        rel = format_html(' rel="{}"', RELS[control]) if control in RELS else ""
        face = format_html('{}<span class="wide">{}</span>{}', before, of_game(game, word), after) if word else before
        go = " go" * (control == "on")
        head = format_html('<a class="btn{}" id="{}" data-key="{}"{} href="', go, control, key, rel)
        buttons.append((control, head, format_html(' aria-label="{}">{}</a>\n', of_game(game, label), face)))
    return tuple(buttons)
