"""A finished hand of a climbing game: who went out, what each player had left, and what that won or cost."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.safestring import SafeString

from games.rules.climbing.view import ClimbingView
from games.rules.core import Seat
from games.table.buttons import next_line
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import pgettext
from games.table.display import Prompt, avatar, called, render
from games.table.markup import format_html, format_html_join
from games.table.scene import Scene
from games.table.sentences import people, sentence, signed, tell
from games.titles.climbing.table.hooks import Hooks
from games.titles.climbing.table.panels import totals


def scorecard(scene: Scene, view: ClimbingView, hooks: Hooks) -> SafeString:
    """Return the scorecard of the hand, seat by seat, best first."""
    who = people(scene)
    assert scene.explanation is not None
    tricks = [message for trick in scene.explanation.tricks for message in trick.messages]
    return render(
        "climbing/_scorecard",
        head=headline(scene, view, hooks),
        why=_why(scene, view, hooks),
        rows=format_html_join("", "<tr><th scope='row'>{}</th><td>{}</td><td>{}</td></tr>", _rows(scene, view, hooks)),
        tricks=format_html_join("", "<li>{}</li>", ((sentence(message, who),) for message in tricks)),
    )


def _why(scene: Scene, view: ClimbingView, hooks: Hooks) -> str:
    """Return why the hand was won, and what holds for everybody's points."""
    assert scene.explanation is not None
    text = hooks.why(scene, view)
    for line in scene.explanation.score:
        if not line.values:
            both = pgettext("two sentences", "%(first)s %(then)s")
            text = both % {"first": text, "then": sentence(line, people(scene))}
    return text


def headline(scene: Scene, view: ClimbingView, hooks: Hooks) -> str:
    """Return who has won the hand, or the match."""
    assert view.result is not None
    if scene.standing is not None and scene.standing.over:
        winners = tuple(map(Seat, scene.standing.winners))
        return tell(scene, _("%(names)s {wins|win} the match."), names=winners)
    return tell(scene, hooks.wins(), name=Seat(view.result["winner"]))


def _rows(scene: Scene, view: ClimbingView, hooks: Hooks) -> Iterator[tuple[SafeString, str, str]]:
    """Yield for each seat the player with the reason, the points of the hand, and the total."""
    assert view.result is not None and scene.explanation is not None
    scores, points = totals(scene, view), view.result["points"]
    sentences = hooks.scorecard_lines(scene.explanation.score, people(scene))
    for seat in hooks.order(view):
        player_cell = format_html(
            '<span class="what">{}<span><b>{}</b><small>{}</small></span></span>',
            avatar(scene.sitters[seat], small=True),
            called(seat, scene),
            sentences.get(seat, ""),
        )
        yield player_cell, signed(points[seat]), signed(scores[seat])


def prompt(scene: Scene, view: ClimbingView, hooks: Hooks) -> Prompt:
    """Return the sentence over a finished hand."""
    return Prompt(headline(scene, view, hooks), next_line(scene))
