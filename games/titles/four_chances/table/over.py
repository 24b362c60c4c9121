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
    """A row of the scorecard: its card, what was scored and why, who scored it, its points."""

    card: SafeString
    what: str
    why: str
    who: str
    points: str


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
    return _("%(told)s.") % {"told": pgettext("between sides", "; ").join(sentences)}


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
    this hand and its score; ``endings``: the sentences below."""
    assert scene.explanation is not None
    who = people(scene)
    tricks = [message for trick in scene.explanation.tricks for message in trick.messages]
    item_rows = format_html_join(
        "",
        '<tr><th scope="row"><span class="what">{}<span><b>{}</b><small>{}</small></span></span></th>'
        "<td>{}</td><td>{}</td></tr>",
        ((row.card, row.what, row.why, row.who, row.points) for row in rows),
    )
    total_rows = format_html_join(
        "",
        '<tr{}><th scope="row">{}</th><td>{}</td><td>{}</td></tr>',
        (
            (format_html(' class="{}"', "me") if mine else NOTHING, name, points, score)
            for mine, name, points, score in totals
        ),
    )
    return render(
        "four_chances/_scorecard",
        head=head,
        why=why,
        rows=item_rows,
        totals=total_rows,
        target=str(target),
        ending=" ".join(sentence(message, who) for message in endings),
        tricks=format_html_join("", "<li>{}</li>", ((sentence(message, who),) for message in tricks)),
    )
