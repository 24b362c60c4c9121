"""Telling a channel group: a hint that may be lost, and never an error for who tells it."""

from __future__ import annotations

import logging
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from redis.exceptions import RedisError

from games.foundation.observability import metrics

log = logging.getLogger(__name__)


def send_to_group(group: str, message: dict[str, Any]) -> None:
    """Send a message to a channel group from synchronous code."""
    layer: Any = get_channel_layer()
    # Asked of the class: a Redis layer hands unknown names on to a loop that a thread has not.
    if hasattr(type(layer), "group_send_now"):
        layer.group_send_now(group, message)
        return
    try:
        async_to_sync(layer.group_send)(group, message)
    except (OSError, RedisError):
        metrics.LOST.labels("push").inc()
        log.warning("push lost: %s", group)
