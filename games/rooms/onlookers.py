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
#: Rooms whose counts from other processes are remembered.
MOST = 10_000
_process = token_hex(4)
_here: dict[str, int] = {}
# by room code, each with its time: the count this process last shared, and the count of the others it last read
_shared: dict[str, tuple[int, float]] = {}
_elsewhere: dict[str, tuple[int, float]] = {}


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
    for memory in (_here, _shared, _elsewhere):
        memory.pop(code, None)


def known_onlookers(code: str) -> int:
    """Return the number of onlookers of a room as last counted here, which the check for changes does for every room
    watched here. The cache is only read if that count is old."""
    count, at = _elsewhere.get(code, (0, 0.0))
    if settings.REDIS_URL and at <= time.time() - REFRESH_SECONDS:
        return count_onlookers([code])[code]
    return _here.get(code, 0) + count


def count_onlookers(codes: Collection[str]) -> dict[str, int]:
    """Return the number of onlookers by room code, in all processes."""
    if not settings.REDIS_URL:
        return {code: _here.get(code, 0) for code in codes}
    now, shared = time.time(), cache.get_many([_key(code) for code in codes])
    if len(_elsewhere) > MOST:
        _elsewhere.clear()
    for code in codes:
        reports = shared.get(_key(code), {}).items()
        count = sum(count for process, (count, at) in reports if process != _process and at > now - VALID_SECONDS)
        _elsewhere[code] = count, now
    return {code: _here.get(code, 0) + _elsewhere[code][0] for code in codes}


def _share(counts: Mapping[str, int]) -> None:
    """Write changed or aged counts into the cache. Of two processes that write at once one may lose its count,
    which is shared again in a few seconds."""
    now = time.time()
    changed = [code for code, count in counts.items() if _is_due(code, count, now)]
    if not changed:
        return
    shared, written = cache.get_many([_key(code) for code in changed]), {}
    for code in changed:
        reports = shared.get(_key(code), {}).items()
        others = {process: entry for process, entry in reports if entry[1] > now - VALID_SECONDS}
        written[_key(code)] = others | {_process: (counts[code], now)}
        if counts[code]:
            _shared[code] = counts[code], now
        else:
            _shared.pop(code, None)
    cache.set_many(written, timeout=int(2 * VALID_SECONDS))


def _is_due(code: str, count: int, now: float) -> bool:
    before, at = _shared.get(code, (0, now))
    return count != before or at <= now - REFRESH_SECONDS


def _key(code: str) -> str:
    return f"onlookers:{code}"
