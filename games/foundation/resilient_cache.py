"""The shared cache, which may be away: then nothing is remembered, and nobody is shown an error.

What stands in it are counts and hints. While Redis is away limits do not count and what others
have told is not known; moves, sessions and all that matters are in the database.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


def _or(otherwise: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return what a method returns where Redis is away: ``otherwise``, or what that makes of the call."""

    def wrap(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def wrapped(self: RedisCache, *given: Any, **named: Any) -> Any:
            try:
                return method(self, *given, **named)
            except (OSError, RedisError) as fault:
                log.warning("the cache is away: %s", type(fault).__name__)
                return otherwise(*given, **named) if callable(otherwise) else otherwise

        return wrapped

    return wrap


def _default(key: str, default: Any = None, version: Any = None) -> Any:
    return default


class ResilientRedisCache(RedisCache):
    """Django's cache in Redis, without its errors."""

    add = _or(True)(RedisCache.add)
    get = _or(_default)(RedisCache.get)
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
        """Say whether Redis is there."""
        try:
            return bool(self._cache.get_client().ping())
        except (OSError, RedisError):
            return False
