"""A Redis channel layer that tolerates Redis being away.

Its messages are hints. A socket that opens while Redis is away is accepted all the same: its hub polls by
itself (``games.table.hub``), and its subscriptions are retried until Redis is back. After a failure Redis is
not tried again for ``RETRY_SECONDS``, so that a hanging Redis does not delay every sender in turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.retry import Retry

#: Seconds after a failure during which Redis is taken to be away.
RETRY_SECONDS = 1.0
#: Seconds after which a task that still runs is cancelled again.
CANCEL_SECONDS = 0.1
AWAY = (OSError, RedisError)


class ResilientChannelLayer(RedisPubSubChannelLayer):  # type: ignore[misc]
    """Channels' pub/sub layer with shards that survive Redis being away."""

    def __init__(self, hosts: list[dict[str, Any]], **kwargs: Any) -> None:
        super().__init__(hosts=hosts, **kwargs)
        self._names = RedisPubSubLoopLayer(hosts=hosts, channel_layer=self, **kwargs)
        [host] = hosts
        # Reopen a connection that Redis has closed, once.
        options = {name: value for name, value in host.items() if name != "address"} | {"retry": Retry(NoBackoff(), 1)}
        self._redis = Redis.from_url(host["address"], **options)
        self._retry_at = 0.0

    def group_send_now(self, group: str, message: dict[str, Any]) -> None:
        """Do what ``group_send`` does, from a thread without an event loop, over a pooled connection.

        Channels' own way creates an event loop and a connection for each message. Raises ``RedisError`` or ``OSError``
        while Redis is away."""
        if monotonic() < self._retry_at:
            raise RedisConnectionError("Redis was away a moment ago")
        try:
            self._redis.publish(self._names._get_group_channel_name(group), self.serialize(message))
        except AWAY:
            self._retry_at = monotonic() + RETRY_SECONDS
            raise

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
        self._retry_at = 0.0
        #: channels whose subscription has failed and is retried
        self._pending: set[str] = set()
        self._retry_task: asyncio.Task[None] | None = None

    async def publish(self, channel: str, message: bytes) -> None:
        """Publish a message; raise ``RedisError`` or ``OSError`` while Redis is away."""
        await self._try(super().publish, channel, message)

    async def subscribe(self, channel: str) -> None:
        """Subscribe to a channel: now, or as soon as Redis is back."""
        try:
            await self._try(super().subscribe, channel)
        except AWAY:
            self._pending.add(channel)
            if self._retry_task is None or self._retry_task.done():
                self._retry_task = asyncio.create_task(self._retry())

    async def unsubscribe(self, channel: str) -> None:
        """End a subscription."""
        self._pending.discard(channel)
        with suppress(*AWAY):
            await super().unsubscribe(channel)

    async def flush(self) -> None:
        """End all subscriptions, pending ones too."""
        self._pending.clear()
        for task in (self._retry_task, self._receive_task):
            # Python 3.11 can lose a cancellation that comes while a connection is reopened (python/cpython#86296).
            while task is not None and not task.done():
                task.cancel()
                await asyncio.wait([task], timeout=CANCEL_SECONDS)
        await super().flush()

    async def _try(self, command: Callable[..., Awaitable[None]], *args: Any) -> None:
        """Run a Redis command; fail at once if one failed a moment ago."""
        if monotonic() < self._retry_at:
            raise RedisConnectionError("Redis was away a moment ago")
        try:
            await command(*args)
        except AWAY:
            self._retry_at = monotonic() + RETRY_SECONDS
            raise

    async def _retry(self) -> None:
        while self._pending:
            await asyncio.sleep(RETRY_SECONDS)
            with suppress(*AWAY):
                for channel in tuple(self._pending):
                    if channel in self._pending:  # its owner may have gone while an earlier one was subscribed
                        await super().subscribe(channel)
                        self._pending.discard(channel)
