"""What matters now in Pitch, for players in their first hand."""

from __future__ import annotations

from games.rules.pitch.view import PitchView
from games.table.cached_gettext import gettext as _


def about() -> str:
    """Return what the game is about, in one line."""
    return _("The highest bidder leads, and their first card makes trumps. They must make what they bid.")


def advice(view: PitchView) -> str:
    """Return what matters to the seat to act, in one line, or "" if nothing does."""
    if view.phase == "bid":
        return _("Bid what your longest suit surely makes: its ace, its jack, its lowest card.")
    if view.phase == "answer":
        return _("Sell unless you would bid as much yourself.")
    if view.phase != "play":
        return ""
    if view.trump is None:
        return _("Your first card makes trumps: lead high from your longest suit.")
    if not view.trick:
        return _("A high trump may catch the jack; side aces take tens.")
    return _("Take jacks and tens; give what counts nothing.")
