"""The number of onlookers at each table, for display only.

Each process counts its own sockets. Several processes share their counts through the cache, where those of a dead
process expire after a few seconds.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from secrets import token_hex

from django.conf import settings
from django.core.cache import cache

#: Seconds for which another process's count is valid, and after which an unchanged own count is shared again.
VALID_SECONDS, REFRESH_SECONDS = 10.0, 4.0
_process = token_hex(4)
_here: dict[str, int] = {}


def note(counts: Mapping[str, int]) -> None:
    """Note this process's number of onlookers by room code, and share it."""
    for code, count in counts.items():
        if count:
            _here[code] = count
        else:
            _here.pop(code, None)
    if settings.REDIS_URL:
        _share(counts)


def forget(code: str) -> None:
    """Drop the count of a room that nobody watches here any more."""
    _here.pop(code, None)


def count_onlookers(codes: Collection[str]) -> dict[str, int]:
    """Return the number of onlookers by room code, in all processes."""
    if not settings.REDIS_URL:
        return {code: _here.get(code, 0) for code in codes}
    now, shared = time.time(), cache.get_many([_key(code) for code in codes])
    return {
        code: _here.get(code, 0)
        + sum(
            count
            for process, (count, at) in shared.get(_key(code), {}).items()
            if process != _process and at > now - VALID_SECONDS
        )
        for code in codes
    }


def _share(counts: Mapping[str, int]) -> None:
    """Write changed or aged counts into the cache. Of two processes that write at once one may lose its count,
    which is shared again in a few seconds."""
    now, shared = time.time(), cache.get_many([_key(code) for code in counts])
    changed = {}
    for code, count in counts.items():
        known = shared.get(_key(code), {})
        before, at = known.get(_process, (0, now if not count else 0.0))
        if (before, at > now - REFRESH_SECONDS) != (count, True):
            others = {process: entry for process, entry in known.items() if entry[1] > now - VALID_SECONDS}
            changed[_key(code)] = others | {_process: (count, now)}
    if changed:
        cache.set_many(changed, timeout=int(2 * VALID_SECONDS))


def _key(code: str) -> str:
    return f"onlookers:{code}"
