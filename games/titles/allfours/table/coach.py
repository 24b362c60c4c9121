"""What matters now in All Fours, for players in their first hand."""

from __future__ import annotations

from games.rules.allfours.score import pips_of
from games.rules.allfours.view import AllFoursView
from games.rules.cards import SUITS
from games.rules.four_chances.following import winning_place
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext

JACK = 9


def about() -> str:
    """Return what the game is about, in one line."""
    return _("A point each for the highest trump, the lowest, the jack, and the most card points.")


def advice(view: AllFoursView) -> str:
    """Return what matters to the seat to act, in one line, or "" if nothing does."""
    trumps = [card for card in view.hand if SUITS[card // 13] == view.trump]
    if view.phase == "beg":
        return _("With good trumps stand. Begging asks for a point, or for new cards.")
    if view.phase == "answer":
        return _("Give the point if you like this trump; run the cards for another.")
    if view.phase == "discard":
        return _("Keep trumps, then tens and court cards.")
    if view.phase != "play":
        return ""
    if not view.trick:
        if any(card % 13 > JACK for card in trumps):
            return _("A high trump may catch their jack or ten.")
        return _("A low card of a side suit keeps what you want to keep.")
    trump = SUITS.index(view.trump)
    if (view.lead + winning_place(view.trick, trump) + 2) % view.seats == view.seat:
        return _("Your partner has this trick so far: give what counts.")
    points = pips_of(view.trick, trump, view.options)
    if points:
        text = ngettext(
            "%(points)s card point lies here: take it if you can.",
            "%(points)s card points lie here: take them if you can.",
            points,
        )
        return text % {"points": points}
    return _("Nothing much lies here: keep your good cards.")
