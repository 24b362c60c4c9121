"""A channel layer that does without Redis for a while.

What it carries are hints. A page that opens its line while Redis is away gets it all the same: its
hub looks round by itself (``games.table.hub``), and what it wants to hear is asked for again until
Redis is back. A Redis that hangs is waited for once, and not by everybody in turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from redis.exceptions import ConnectionError as NotThere
from redis.exceptions import RedisError

#: Seconds after a failure in which Redis is taken to be away without being asked.
REST = 1.0
AWAY = (OSError, RedisError)


class ResilientChannelLayer(RedisPubSubChannelLayer):  # type: ignore[misc]
    """Channels' layer on Redis, which nobody's line waits for."""

    def _get_layer(self) -> Any:
        loop = asyncio.get_running_loop()
        if loop not in self._layers:
            layer = super()._get_layer()
            layer._shards = [_Shard(shard.host, layer) for shard in layer._shards]
        return self._layers[loop]


class _Shard(RedisSingleShardConnection):  # type: ignore[misc]
    """A connection to one Redis."""

    def __init__(self, host: dict[str, Any], layer: RedisPubSubLoopLayer) -> None:
        super().__init__(host, layer)
        self._rests_until = 0.0
        #: what is to be heard and could not be asked for yet
        self._wanted: set[str] = set()
        self._asking: asyncio.Task[None] | None = None

    async def publish(self, channel: str, message: bytes) -> None:
        """Tell a channel; ``RedisError`` or ``OSError`` where Redis is away."""
        await self._try(super().publish, channel, message)

    async def subscribe(self, channel: str) -> None:
        """Hear a channel: at once, or as soon as Redis is back."""
        try:
            await self._try(super().subscribe, channel)
        except AWAY:
            self._wanted.add(channel)
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._ask_again())

    async def unsubscribe(self, channel: str) -> None:
        """Hear a channel no more."""
        self._wanted.discard(channel)
        with suppress(*AWAY):
            await super().unsubscribe(channel)

    async def flush(self) -> None:
        """Forget all that is heard or wanted."""
        self._wanted.clear()
        if self._asking is not None:
            self._asking.cancel()
        await super().flush()

    async def _try(self, send: Callable[..., Awaitable[None]], *given: Any) -> None:
        """Do what wants Redis; where that failed a moment ago, fail without asking."""
        if monotonic() < self._rests_until:
            raise NotThere("Redis was away a moment ago")
        try:
            await send(*given)
        except AWAY:
            self._rests_until = monotonic() + REST
            raise

    async def _ask_again(self) -> None:
        while self._wanted:
            await asyncio.sleep(REST)
            with suppress(*AWAY):
                for channel in tuple(self._wanted):
                    await super().subscribe(channel)
                    self._wanted.discard(channel)
