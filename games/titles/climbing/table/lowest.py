"""Hooks of the games in which the lowest card may begin, a pass may be final, and a card may be left over."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString

from games.rules.climbing.view import ClimbingView, LowestView
from games.rules.core import Seat
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import pgettext
from games.table.cards import brief, card_face
from games.table.display import NOTHING, tag
from games.table.markup import format_html
from games.table.scene import Scene
from games.table.sentences import tell
from games.titles.climbing.table.hooks import Hooks


class LowestHooks(Hooks):
    """The card that the first play must hold, players out of the trick, and the odd card."""

    def tags(self, seat: int, scene: Scene, view: ClimbingView) -> SafeString:
        if view.context["winner"] != seat:
            return NOTHING
        return tag(pgettext("the last hand", "won last"), "", "zhuang")

    def passed_note(self, seat: int, view: LowestView) -> str:  # type: ignore[override]
        return _("out of this trick") if seat in view.passed_out else super().passed_note(seat, view)

    def lead(self, scene: Scene, view: LowestView) -> str:
        if view.must_contain is None:
            return super().lead(scene, view)
        return _("You begin: play the %(card)s, alone or with others.") % {"card": brief(view.must_contain)}

    def ending(self, view: ClimbingView) -> str:
        return super().ending(view) if "ending" in view.options else _("first out wins")

    def wins(self) -> str:
        return pgettext("without a title", "%(name)s {wins|win} the hand.")

    def panel(self, scene: Scene, view: Any) -> SafeString:
        """Return who got the odd card, which everybody has seen."""
        if view.odd is None:
            return NOTHING
        text = _("%(name)s held the lowest card and took the one left over")
        return panel(_("The odd card"), row(card_face(view.odd.card), tell(scene, text, name=Seat(view.odd.seat))))


def panel(title: str, inside: SafeString) -> SafeString:
    """Return a panel under the totals of the match."""
    return format_html('<div class="panel"><h2>{}</h2>{}</div>', title, inside)


def row(shown: SafeString, label: str) -> SafeString:
    """Return cards with a sentence beside them."""
    return format_html('<p class="swap">{}<span>{}</span></p>', shown, label)
