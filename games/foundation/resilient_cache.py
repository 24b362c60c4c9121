"""Django's Redis cache that behaves like an empty cache while Redis is away.

The cache holds counts and hints only: without it rate limits do not count and processes do not hear of one
another. Moves, sessions and all other data are in the database.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cached_property, lru_cache, wraps
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


def _or(fallback: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate a cache method to return ``fallback``, or its result for the same arguments, while Redis is away."""

    def wrap(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def wrapped(self: RedisCache, *args: Any, **kwargs: Any) -> Any:
            try:
                return method(self, *args, **kwargs)
            except (OSError, RedisError) as fault:
                log.warning("the cache is away: %s", type(fault).__name__)
                return fallback(*args, **kwargs) if callable(fallback) else fallback

        return wrapped

    return wrap


@lru_cache(maxsize=8)
def _client(kind: Any, servers: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> Any:
    """Return the process's client, which keeps connections and may be shared by threads."""
    return kind(list(servers), **dict(options))


class ResilientRedisCache(RedisCache):
    """Django's Redis cache without its connection errors, and with one client per process: Django creates a cache, and
    so a connection, for every request and task of an asynchronous server."""

    @cached_property
    def _cache(self) -> Any:
        return _client(self._class, tuple(self._servers), tuple(sorted(self._options.items())))

    add = _or(True)(RedisCache.add)
    get = _or(lambda key, default=None, version=None: default)(RedisCache.get)
    set = _or(None)(RedisCache.set)
    touch = _or(False)(RedisCache.touch)
    delete = _or(False)(RedisCache.delete)
    get_many = _or(lambda keys, version=None: {})(RedisCache.get_many)
    set_many = _or(lambda data, timeout=None, version=None: list(data))(RedisCache.set_many)
    delete_many = _or(None)(RedisCache.delete_many)
    has_key = _or(False)(RedisCache.has_key)
    incr = _or(lambda key, delta=1, version=None: delta)(RedisCache.incr)
    clear = _or(False)(RedisCache.clear)

    def answers(self) -> bool:
        """Return whether Redis answers."""
        try:
            return bool(self._cache.get_client().ping())
        except (OSError, RedisError):
            return False
