"""Ratings as people read them: a value in the hundreds or thousands, its uncertainty, and the titles it earns."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.core import N_

#: A rating is settled after this many matches; before that it is provisional and has no title.
SETTLED = 10
#: Points on the shown scale per unit of ``mu``, and the value shown at zero.
_STEP, _ZERO = 40, 500


class Title(NamedTuple):
    """A title: its key, its word, and the conservative points it requires."""

    key: str
    word: str
    least: int


#: The lowest first; an AI player's average is at 1500.
TITLES = (
    Title("novice", N_("Novice"), -(10**6)),
    Title("regular", N_("Regular"), 1100),
    Title("adept", N_("Adept"), 1300),
    Title("expert", N_("Expert"), 1500),
    Title("master", N_("Master"), 1700),
)
WORDS = {title.key: title.word for title in TITLES}


def value(mu: float) -> int:
    """Return an estimated strength on the shown scale."""
    return round(mu * _STEP + _ZERO)


class RatingChange(NamedTuple):
    """The values of a rating before and after a match, and whether it is still provisional."""

    before: int
    after: int
    is_provisional: bool


def change(before: float, after: float, matches: int) -> RatingChange:
    """Return what a match has changed, from ``mu`` before and after it and the number of ``matches`` so far."""
    return RatingChange(value(before), value(after), matches < SETTLED)


def doubt(sigma: float) -> int:
    """Return how far a rating may be off on the shown scale; 19 of 20 are closer than that."""
    return round(sigma * 2 * _STEP)


def low(mu: float, sigma: float) -> float:
    """Return the conservative strength, which orders the ladders."""
    return mu - 2 * sigma


def sure(mu: float, sigma: float) -> int:
    """Return the conservative points on the shown scale: the shown value minus its shown uncertainty."""
    return value(mu) - doubt(sigma)


def title_of(points: int) -> Title:
    """Return the highest title earned by these conservative points."""
    return next(title for title in reversed(TITLES) if points >= title.least)
