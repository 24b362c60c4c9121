"""A finished hand of California Jack: the scorecard that counts it, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.safestring import SafeString

from games.rules.california_jack.view import CaliforniaJackView
from games.rules.cards import SUITS
from games.rules.core import Seat
from games.table.buttons import next_line
from games.table.cached_gettext import gettext as _
from games.table.cards import card_face
from games.table.display import Prompt, called, near
from games.table.scene import Scene
from games.table.sentences import people, sentence, signed, tell
from games.titles.california_jack.table.panels import ACE, JACK, TEN
from games.titles.four_chances.table import over
from games.titles.four_chances.table.panels import CHANCES

RANK = {"high": ACE, "low": 0, "jack": JACK, "game": TEN}


def scorecard(scene: Scene, view: CaliforniaJackView) -> SafeString:
    """Return the count of the hand: every chance with its reason, then both scores."""
    assert view.result is not None
    assert scene.explanation is not None
    points, scores, first = view.result["points"], view.result["scores"], near(scene)
    totals = [
        (seat == scene.seat, called(seat, scene), signed(points[seat]), str(scores[seat]))
        for seat in (first, 1 - first)
    ]
    won = [[_(CHANCES[what]) for what, owner, _points in view.items if owner == seat] for seat in (0, 1)]
    why = over.who_scored(scene, [((seat,), won[seat]) for seat in (first, 1 - first)])
    endings = (*scene.explanation.before, *scene.explanation.score[len(view.items) :])
    return over.scorecard(scene, headline(scene, view), why, _rows(scene, view), totals, endings, view.target)


def headline(scene: Scene, view: CaliforniaJackView) -> str:
    """Return the outcome of the hand, in one line."""
    assert view.result is not None
    winner, numbers = view.result["winner"], view.result["scores"]
    text = _("%(side)s {wins|win} the game, %(won)s to %(lost)s.")
    if winner is None:
        numbers = view.result["points"]
        if numbers[0] == numbers[1]:
            return _("The hand is tied, %(points)s to each side.") % {"points": numbers[0]}
        winner = int(numbers[1] > numbers[0])
        text = _("%(side)s {wins|win} the hand, %(won)s to %(lost)s.")
    return tell(scene, text, side=(Seat(winner),), won=numbers[winner], lost=numbers[1 - winner])


def _rows(scene: Scene, view: CaliforniaJackView) -> Iterator[over.Row]:
    """Yield a row for every chance that was scored."""
    assert scene.explanation is not None
    trump, who = SUITS.index(view.trump) * 13, people(scene)
    for (what, seat, points), message in zip(view.items, scene.explanation.score, strict=False):
        why = over.without_name(sentence(message, who))
        face = card_face(trump + RANK[what])
        yield over.Row(face, _(CHANCES[what]), why, int(seat != near(scene)), signed(points))


def prompt(scene: Scene, view: CaliforniaJackView) -> Prompt:
    """Return the sentence over a finished hand."""
    return Prompt(headline(scene, view), next_line(scene))
