"""What matters now in a climbing game, for a player in their first hand."""

from __future__ import annotations

from games.rules.climbing.view import ClimbingView
from games.table.cached_gettext import gettext as _
from games.titles.climbing.table.hooks import FEW


def advice(view: ClimbingView) -> str:
    """Return one line on what matters to the seat to act; "" if nothing does."""
    if view.phase == "exchange":
        return _("Give a card you can spare.")
    if view.to_beat is None:
        return _("Lead low cards, the more at once the better.")
    if any(0 < left <= FEW for seat, left in enumerate(view.counts) if seat != view.seat):
        return _("Somebody is almost out: stop them if you can.")
    return _("Beat it as low as you can, or pass and keep your best cards.")
