"""How often somebody may do a thing: one mechanism for the whole site, shared by all its processes.

Counted in the cache, answered with when to try again. The only limits that are not here are allauth's own
(``ACCOUNT_RATE_LIMITS``), in the same cache, and open sockets an address (``games.foundation.addresses``).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import ceil

from django.core.cache import cache

#: What every count is kept under.
PREFIX = "rate-limit"


class TooMany(Exception):
    """Too much at once; in ``seconds`` it may be tried again."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = max(1, ceil(seconds))


@dataclass(frozen=True, slots=True)
class RateLimit:
    """``most`` times in ``seconds``, for each person, seat or network."""

    name: str
    most: int
    seconds: int

    def wait(self, who: int | str) -> int:
        """Count one more; return 0, or the seconds until the next is allowed.

        Each time takes one of ``most`` places until ``seconds`` later, in one step, so that of a burst no
        more get through. What is refused takes none, so whoever waits as told gets through.
        """
        now = time.time()
        if any(cache.add(place, now + self.seconds, self.seconds) for place in self._places(who)):
            return 0
        return self._until_free(who, now)

    def left(self, who: int | str) -> int:
        """Return what ``wait`` would, and count nothing."""
        now = time.time()
        taken = cache.get_many(self._places(who))
        return self._until_free(who, now) if len(taken) == self.most else 0

    def check(self, who: int | str) -> None:
        """Count one more; ``TooMany`` where that is one too many."""
        if seconds := self.wait(who):
            raise TooMany(seconds)

    def _places(self, who: int | str) -> list[str]:
        return [f"{PREFIX}:{self.name}:{who}:{place}" for place in range(self.most)]

    def _until_free(self, who: int | str, now: float) -> int:
        free = min(cache.get_many(self._places(who)).values(), default=now)
        # who took it may have looked at the clock a moment after this one
        return min(self.seconds, max(1, ceil(free - now)))
