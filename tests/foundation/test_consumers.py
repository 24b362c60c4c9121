"""The base class of our consumers."""

from __future__ import annotations

import asyncio

from games.foundation.consumers import BaseConsumer


async def test_a_socket_is_closed_once_for_two_reasons():
    """A server takes a second close for an error: signing out may be told twice, or meet a suspension."""
    sent = []

    async def send(message):
        sent.append(message)

    consumer = BaseConsumer()
    consumer.base_send = send
    await consumer.close(code=4401)
    await consumer.close(code=4401)
    assert sent == [{"type": "websocket.close", "code": 4401}]


async def test_a_message_that_fails_is_logged_and_those_after_it_are_handled(caplog):
    heard = asyncio.Event()

    class Consumer(BaseConsumer):
        async def dispatch(self, message):
            if message["type"] == "failing":
                raise ValueError("held twice")
            heard.set()

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
    await asyncio.wait_for(heard.wait(), 5)
    pump.cancel()
    (record,) = caplog.records
    assert record.getMessage() == "a line failed at failing"
    assert record.exc_info[0] is ValueError
