"""A finished hand of any number of sides: the scorecard that counts it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.rules.core import Message, Seat
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import pgettext
from games.table.display import NOTHING, render
from games.table.markup import format_html, format_html_join
from games.table.scene import Scene
from games.table.sentences import listed, people, sentence, tell


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the scorecard: its card, what was scored and why, which of the sides scored it (its place among those
    of the scorecard, None if nobody did), its points."""

    card: SafeString
    what: str
    why: str
    side: int | None
    points: str = ""


def without_name(text: str) -> str:
    """Return a sentence without its leading «High:», which already heads the row."""
    parts = re.split(": |：", text, maxsplit=1)
    return parts[1][:1].upper() + parts[1][1:] if len(parts) == 2 and len(parts[0]) < 20 else text


def who_scored(scene: Scene, sides: Sequence[tuple[Sequence[int], Sequence[str]]]) -> str:
    """Return who scored what, in one line: «High, Game for you; Low for Bamboo.»

    ``sides``: the seats of each and what it scored, in words; the viewer's first. One of two may have scored nothing.
    """
    if not any(scored for _seats, scored in sides):
        return ""
    sentences = [
        tell(scene, _("%(won)s for %(side)s"), won=listed(scored), side=tuple(map(Seat, seats)))
        for seats, scored in sides
        if scored
    ]
    if len(sides) == 2 and len(sentences) == 1:
        seats = next(seats for seats, scored in sides if not scored)
        sentences.append(tell(scene, _("nothing for %(side)s"), side=tuple(map(Seat, seats))))
    return _("%(text)s.") % {"text": pgettext("between sides", "; ").join(sentences)}


def scorecard(
    scene: Scene,
    head: str,
    why: str,
    rows: Iterable[Row],
    totals: Sequence[tuple[bool, str, str, str]],
    endings: Sequence[Message] = (),
    target: int = 0,
) -> SafeString:
    """Return the scorecard of a hand. ``totals``: for each side whether it is the viewer's, its name, its points in
    this hand and its score; ``endings``: the sentences below. Two sides have a column each; of more, a row names the
    one that scored it."""
    assert scene.explanation is not None
    who = people(scene)
    tricks = [message for trick in scene.explanation.tricks for message in trick.messages]
    names = [name for _mine, name, _points, _score in totals]
    of_two = len(totals) == 2
    item_rows = format_html_join(
        "",
        '<tr><th scope="row"><span class="what">{}<span><b>{}</b><small>{}</small></span></span></th>'
        "<td>{}</td><td>{}</td></tr>",
        ((row.card, row.what, row.why, *(_columns(row) if of_two else _named(row, names))) for row in rows),
    )
    values = {
        "head": head,
        "why": why,
        "rows": item_rows,
        "target": str(target),
        "ending": " ".join(sentence(message, who) for message in endings),
        "tricks": format_html_join("", "<li>{}</li>", ((sentence(message, who),) for message in tricks)),
    }
    if of_two:
        (_first, us, our_points, our_score), (_second, them, their_points, their_score) = totals
        return render(
            "four_chances/_two_sides",
            us=us,
            them=them,
            our_points=our_points,
            their_points=their_points,
            our_score=our_score,
            their_score=their_score,
            **values,
        )
    total_rows = format_html_join(
        "",
        '<tr{}><th scope="row">{}</th><td>{}</td><td>{}</td></tr>',
        (
            (format_html(' class="{}"', "me") if mine else NOTHING, name, points, score)
            for mine, name, points, score in totals
        ),
    )
    return render("four_chances/_scorecard", totals=total_rows, **values)


def _columns(row: Row) -> tuple[str, str]:
    """Return the points of a row in the column of the side that scored it."""
    if row.side is None:
        return "–", "–"
    return ("", row.points) if row.side else (row.points, "")


def _named(row: Row, names: Sequence[str]) -> tuple[str, str]:
    """Return who scored a row, and its points."""
    return ("–", "–") if row.side is None else (names[row.side], row.points)
