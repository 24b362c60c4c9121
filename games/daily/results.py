"""Everybody's results: the spread, a player's place in it, their friends, and the best.

The cost does not grow with the number of players: the few distinct scores are counted as they arrive (``Tally``), and
lists are the start of an index. Only ranked results count; a guest is told what their place would be.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.accounts.friends import blocked_ids, friends_of
from games.accounts.models import User
from games.daily.models import Attempt, Deal, Tally
from games.matches.models import Hand

#: How many of the best results and of friends' are shown, and the maximum rows of the spread.
BEST, FRIENDS, BARS = 10, 30, 12
#: Scores at one deal, each with how many players reached it, lowest first.
Spread = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A score's place among the ranked ones: ``rank`` from 1, of ``total``; ``percent``: the percentage of the others
    who did no better, None if there are no others; ``tied``: whether some of them did as well."""

    rank: int
    total: int
    percent: int | None
    tied: bool = False

    @property
    def comparison(self) -> str:
        """A few words that compare the score with the others'."""
        if self.percent is None:
            return _("The first to play it")
        if self.tied:
            return _("At least as good as %(percent)s%% of the others") % {"percent": self.percent}
        return _("Better than %(percent)s%% of the others") % {"percent": self.percent}


@dataclass(frozen=True, slots=True)
class Bar:
    """The number of scores from ``low`` to ``high``; ``own``: whether the reader's is one of them."""

    low: int
    high: int
    count: int
    own: bool


def spreads(deals: Collection[int]) -> dict[int, Spread]:
    """Return the spreads of deals by their ids, in one query."""
    rows = Tally.objects.filter(deal__in=deals).order_by("score").values_list("deal", "score", "count")
    counts: dict[int, list[tuple[int, int]]] = {pk: [] for pk in deals}
    for deal, score, count in rows:
        counts[deal].append((score, count))
    return {pk: tuple(pairs) for pk, pairs in counts.items()}


def place(spread: Spread, score: int, ranked: bool) -> Place:
    """Return the place of a score; ``ranked``: whether the spread includes it."""
    total = sum(count for _score, count in spread)
    others = total - ranked
    below = sum(count for other, count in spread if other < score)
    above = sum(count for other, count in spread if other > score)
    return Place(above + 1, total, 100 * (others - above) // others if others else None, others > below + above)


def place_of(spread: Spread, attempt: Attempt) -> Place:
    """Return the place of a finished attempt."""
    return place(spread, attempt.score or 0, attempt.ranked)


def bars(spread: Spread, own: int | None) -> list[Bar]:
    """Return a spread in at most ``BARS`` rows, best first; one row per score if that is enough."""
    if len(spread) <= BARS:
        return [Bar(score, score, count, score == own) for score, count in reversed(spread)]
    low, high = spread[0][0], spread[-1][0]
    # a step of whole points, so that the rows have round bounds
    step = -(-(high - low + 1) // (BARS * 100)) * 100
    columns = []
    for first in range(low - low % 100, high + 1, step):
        count = sum(count for score, count in spread if first <= score < first + step)
        columns.append(Bar(first, first + step - 1, count, own is not None and first <= own < first + step))
    return columns[::-1]


def best(deal: Deal, user: User | None) -> list[Attempt]:
    """Return the best ranked attempts, earlier ones first among equals, without closed accounts, and without people if
    there is a block between them and the viewer."""
    rows = _ranked(deal).order_by("-score", "finished_at")
    if user is not None and (blocked := blocked_ids(user)):
        rows = rows.exclude(user__in=blocked)
    return list(rows[:BEST])


def of_friends(deal: Deal, user: User | None) -> list[Attempt]:
    """Return the ranked attempts of a person's friends, best first."""
    friends = friends_of(user) if user is not None else []
    if not friends:
        return []
    return list(_ranked(deal).filter(user__in=friends).order_by("-score", "finished_at")[:FRIENDS])


def of_the_house(deal: Deal) -> Attempt | None:
    """Return the house's attempt at a deal, if it has played."""
    return Attempt.objects.filter(deal=deal, user=None).first()


def hands(attempts: Collection[Attempt]) -> dict[int, int]:
    """Return the hand of each attempt, for its replay's URL: match → hand."""
    matches = [attempt.match_id for attempt in attempts]
    return dict(Hand.objects.filter(match__in=matches, number=1).values_list("match", "pk"))


def _ranked(deal: Deal) -> QuerySet[Attempt]:
    return Attempt.objects.select_related("user").filter(deal=deal, ranked=True, user__is_active=True)
