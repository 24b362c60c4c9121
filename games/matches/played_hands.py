"""The scored hands of a match, cached: they never change, and every picture of the table needs them."""

from __future__ import annotations

from games.foundation.compiled_queries import CompiledQuery
from games.foundation.process_cache import ProcessCache
from games.matches.models import Hand
from games.rules.core import Played

#: Hands by their match's primary key.
_played: ProcessCache[int, tuple[Played, ...]] = ProcessCache(1024)
_scored = CompiledQuery(
    lambda match, number: (
        Hand.objects.filter(match=match, number__gt=number, scored_at__isnull=False)
        .order_by("number")
        .only("context", "result")
    ),
    -1,
    999,  # Django would leave out a condition below 0, as no number is
)


def played(match_id: int) -> list[Played]:
    """Return the scored hands of a match, in order. They are numbered from 1, and each is scored
    before the next is dealt, so only those after the cached ones are read."""
    known = _played.get(match_id) or ()
    later = tuple(Played(hand.context, hand.result) for hand in _scored(match_id, len(known)))
    if later:
        _played.set(match_id, known + later)
    return [*known, *later]
