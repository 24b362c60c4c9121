"""Caches of this process: bounded, shared by its threads, lost when it ends.

They hold what was read from rows or computed from them, and are hints: any entry may be gone at any time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Generic, TypeVar

from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
_caches: list[ProcessCache] = []


class ProcessCache(Generic[K, V]):
    """Up to ``maxsize`` entries; the one not used for longest makes room for a new one."""

    def __init__(self, maxsize: int) -> None:
        self._entries: LRUCache[K, V] = LRUCache(maxsize)
        self._lock = threading.Lock()
        _caches.append(self)

    def get(self, key: K) -> V | None:
        """Return an entry, or None."""
        with self._lock:
            return self._entries.get(key)

    def get_many(self, keys: Iterable[K]) -> dict[K, V]:
        """Return the entries that are cached among ``keys``."""
        with self._lock:
            return {key: self._entries[key] for key in keys if key in self._entries}

    def set(self, key: K, value: V) -> None:
        """Cache an entry."""
        with self._lock:
            self._entries[key] = value

    def set_many(self, entries: Mapping[K, V]) -> None:
        """Cache several entries."""
        with self._lock:
            self._entries.update(entries)

    def set_if(self, key: K, value: V, is_newer: Callable[[V, V], bool]) -> None:
        """Cache an entry unless there is one than which it is not newer: ``is_newer(value, cached)``."""
        with self._lock:
            cached = self._entries.get(key)
            if cached is None or is_newer(value, cached):
                self._entries[key] = value

    def drop(self, key: K) -> None:
        """Remove an entry, if it is cached."""
        with self._lock:
            self._entries.pop(key, None)

    def clear(self) -> None:
        """Remove all entries."""
        with self._lock:
            self._entries.clear()


def clear_caches() -> None:
    """Clear every cache of this process; what is asked for later is read or computed again."""
    for cache in _caches:
        cache.clear()
