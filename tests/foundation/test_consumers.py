"""The base class of our consumers."""

from __future__ import annotations

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
