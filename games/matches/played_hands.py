"""The scored hands of a match, cached: they never change, and every picture of the table needs them."""

from __future__ import annotations

import threading
from collections import OrderedDict

from games.foundation.compiled_queries import CompiledQuery
from games.matches.models import Hand
from games.rules.core import Played

#: Matches whose hands are kept in this process; any of them may be dropped at any time.
KEPT = 1024
_books: OrderedDict[int, tuple[Played, ...]] = OrderedDict()
_lock = threading.Lock()
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
    with _lock:
        known = _books.get(match_id, ())
    later = tuple(Played(hand.context, hand.result) for hand in _scored(match_id, len(known)))
    if later:
        with _lock:
            _books[match_id] = known + later
            _books.move_to_end(match_id)
            while len(_books) > KEPT:
                _books.popitem(last=False)
    return [*known, *later]


def forget() -> None:
    """Drop all cached hands; later calls read all rows."""
    with _lock:
        _books.clear()
