"""Sockets can be opened while Redis is away, and get messages as soon as it is back."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer, RedisSingleShardConnection

from games.foundation import resilient_channel_layer
from games.foundation.resilient_channel_layer import ResilientChannelLayer
from tests.services import OwnRedis, unless_here

pytestmark = pytest.mark.redis
PATIENCE = 20.0


@pytest.fixture
def redis(monkeypatch):
    unless_here("redis-server" if OwnRedis.missing() else "")
    monkeypatch.setattr(resilient_channel_layer, "RETRY_SECONDS", 0.05)
    own = OwnRedis()
    yield own
    if own.process is not None:
        own.kill()


def hosts(redis):
    return [{"address": redis.url, "socket_timeout": 1, "socket_connect_timeout": 0.5}]


async def message_of(layer, teller, channel):
    """Return the message of a group, sent again and again until it arrives."""
    hears = asyncio.create_task(layer.receive(channel))
    async with asyncio.timeout(PATIENCE):
        while not hears.done():
            with suppress(resilient_channel_layer.AWAY):
                await teller.group_send("room.a", {"type": "room.changed"})
            await asyncio.wait([hears], timeout=0.05)
    return hears.result()


async def test_who_comes_while_redis_is_away_hears_it_when_it_is_back(redis):
    layer, teller = ResilientChannelLayer(hosts=hosts(redis)), RedisPubSubChannelLayer(hosts=hosts(redis))
    channel = await layer.new_channel()
    await layer.group_add("room.a", channel)
    await asyncio.to_thread(redis.start)
    assert await message_of(layer, teller, channel) == {"type": "room.changed"}
    await layer.group_discard("room.a", channel)
    await layer.flush()
    await teller.flush()


async def test_who_was_there_hears_on_after_redis_was_away(redis):
    await asyncio.to_thread(redis.start)
    layer = ResilientChannelLayer(hosts=hosts(redis))
    channel = await layer.new_channel()
    await layer.group_add("room.a", channel)
    assert await message_of(layer, layer, channel) == {"type": "room.changed"}
    await asyncio.to_thread(redis.kill)
    with pytest.raises(resilient_channel_layer.AWAY):
        await layer.group_send("room.a", {"type": "room.changed"})
    other = await layer.new_channel()
    await layer.group_add("room.b", other)
    await asyncio.to_thread(redis.start)
    assert await message_of(layer, layer, channel) == {"type": "room.changed"}
    await layer.flush()


async def test_what_is_told_while_redis_is_away_is_an_error_at_once(redis, monkeypatch):
    monkeypatch.setattr(resilient_channel_layer, "RETRY_SECONDS", 60.0)
    layer = ResilientChannelLayer(hosts=hosts(redis))
    with pytest.raises(resilient_channel_layer.AWAY):
        await layer.group_send("room.a", {"type": "room.changed"})
    await asyncio.to_thread(redis.start)
    # It pauses, so that nobody waits for a hanging Redis, one after another.
    with pytest.raises(resilient_channel_layer.AWAY, match="a moment ago"):
        await layer.group_send("room.a", {"type": "room.changed"})
    await layer.flush()


async def test_who_comes_while_it_rests_makes_it_rest_no_longer(redis, monkeypatch):
    """On a busy site somebody comes every moment: otherwise no message would ever go out again."""
    monkeypatch.setattr(resilient_channel_layer, "RETRY_SECONDS", 60.0)
    layer = ResilientChannelLayer(hosts=hosts(redis))
    await layer.new_channel()
    [shard] = layer._shards
    until = shard._retry_at
    assert until > 0
    await layer.new_channel()
    assert shard._retry_at == until
    await layer.flush()


def connections(layer):
    return layer._redis.info("stats")["total_connections_received"]


async def test_a_thread_without_a_loop_is_heard_and_keeps_its_connection(redis):
    await asyncio.to_thread(redis.start)
    layer = ResilientChannelLayer(hosts=hosts(redis))
    channel = await layer.new_channel()
    await layer.group_add("room.a", channel)
    before = await asyncio.to_thread(connections, layer)
    for number in range(3):
        await asyncio.to_thread(layer.group_send_now, "room.a", {"type": "room.changed", "number": number})
    assert [(await asyncio.wait_for(layer.receive(channel), PATIENCE))["number"] for _ in range(3)] == [0, 1, 2]
    assert await asyncio.to_thread(connections, layer) == before
    await layer.flush()


async def test_a_thread_is_heard_again_after_redis_was_away_and_does_not_wait_for_it(redis, monkeypatch):
    monkeypatch.setattr(resilient_channel_layer, "RETRY_SECONDS", 60.0)
    layer = ResilientChannelLayer(hosts=hosts(redis))
    await asyncio.to_thread(redis.start)
    channel = await layer.new_channel()
    await layer.group_add("room.a", channel)
    await asyncio.to_thread(layer.group_send_now, "room.a", {"type": "room.changed"})
    await asyncio.to_thread(redis.kill)
    with pytest.raises(resilient_channel_layer.AWAY):
        layer.group_send_now("room.a", {"type": "room.changed"})
    with pytest.raises(resilient_channel_layer.AWAY, match="a moment ago"):
        layer.group_send_now("room.a", {"type": "room.changed"})
    await asyncio.to_thread(redis.start)
    layer._retry_at = 0.0
    layer.group_send_now("room.a", {"type": "room.changed"})
    await layer.flush()


async def test_a_receiver_that_has_lost_a_cancellation_is_ended_too(redis, monkeypatch):
    """As ``asyncio.wait_for`` loses one in Python 3.11 (python/cpython#86296) while a connection is reopened."""
    await asyncio.to_thread(redis.start)
    layer = ResilientChannelLayer(hosts=hosts(redis))
    await layer.group_add("room.a", await layer.new_channel())
    [shard] = layer._get_layer()._shards
    receives, lost = asyncio.Event(), []

    async def lose_one(**options):
        receives.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if lost:
                raise
            lost.append(True)

    monkeypatch.setattr(shard._pubsub, "get_message", lose_one)
    await asyncio.wait_for(receives.wait(), PATIENCE)
    flushes = asyncio.create_task(layer.flush())
    done, _pending = await asyncio.wait([flushes], timeout=PATIENCE)  # ``wait_for`` would cancel it once more
    flushes.cancel()
    assert done and lost and shard._receive_task is None


async def test_whoever_goes_while_subscriptions_are_retried_is_not_subscribed_after_all(redis, monkeypatch):
    layer = ResilientChannelLayer(hosts=hosts(redis))
    first, second = await layer.new_channel(), await layer.new_channel()
    [shard] = layer._get_layer()._shards
    assert {first, second} <= shard._pending
    subscribed, went = [], asyncio.Event()

    async def subscribe(channel):
        subscribed.append(channel)
        shard._pending -= {first, second} - {channel}  # as the other one unsubscribes meanwhile
        went.set()

    monkeypatch.setattr(RedisSingleShardConnection, "subscribe", lambda _shard, channel: subscribe(channel))
    await asyncio.wait_for(went.wait(), PATIENCE)
    await asyncio.wait([shard._retry_task], timeout=PATIENCE)
    assert len(subscribed) == 1
    await layer.flush()
