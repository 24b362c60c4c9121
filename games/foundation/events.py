"""Events for sockets and workers. They are hints: losing one is logged and never an error for the sender."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import Any

from asgiref.sync import SyncToAsync
from celery import current_app
from channels.layers import get_channel_layer
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from games.foundation.embedded.layer import InProcessChannelLayer
from games.foundation.observability import metrics

log = logging.getLogger(__name__)
#: What the Redis layer raises while Redis is away. Its module is imported on the large site only.
AWAY = (OSError, RedisError)


def send_to_group(group: str, message: dict[str, Any]) -> None:
    """Send a message to a channel group from synchronous code."""
    layer: Any = get_channel_layer()
    loop = None if isinstance(layer, InProcessChannelLayer) else _server_loop()
    if loop is not None:  # a thread of the server: nobody waits for a hint
        asyncio.run_coroutine_threadsafe(_send(layer, group, message), loop)
        return
    try:
        layer.group_send_now(group, message)
    except AWAY:
        _note_lost(group)


def _server_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop that this thread works for, if this process has one."""
    own = SyncToAsync.threadlocal
    loop: asyncio.AbstractEventLoop | None = getattr(own, "main_event_loop", None)
    if loop is None or getattr(own, "main_event_loop_pid", None) != os.getpid() or not loop.is_running():
        return None
    return loop


async def _send(layer: Any, group: str, message: dict[str, Any]) -> None:
    try:
        await layer.group_send(group, message)
    except AWAY:
        _note_lost(group)


def _note_lost(group: str) -> None:
    metrics.LOST.labels("push").inc()
    log.warning("push lost: %s", group)


def send_task(name: str, *args: Any, countdown: float | None = None) -> None:
    """Queue a Celery task by its dotted name, so that the caller need not import it.

    ``args`` are ids; ``countdown``: seconds to wait. A task that cannot be sent is counted as lost; the sweep
    finds its work later.
    """
    try:
        current_app.send_task(name, args, countdown=countdown)
    except (OSError, OperationalError):
        metrics.LOST.labels("task").inc()
        log.warning("task lost: %s %s", name.rpartition(".")[2], args)
