"""A finished hand of Forty or Eighty: the points caught, the row of the score table, the levels."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.rules.core import Message, Seat
from games.rules.shengji.explanation import MOVES, STAYS
from games.rules.shengji.view import View
from games.table.buttons import next_line
from games.table.cached_gettext import gettext as _
from games.table.cards import card_face, joined
from games.table.display import Prompt, near, render
from games.table.markup import format_html_join
from games.table.scene import Scene
from games.table.sentences import people, sentence, side_name, tell
from games.titles.shengji.table.ground import level_name


def scorecard(scene: Scene, view: View) -> SafeString:
    """Return the scorecard of the hand: what decided it, its reasons, the levels before and after."""
    who = people(scene)
    assert scene.explanation is not None
    tricks = [message for trick in scene.explanation.tricks for message in trick.messages]
    return render(
        "shengji/_scorecard",
        head=headline(scene, view),
        why=_why(scene, view),
        lines=format_html_join("", "<li>{}</li>", ((sentence(message, who),) for message in _reasons(scene, view))),
        bottom=joined(map(card_face, view.buried)),
        levels=format_html_join("", "<tr><th scope='row'>{}</th><td>{}</td><td>{}</td></tr>", _levels(scene, view)),
        tricks=format_html_join("", "<li>{}</li>", ((sentence(message, who),) for message in tricks)),
    )


def headline(scene: Scene, view: View) -> str:
    """Return who has won the hand, or the match."""
    assert view.result is not None
    winners = view.result["winning_team"]
    side = Seat(winners), Seat(winners + 2)
    if view.result["match_over"]:
        return tell(scene, _("%(side)s {wins|win} the match."), side=side)
    if view.result["offender"] is not None:
        return tell(scene, _("%(side)s {wins|win} by a penalty."), side=side)
    text = _("%(side)s {wins|win} the hand and {holds|hold} the stage.")
    if view.result["stage"] == "taken":
        text = _("%(side)s {wins|win} the hand and {takes|take} the stage.")
    return tell(scene, text, side=side)


def _why(scene: Scene, view: View) -> str:
    """Return what decided a hand that was played out, in one line: the points caught and the points needed."""
    assert view.result is not None
    if view.result["offender"] is not None:
        return ""
    banker = view.result["banker"]
    seats = Seat((banker + 1) % 4), Seat((banker + 3) % 4)
    text = _("%(names)s caught %(points)s points; %(threshold)s were needed to take the stage.")
    return tell(scene, text, names=seats, points=view.result["points"], threshold=view.threshold)


def _reasons(scene: Scene, view: View) -> tuple[Message, ...]:
    """Return the lines of the score, except the points caught, which the line under the title gives, and the levels,
    which are in the table."""
    assert scene.explanation is not None and view.result is not None
    sentences = scene.explanation.score[view.result["offender"] is None :]
    return tuple(message for message in sentences if message.text not in (MOVES, STAYS))


def _levels(scene: Scene, view: View) -> list[tuple[str, str, str]]:
    assert view.result is not None
    ours = near(scene) % 2
    return [
        (
            side_name((side, side + 2), scene),
            level_name(view.context["levels"][side]),
            level_name(view.result["levels"][side]),
        )
        for side in (ours, 1 - ours)
    ]


def prompt(scene: Scene, view: View) -> Prompt:
    """Return the sentence over a finished hand."""
    return Prompt(headline(scene, view), next_line(scene))
