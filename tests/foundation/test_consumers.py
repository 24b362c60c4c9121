"""The base class of our consumers."""

from __future__ import annotations

import asyncio

from games.foundation.consumers import BaseConsumer


async def test_a_socket_is_closed_once_for_two_reasons():
    """A second close is an error to the server: a sign-out may be announced twice, or coincide with a suspension."""
    messages = []

    async def send(message):
        messages.append(message)

    consumer = BaseConsumer()
    consumer.base_send = send
    await consumer.close(code=4401)
    await consumer.close(code=4401)
    assert messages == [{"type": "websocket.close", "code": 4401}]


async def test_a_message_that_fails_is_logged_and_those_after_it_are_handled(caplog):
    is_handled = asyncio.Event()

    class Consumer(BaseConsumer):
        async def dispatch(self, message):
            if message["type"] == "failing":
                raise ValueError("held twice")
            is_handled.set()

    consumer = Consumer()
    messages: asyncio.Queue[dict[str, str]] = asyncio.Queue()

    class Layer:
        @staticmethod
        async def receive(channel):
            return await messages.get()

    consumer.channel_layer, consumer.channel_name = Layer, "a channel"
    for kind in ("failing", "working"):
        messages.put_nowait({"type": kind})
    pump = asyncio.create_task(consumer._pump())
    await asyncio.wait_for(is_handled.wait(), 5)
    pump.cancel()
    (record,) = caplog.records
    assert record.getMessage() == "a socket failed at failing"
    assert record.exc_info[0] is ValueError
