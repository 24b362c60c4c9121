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


async def test_a_message_that_fails_is_logged_without_the_words_of_its_fault(caplog):
    """They may name cards. Where in the code it was is said, and the messages that come after are handled."""
    card, heard = "KS", asyncio.Event()

    class Consumer(BaseConsumer):
        async def dispatch(self, message):
            if message["type"] == "failing":
                raise ValueError(f"{card} is held twice")
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
    assert "a line failed at failing (ValueError)" in caplog.text
    assert "in dispatch" in caplog.text
    assert card not in caplog.text
