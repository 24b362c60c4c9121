"""The button to ask about the trump just played, in the games that allow it (/rules/all-fours/#5)."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.rules.four_chances.view import FourChancesView
from games.table.buttons import button
from games.table.cached_gettext import gettext as _
from games.table.cards import brief
from games.table.display import NOTHING


def ask_button(view: FourChancesView, may_ask: bool) -> SafeString:
    """Return the button, with its question about the viewer's card, or nothing where they may not ask."""
    if not may_ask:
        return NOTHING
    cards = view.trick or (view.last_trick.cards if view.last_trick else ())
    return button("ask", _("Ask about %(card)s") % {"card": brief(cards[-1])}, _("the highest or lowest trump?"))
