"""Who has what of the four chances, as far as it lies open; in short for the strip of a phone."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString

from games.rules.allfours.score import pips_of
from games.rules.allfours.view import AllFoursView
from games.rules.cards import SUITS
from games.rules.core import N_
from games.rules.four_chances.score import taker_of
from games.table.cached_gettext import gettext as _
from games.table.markup import format_html, format_html_join
from games.titles.four_chances.table.panels import CHANCES, first_held

#: chance → the letter that stands for it
LETTERS = {"high": N_("H"), "low": N_("L"), "jack": N_("J"), "game": N_("G")}
JACK, ACE = 9, 12


def held(view: AllFoursView) -> dict[int, int]:
    """Return the cards whose first holder is open: played or asked about, card → seat."""
    return first_held(view) | {answer.card: answer.seat for answer in view.answers}


def known(view: AllFoursView, which: str) -> int | None:
    """Return the highest or lowest trump out where that is open: the ace, the deuce, an answer."""
    answered = [answer.card for answer in view.answers if getattr(answer, which)]
    extreme = SUITS.index(view.trump) * 13 + (ACE if which == "high" else 0)
    return answered[0] if answered else extreme if extreme in held(view) else None


def card_points(view: AllFoursView) -> list[int] | None:
    """Return the card points of each side so far, None where they are not shown at this table."""
    if view.options["announce"] != "auto":
        return None
    points = [0, 0]
    for trick in view.tricks:
        points[trick.winner % 2] += pips_of(trick.cards, SUITS.index(view.trump), view.options)
    return points


def leaders(view: AllFoursView) -> dict[str, int | None]:
    """Return chance → the side that has it, or is ahead in it; None while that is open."""
    holders, high, low = held(view), known(view, "high"), known(view, "low")
    seats = {
        "high": None if high is None else holders[high],
        "low": None if low is None else holders[low] if view.options["low"] == "dealt" else taker_of(view.tricks, low),
        "jack": taker_of(view.tricks, SUITS.index(view.trump) * 13 + JACK),
    }
    ours, theirs = card_points(view) or (0, 0)
    ahead = None if ours == theirs else int(theirs > ours)
    return {chance: None if seat is None else seat % 2 for chance, seat in seats.items()} | {"game": ahead}


def in_short(view: AllFoursView, sides: Sequence[str], mine: int) -> SafeString:
    """Return the four chances as four letters: ours, theirs, or open. ``sides``: how both are called."""
    rows = []
    for chance, side in leaders(view).items():
        said = _("open") if side is None else sides[side]
        look = "" if side is None else "ours" if side == mine else "theirs"
        rows.append((look, f"{_(CHANCES[chance])}: {said}", _(LETTERS[chance])))
    cells = format_html_join("", '<i class="{}" title="{}">{}</i>', rows)
    summary = " · ".join(said for _look, said, _letter in rows)
    return format_html('<span class="ahead" role="img" aria-label="{}">{}</span>', summary, cells)
