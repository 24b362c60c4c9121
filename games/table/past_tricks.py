"""All tricks of a hand so far, for tables where past tricks are open.

Cards are written, not drawn, so that a long hand stays a short text.
"""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.table.cached_gettext import gettext as _
from games.table.cards import brief
from games.table.display import NOTHING, called
from games.table.game_table import PlayedTrick, table_of
from games.table.markup import format_html, format_html_join
from games.table.scene import Scene


def past(scene: Scene) -> SafeString:
    """Return the panel of all past tricks, latest first; nothing until there are two."""
    if not scene.room_state.open_tricks or scene.view is None:
        return NOTHING
    tricks = table_of(scene.game.key).past_tricks(scene.view)
    if len(tricks) < 2:
        return NOTHING
    rows = [(str(number), _line(trick, scene)) for number, trick in enumerate(tricks, start=1)]
    return format_html(
        '<div class="panel past"><h2>{}</h2><ol>{}</ol></div>',
        _("All tricks"),
        format_html_join("", "<li><b>{}</b><span>{}</span></li>", reversed(rows)),
    )


def _line(trick: PlayedTrick, scene: Scene) -> str:
    plays = (f"{called(seat, scene)} {' '.join(map(brief, cards))}" for seat, cards in trick)
    return " · ".join(plays)
