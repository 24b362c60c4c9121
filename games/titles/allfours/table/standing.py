"""Who has what of the four chances of All Fours, as far as it lies open at this table."""

from __future__ import annotations

from games.rules.allfours.score import pips_of
from games.rules.allfours.view import AllFoursView
from games.rules.cards import SUITS
from games.titles.four_chances.table import standing
from games.titles.four_chances.table.position import JACK


def count(view: AllFoursView) -> standing.Count:
    """Return what lies open of the score; the card points only where some trick does."""
    points = card_points(view)
    return standing.count(
        view,
        (SUITS.index(view.trump) * 13 + JACK,),
        points if view.tricks else None,
        low=view.options["low"],
        game=None if points is None else standing.most(points),
    )


def card_points(view: AllFoursView) -> list[int] | None:
    """Return the card points of each side so far, None where they are not shown at this table."""
    if view.options["announce"] != "auto":
        return None
    trump = SUITS.index(view.trump)
    return standing.pips_by_side(view, lambda cards: pips_of(cards, trump, view.options))


def leaders(view: AllFoursView) -> standing.Leaders:
    """Return chance → the side that has it, or is ahead in it; None while that is open."""
    return dict(count(view).ahead)
