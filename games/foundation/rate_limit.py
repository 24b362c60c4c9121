"""Rate limits, counted in the cache and so shared by all processes.

Counted elsewhere: allauth's own limits (``ACCOUNT_RATE_LIMITS``, in the same cache), and the sockets open now, which
each process counts for itself: those of a network (``games.foundation.addresses``) and of a person
(``games.table.hub``). In the cache, those of a killed process would count for ever. The ``limits`` package was tried:
it keeps its own Redis connection, which fails without Redis, and a timer thread in memory.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from django.core.cache import cache

#: The prefix of all cache keys.
PREFIX = "rate-limit"


class RateLimited(Exception):
    """A rate limit is exceeded; the next attempt is allowed in ``seconds``."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = max(1, ceil(seconds))


@dataclass(frozen=True, slots=True)
class RateLimit:
    """At most ``most`` times in ``seconds`` (a sliding window), for each person, seat or network."""

    name: str
    most: int
    seconds: int

    def wait(self, who: int | str) -> int:
        """Count an attempt; return 0 if it is allowed, else the seconds until the next one is.

        An allowed attempt atomically takes one of ``most`` places for ``seconds``, so that a burst cannot
        exceed the limit. A refused one takes none, so waiting the returned time is enough. The places take turns in
        being tried first, so that attempts at a steady pace find theirs free. If it is taken, only those are tried
        that are free, so that a refused attempt costs little.
        """
        now, places = time.time(), self._places(who)
        turn = int(now * self.most / self.seconds) % max(1, self.most)
        places = places[turn:] + places[:turn]
        if any(cache.add(place, now + self.seconds, self.seconds) for place in self._likely_free(places)):
            return 0
        return self._until_free(who, now)

    def left(self, who: int | str) -> int:
        """Return what ``wait`` would, without counting an attempt."""
        now = time.time()
        taken = cache.get_many(self._places(who))
        return self._until_free(who, now) if len(taken) == self.most else 0

    def check(self, who: int | str) -> None:
        """Count an attempt; raise ``RateLimited`` if it exceeds the limit."""
        if seconds := self.wait(who):
            raise RateLimited(seconds)

    def _places(self, who: int | str) -> list[str]:
        return [f"{PREFIX}:{self.name}:{who}:{place}" for place in range(self.most)]

    @staticmethod
    def _likely_free(places: list[str]) -> Iterator[str]:
        yield from places[:1]
        taken = cache.get_many(places)
        yield from (place for place in places[1:] if place not in taken)

    def _until_free(self, who: int | str, now: float) -> int:
        free = min(cache.get_many(self._places(who)).values(), default=now)
        # another process may have read its clock a moment later
        return min(self.seconds, max(1, ceil(free - now)))
