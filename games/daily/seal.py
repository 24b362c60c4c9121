"""Who may see a deal of the day: people who have finished it, and anybody with its link once it is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from games.daily.models import Attempt, Deal
from games.daily.services import over_at, today


def is_over(match_id: int) -> bool:
    """Return whether the deal of a sealed match can no longer be played. If the attempt was deleted with its player,
    this is unknown, so it stays sealed."""
    days = Attempt.objects.filter(match_id=match_id).values_list("deal__day", flat=True)
    return any(over_at(day) <= timezone.now() for day in days)


def is_in_play(game: str, deck: Sequence[str]) -> bool:
    """Return whether a deck of a game, as names of cards, is that of a deal that can still be played."""
    days = Deal.objects.filter(game=game, day__gte=today() - timedelta(days=1), deck=list(deck))
    return any(over_at(day) > timezone.now() for day in days.values_list("day", flat=True))


def has_finished(match_id: int, user_id: int | None) -> bool:
    """Return whether a person has finished the deal of a sealed match, at a table of their own. While it may still be
    played, a guest sees their own match alone: with an account they could play as the best have done."""
    if user_id is None:
        return False
    deal = Attempt.objects.filter(match_id=match_id).values("deal")[:1]
    finished = Attempt.objects.filter(deal=deal, user_id=user_id, match__ended_at__isnull=False)
    own = list(finished.values_list("match", "by_account"))
    if any(by_account or match == match_id for match, by_account in own):
        return True
    return bool(own) and is_over(match_id)
