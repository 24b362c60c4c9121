"""The in-process channel layer: groups, threads, and reports of what it drops."""

from __future__ import annotations

import asyncio
import threading

import pytest

from games.foundation.embedded.layer import InProcessChannelLayer


@pytest.fixture
def layer():
    return InProcessChannelLayer(capacity=3)


async def test_a_message_sent_to_a_channel_arrives(layer):
    channel = await layer.new_channel()
    await layer.send(channel, {"type": "a"})
    assert await layer.receive(channel) == {"type": "a"}


async def test_a_group_reaches_its_members_and_nobody_else(layer):
    inside, outside = await layer.new_channel(), await layer.new_channel()
    await layer.group_add("room", inside)
    await layer.group_add("other", outside)
    await layer.group_send("room", {"type": "a"})
    assert await layer.receive(inside) == {"type": "a"}
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(layer.receive(outside), 0.01)


async def test_a_member_that_left_gets_nothing(layer):
    channel = await layer.new_channel()
    await layer.group_add("room", channel)
    await layer.group_discard("room", channel)
    await layer.group_discard("room", channel)
    await layer.group_send("room", {"type": "a"})
    assert not layer._groups and not layer._boxes


async def test_a_socket_that_joins_nothing_leaves_nothing_behind(layer):
    """Whoever is signed out is told so and disconnected before they have joined anything."""
    waiting = asyncio.create_task(layer.receive(await layer.new_channel()))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert not layer._boxes


async def test_a_thread_wakes_a_socket_that_waits(layer):
    channel = await layer.new_channel()
    await layer.group_add("room", channel)
    waiting = asyncio.create_task(layer.receive(channel))
    await asyncio.sleep(0)
    thread = threading.Thread(target=layer.group_send_now, args=("room", {"type": "a"}))
    thread.start()
    assert await asyncio.wait_for(waiting, 5) == {"type": "a"}
    thread.join()


async def test_a_thread_wakes_a_loop_once_for_all_its_sockets(layer, monkeypatch):
    loop, calls = asyncio.get_running_loop(), []
    wake = loop.call_soon_threadsafe
    monkeypatch.setattr(loop, "call_soon_threadsafe", lambda *work: (calls.append(work), wake(*work)))
    channels = [await layer.new_channel() for _ in range(4)]
    for channel in channels:
        await layer.group_add("room", channel)
    thread = threading.Thread(target=layer.group_send_now, args=("room", {"type": "a"}))
    thread.start()
    thread.join()
    assert len(calls) == 1
    assert [await asyncio.wait_for(layer.receive(channel), 5) for channel in channels] == [{"type": "a"}] * 4


async def test_a_slow_member_is_told_that_it_missed_something(layer):
    channel = await layer.new_channel()
    await layer.group_add("room", channel)
    for number in range(4):
        await layer.group_send("room", {"type": "a", "number": number})
    assert await layer.receive(channel) == {"type": "stale"}


async def test_messages_keep_their_order(layer):
    channel = await layer.new_channel()
    for number in range(3):
        await layer.send(channel, {"type": "a", "number": number})
    assert [(await layer.receive(channel))["number"] for _ in range(3)] == [0, 1, 2]


async def test_a_cancelled_wait_loses_no_message(layer):
    channel = await layer.new_channel()
    waiting = asyncio.create_task(layer.receive(channel))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await layer.send(channel, {"type": "a"})
    assert await asyncio.wait_for(layer.receive(channel), 5) == {"type": "a"}
