"""Who may see a deal of the day: people who have finished it, and anybody with its link once it is over."""

from __future__ import annotations

from django.utils import timezone

from games.daily.models import Attempt
from games.daily.services import over_at


def is_over(match_id: int) -> bool:
    """Return whether the deal of a sealed match can no longer be played. If the attempt was deleted with its player,
    this is unknown, so it stays sealed."""
    days = Attempt.objects.filter(match_id=match_id).values_list("deal__day", flat=True)
    return any(over_at(day) <= timezone.now() for day in days)


def has_finished(match_id: int, user_id: int | None) -> bool:
    """Return whether a person has finished the deal of a sealed match, at a table of their own."""
    if user_id is None:
        return False
    deal = Attempt.objects.filter(match_id=match_id).values("deal")[:1]
    own = Attempt.objects.filter(deal=deal, user_id=user_id).values_list("match__ended_at", flat=True)
    return any(ended_at is not None for ended_at in own)
