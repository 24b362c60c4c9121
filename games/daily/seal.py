"""Who may see a card of a deal of the day: those who have finished it, and once it is over others with its link."""

from __future__ import annotations

from django.utils import timezone

from games.daily.models import Attempt
from games.daily.services import over_at


def is_over(match_id: int) -> bool:
    """Return whether the deal that was played in a sealed match may be played no more. Where the attempt is gone
    with its player nobody can say so: it stays shut."""
    days = Attempt.objects.filter(match_id=match_id).values_list("deal__day", flat=True)
    return any(over_at(day) <= timezone.now() for day in days)


def has_finished(match_id: int, user_id: int | None) -> bool:
    """Return whether somebody has finished the deal that was played in a sealed match, at a table of their own."""
    if user_id is None:
        return False
    deal = Attempt.objects.filter(match_id=match_id).values("deal")[:1]
    own = Attempt.objects.filter(deal=deal, user_id=user_id).values_list("match__ended_at", flat=True)
    return any(ended_at is not None for ended_at in own)
