"""How many look on at a table: a number that is shown, never one that anything hangs on.

Each process knows those whose sockets it holds. Where there are several they tell one another
through the cache; what a process that has died told is forgotten in a few seconds.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from secrets import token_hex

from django.conf import settings
from django.core.cache import cache

#: How long another process's word counts, and how old one's own is told again.
COUNTS, TELL = 10.0, 4.0
_process = token_hex(4)
_here: dict[str, int] = {}


def note(counts: Mapping[str, int]) -> None:
    """Note how many look on here, by the code of the room."""
    for code, count in counts.items():
        if count:
            _here[code] = count
        else:
            _here.pop(code, None)
    if settings.REDIS_URL:
        _tell(counts)


def forget(code: str) -> None:
    """Forget a room that nobody watches here any more."""
    _here.pop(code, None)


def looking_on(codes: Collection[str]) -> dict[str, int]:
    """Return how many look on at each of these rooms, in all processes."""
    if not settings.REDIS_URL:
        return {code: _here.get(code, 0) for code in codes}
    now, told = time.time(), cache.get_many([_key(code) for code in codes])
    return {
        code: _here.get(code, 0)
        + sum(
            count
            for process, (count, at) in told.get(_key(code), {}).items()
            if process != _process and at > now - COUNTS
        )
        for code in codes
    }


def _tell(counts: Mapping[str, int]) -> None:
    """Tell the other processes, where they do not know. Two that tell at once may lose one word:
    it is told again in a few seconds."""
    now, told = time.time(), cache.get_many([_key(code) for code in counts])
    fresh = {}
    for code, count in counts.items():
        known = told.get(_key(code), {})
        before, at = known.get(_process, (0, now if not count else 0.0))
        if (before, at > now - TELL) != (count, True):
            others = {process: word for process, word in known.items() if word[1] > now - COUNTS}
            fresh[_key(code)] = others | {_process: (count, now)}
    if fresh:
        cache.set_many(fresh, timeout=int(2 * COUNTS))


def _key(code: str) -> str:
    return f"onlookers:{code}"
