"""All that was played in a hand so far, for tables where past tricks lie open.

Cards are written, not drawn: a long hand stays a short text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.safestring import SafeString

from games.rules.allfours.view import AllFoursView
from games.rules.shengji.view import View as ShengjiView
from games.rules.winner.actions import Play as WinnerPlay
from games.rules.winner.view import WinnerView
from games.table.cached_gettext import gettext as _
from games.table.cards import brief
from games.table.display import NOTHING, called
from games.table.markup import format_html, format_html_join
from games.table.scene import Scene

#: Who played which cards.
Deed = tuple[int, Sequence[int]]


def past(scene: Scene) -> SafeString:
    """Return the panel of all past tricks, the latest first; nothing before there are two."""
    if not scene.keeping.open_tricks or scene.view is None:
        return NOTHING
    tricks = finished(scene.view)
    if len(tricks) < 2:
        return NOTHING
    rows = [(str(number), _said(trick, scene)) for number, trick in enumerate(tricks, start=1)]
    return format_html(
        '<div class="panel past"><h2>{}</h2><ol>{}</ol></div>',
        _("All tricks"),
        format_html_join("", "<li><b>{}</b><span>{}</span></li>", reversed(rows)),
    )


def finished(view: Any) -> list[list[Deed]]:
    """Return the finished tricks that a viewer may look at, each as who played what. Of Winner,
    where a trick goes round as often as it likes, each play stands by itself."""
    if isinstance(view, AllFoursView):
        return [
            [((trick.lead + place) % view.seats, (card,)) for place, card in enumerate(trick.cards)]
            for trick in view.tricks
        ]
    if isinstance(view, ShengjiView):
        plays = view.plays[: len(view.plays) - len(view.trick)]
        return [[(made.seat, made.cards) for made in plays[at : at + 4]] for at in range(0, len(plays), 4)]
    if isinstance(view, WinnerView):
        return [[(made.seat, made.cards)] for made in view.memory if isinstance(made, WinnerPlay)]
    return []


def _said(trick: Sequence[Deed], scene: Scene) -> str:
    deeds = (f"{called(seat, scene)} {' '.join(map(brief, cards))}" for seat, cards in trick)
    return " · ".join(deeds)
