"""What matters now in Forty and Eighty, for players in their first hand."""

from __future__ import annotations

from games.rules.shengji.view import View
from games.table.cached_gettext import gettext as _
from games.titles.shengji.table.position import Position


def about() -> str:
    """Return what the game is about, in one line."""
    return _("Fives, tens and kings are points: the challengers want them, the declarers keep them away.")


def advice(view: View) -> str:
    """Return what matters to the seat to act, in one line, or "" if nothing does."""
    if view.phase == "draw":
        return _("Show the suit you hold most of, and it is trump.")
    if view.phase == "bury":
        return _("Bury short side suits, and points only where you must.")
    if view.phase != "play" or view.seat is None:
        return ""
    if not view.trick and view.game == "forty":
        return _("Aces of side suits win now, before somebody trumps them.")
    if not view.trick:
        return _("Aces and pairs of side suits win now, before somebody trumps them.")
    if view.best == (view.seat + 2) % 4:
        return _("Your partner has this trick so far: give points.")
    position = Position(view)
    if any(map(position.takes, position.moves)):
        return _("They have this trick so far: beat it, or give no points.")
    return _("They have this trick so far: give no points.")
