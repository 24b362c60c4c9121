"""A finished hand of Winner: what each had left and what it cost."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.rules.core import Seat
from games.rules.winner.view import WinnerView
from games.table.buttons import next_line
from games.table.cached_gettext import gettext as _
from games.table.display import Prompt, avatar, called, render
from games.table.markup import format_html, format_html_join
from games.table.scene import Scene
from games.table.sentences import people, sentence, tell
from games.titles.winner.table.panels import signed, totals


def scorecard(scene: Scene, view: WinnerView) -> SafeString:
    """Return the count of the hand, seat by seat, the best first."""
    who = people(scene)
    assert scene.explanation is not None
    tricks = [message for trick in scene.explanation.tricks for message in trick.messages]
    return render(
        "winner/_scorecard",
        head=headline(scene, view),
        why=_why(scene, view),
        rows=format_html_join("", "<tr><th scope='row'>{}</th><td>{}</td><td>{}</td></tr>", _rows(scene, view)),
        tricks=format_html_join("", "<li>{}</li>", ((sentence(message, who),) for message in tricks)),
    )


def headline(scene: Scene, view: WinnerView) -> str:
    """Return who has won the hand, or the match."""
    assert view.result is not None
    if scene.standing is not None and scene.standing.over:
        winners = tuple(map(Seat, scene.standing.winners))
        return tell(scene, _("%(names)s {wins|win} the match."), names=winners)
    return tell(scene, _("%(name)s {wins|win} the hand."), name=Seat(view.result["winner"]))


def _why(scene: Scene, view: WinnerView) -> str:
    """Return in a line why the hand was won, and what it brings."""
    assert view.result is not None
    winner = view.result["winner"]
    points = view.result["points"][winner]
    text = ngettext(
        "%(name)s went out first and {gains|gain} %(points)s point.",
        "%(name)s went out first and {gains|gain} %(points)s points.",
        points,
    )
    return tell(scene, text, name=Seat(winner), points=points)


def _rows(scene: Scene, view: WinnerView) -> Iterator[tuple[SafeString, str, str]]:
    """Yield seat by seat who it is and why, the points of the hand, the total."""
    assert view.result is not None and scene.explanation is not None
    who, scores, points = people(scene), totals(scene, view), view.result["points"]
    lines = scene.explanation.score
    # what the winner gains stands under the title
    told = {line.values["seat"].number: sentence(line, who) for line in lines if "left" in line.values}
    for seat in sorted(range(view.seats), key=lambda seat: -points[seat]):
        named = format_html(
            '<span class="what">{}<span><b>{}</b><small>{}</small></span></span>',
            avatar(scene.sitters[seat], small=True),
            called(seat, scene),
            told.get(seat, ""),
        )
        yield named, signed(points[seat]), signed(scores[seat])


def prompt(scene: Scene, view: WinnerView) -> Prompt:
    """Return the sentence over a finished hand."""
    return Prompt(headline(scene, view), next_line(scene))
