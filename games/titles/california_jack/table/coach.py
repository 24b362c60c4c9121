"""What matters now in California Jack, for players in their first hand."""

from __future__ import annotations

from games.rules.california_jack.view import CaliforniaJackView
from games.table.cached_gettext import gettext as _


def about() -> str:
    """Return what the game is about, in one line."""
    return _("Whoever takes a trick draws first. High, Low, Jack and Game: a point each.")


def advice(view: CaliforniaJackView) -> str:
    """Return what matters to the seat to act, in one line, or "" if nothing does."""
    if view.phase != "play":
        return ""
    if not view.stock:
        return _("The stock is gone: catch what still counts.")
    if view.top is not None:
        return _("The winner takes the open card of the stock: is it worth winning?")
    return _("The winner draws first: win with small cards, keep your jack and tens for later.")
