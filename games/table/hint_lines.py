"""A hint as the table shows it, and the small line of a learning table."""

from __future__ import annotations

from django.utils.html import escape
from django.utils.safestring import SafeString

from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import pgettext
from games.table.cards import brief
from games.table.markup import format_html
from games.table.scene import Hint, Scene


def with_reason(hint: Hint) -> SafeString:
    """Return a hint followed by its reason in smaller type."""
    if not hint.why:
        return escape(hint.text)
    between = pgettext("two sentences", "%(first)s %(then)s") % {"first": "", "then": ""}
    return format_html("{}{}<span class=why>{}</span>", hint.text, between, hint.why)


def small_line(scene: Scene, before: str) -> str:
    """Return the small line of a learning table: what happened, why cards are dimmed, and what an AI player would
    do."""
    lines = [before] if before else []
    reasons = scene.room_state.reasons
    if len(reasons) == 1:
        lines.append(_("Dimmed: %(reason)s") % {"reason": _(reasons[0][0])})
    else:
        for sentence, cards in reasons:
            values = {"cards": " ".join(map(brief, cards)), "reason": _(sentence)}
            lines.append(_("Not %(cards)s: %(reason)s") % values)
    if scene.learning_hint is not None:
        values = {"first": scene.learning_hint.text, "then": scene.learning_hint.why}
        lines.append((pgettext("two sentences", "%(first)s %(then)s") % values).strip())
    return " · ".join(lines)
