"""How often somebody may do a thing: counted in the cache, answered with when to try again."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import ceil

from django.core.cache import cache


@dataclass(frozen=True, slots=True)
class Limit:
    """``most`` times in ``seconds``, for each person."""

    name: str
    most: int
    seconds: int

    def wait(self, who: int | str) -> int:
        """Count one more; return 0, or the seconds until the next is allowed.

        Each time takes one of ``most`` places until ``seconds`` later, in one step, so that of a burst no
        more get through. What is refused takes none, so whoever waits as told gets through.
        """
        now = time.time()
        places = [f"limit:{self.name}:{who}:{place}" for place in range(self.most)]
        if any(cache.add(place, now + self.seconds, self.seconds) for place in places):
            return 0
        free = min(cache.get_many(places).values(), default=now)
        return max(1, ceil(free - now))


REQUESTS = Limit("friend-requests", 10, 60 * 60)
INVITATIONS = Limit("invitations", 20, 10 * 60)
REPORTS = Limit("reports", 10, 60 * 60)
PASSWORDS = Limit("passwords", 5, 60)
EXPORTS = Limit("exports", 6, 60 * 60)
