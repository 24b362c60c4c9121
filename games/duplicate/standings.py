"""The value of results compared with others', and the ranking.

A deal's results are counted by side as they arrive (``Tally``), so that a page costs the same however many have played.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from games.accounts.friends import blocked_ids
from games.accounts.models import User
from games.duplicate import scoring
from games.duplicate.models import Contestant, Event, Member, Score, Tally
from games.foundation.transactions import write

Scale = Event.Scale
#: How many contestants are shown in the ranking.
SHOWN = 100
#: How long after a deal was scored the ranks are still recomputed; longer than the task's interval.
LATELY = timedelta(minutes=12)
#: (deal, side) → its spread.
Spreads = dict[tuple[int, int], dict[int, int]]
COMPARE = {
    Scale.MATCHPOINTS: scoring.matchpoints,
    Scale.IMPS: scoring.cross_imps,
    Scale.DIFFERENCE: scoring.difference,
}


@dataclass(frozen=True, slots=True)
class DealResult:
    """A contestant's result in a deal. ``margin``: hundredths of a point, for a team the sum of both sides;
    ``points``: on the event's scale; ``sides``: those it was played from; ``matches``: those that were played."""

    deal: int
    margin: int
    points: float
    sides: tuple[int, ...]
    matches: tuple[int, ...]


def spreads(event: Event) -> Spreads:
    """Return the results of all deals of an event."""
    counts: Spreads = {}
    for deal, side, margin, count in Tally.objects.filter(deal__event=event).values_list(
        "deal", "side", "margin", "count"
    ):
        counts.setdefault((deal, side), {})[margin] = count
    return counts


def results(event: Event, counts: Spreads, scores: Iterable[Score]) -> list[DealResult]:
    """Return a contestant's results from its scores, in the order of the deals. A deal that a team has played from only
    one side has no result yet."""
    compare = COMPARE[Scale(event.scale)]
    by_deal: dict[int, list[Score]] = {}
    for score in scores:
        by_deal.setdefault(score.deal_id, []).append(score)
    played = []
    for deal, rows in sorted(by_deal.items()):
        rows = sorted(rows, key=lambda row: row.side)
        margin = sum(row.margin for row in rows)
        if event.kind == Event.Kind.TEAM:
            if len(rows) < 2:
                continue
            points = float(scoring.imps(margin))
        else:
            points = compare(counts.get((deal, rows[0].side), {margin: 1}), margin)
        matches = tuple(row.match_id for row in rows if row.match_id is not None)
        played.append(DealResult(deal, margin, points, tuple(row.side for row in rows), matches))
    return played


def total(event: Event, played: Collection[DealResult]) -> int | None:
    """Return the total of results on the event's scale, in hundredths: the mean of matchpoints, the sum on other
    scales; None without results."""
    if not played:
        return None
    whole = sum(result.points for result in played)
    return round(100 * (whole / len(played) if event.scale == Scale.MATCHPOINTS else whole))


def own_results(event: Event, contestant: Contestant) -> list[DealResult]:
    """Return a contestant's current results."""
    return results(event, spreads(event), Score.objects.filter(contestant=contestant))


def rank(event: Event) -> None:
    """Recompute the totals and ranks of all contestants. A set ranks contestants who have played all deals; a
    tournament ranks all who have played and of whom somebody still plays."""
    counts = spreads(event)
    rows = Contestant.objects.filter(event=event)
    playing = Member.objects.filter(contestant=OuterRef("pk"), user__is_active=True, left_at=None)
    rows = rows.filter(finished_at__isnull=False) if event.is_set else rows.filter(Exists(playing), withdrawn=False)
    eligible = set(rows.values_list("pk", flat=True))
    totals = {pk: total(event, results(event, counts, scores)) for pk, scores in _scores(event)}
    ranked_totals = sorted(whole for pk, whole in totals.items() if whole is not None and pk in eligible)
    changed = []
    for pk, whole in totals.items():
        position = None
        if whole is not None and pk in eligible:
            position = len(ranked_totals) - bisect_right(ranked_totals, whole) + 1
        changed.append(Contestant(pk=pk, total=whole, rank=position))
    with write():
        Contestant.objects.bulk_update(changed, ["total", "rank"], batch_size=300)


def withdraw(contestant: Contestant) -> None:
    """Mark a contestant of a tournament as withdrawn and take away its rank, in a transaction that has locked the
    event. Those ranked behind it move up."""
    if contestant.rank is not None:
        Contestant.objects.filter(event=contestant.event_id, rank__gt=contestant.rank).update(rank=F("rank") - 1)
    Contestant.objects.filter(pk=contestant.pk).update(withdrawn=True, rank=None)


def _scores(event: Event) -> Iterator[tuple[int, list[Score]]]:
    """Yield each contestant with its scores."""
    rows = Score.objects.filter(deal__event=event, contestant__isnull=False).order_by("contestant", "deal", "side")
    for pk, scores in groupby(rows.iterator(chunk_size=2000), key=lambda row: row.contestant_id):
        assert pk is not None
        yield pk, list(scores)


def ranked(event: Event, user: User | None) -> list[Contestant]:
    """Return the contestants with the best ranks, and last those of a tournament that have left after they had played,
    except where a block exists between the viewer and a member."""
    rows: QuerySet[Contestant] = Contestant.objects.filter(event=event, rank__isnull=False).order_by("rank", "pk")
    if not event.is_set:
        rows = Contestant.objects.filter(event=event, total__isnull=False)
        rows = rows.order_by(F("rank").asc(nulls_last=True), "pk")
    if user is not None and (blocked := blocked_ids(user)):
        rows = rows.exclude(members__user__in=blocked)
    return list(rows.prefetch_related("members__user")[:SHOWN])


def final_place(event: Event, contestant: Contestant) -> tuple[int, int] | None:
    """Return a contestant's rank in a tournament that is over, and of how many; None without one."""
    if event.is_set or not event.is_over or contestant.rank is None:
        return None
    return contestant.rank, Contestant.objects.filter(event=event, rank__isnull=False).count()


def rank_lately_played() -> None:
    """Recompute the ranks in all unfinished sets in which a deal was scored recently."""
    lately = Score.objects.filter(deal__event=OuterRef("pk"), contestant__isnull=False, at__gt=timezone.now() - LATELY)
    for event in Event.objects.filter(Exists(lately), form=Event.Form.SET, phase=Event.Phase.PLAYING):
        rank(event)
