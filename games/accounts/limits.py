"""How often somebody may do a thing: counted in the cache, answered with when to try again."""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.core.cache import cache


@dataclass(frozen=True, slots=True)
class Limit:
    """``most`` times in ``seconds``, for each person."""

    name: str
    most: int
    seconds: int

    def wait(self, who: int | str) -> int:
        """Count one more; return 0, or the seconds until the next is allowed.

        What is refused is not counted, so whoever waits as told gets through.
        """
        now = time.time()
        key = f"limit:{self.name}:{who}"
        times = [at for at in cache.get(key, []) if at > now - self.seconds]
        if len(times) >= self.most:
            return max(1, round(times[0] + self.seconds - now))
        cache.set(key, [*times, now], self.seconds)
        return 0


REQUESTS = Limit("friend-requests", 10, 60 * 60)
INVITATIONS = Limit("invitations", 20, 10 * 60)
REPORTS = Limit("reports", 10, 60 * 60)
PASSWORDS = Limit("passwords", 5, 60)
EXPORTS = Limit("exports", 6, 60 * 60)
