"""What is looked up when metrics are asked for: how much waits in each queue, which hands stand still."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.foundation.embedded.transport import queue_depth
from games.matches.models import Hand

#: A hand whose time came this long ago stands still.
OVERDUE = timedelta(seconds=10)


class Waiting(Collector):
    """Looks when it is asked, and leaves out what does not answer."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield queue depths and the number of hands that stand still."""
        depths = GaugeMetricFamily("sifang_queue_depth", "Tasks that wait.", labels=["queue"])
        for queue, depth in queue_depths().items():
            depths.add_metric([queue], depth)
        yield depths
        try:
            overdue = Hand.objects.filter(due_at__lte=timezone.now() - OVERDUE).count()
        except DatabaseError:
            return
        yield GaugeMetricFamily("sifang_hands_overdue", "Hands that stand still.", value=overdue)


def queue_depths() -> dict[str, int]:
    """Return how many tasks wait, by queue; nothing where the queue does not answer."""
    names = [queue.name for queue in settings.CELERY_TASK_QUEUES]
    if not settings.REDIS_URL:
        return {name: queue_depth(name) for name in names}
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2) as server:
            depths: Any = [server.llen(name) for name in names]
    except redis.RedisError:
        return {}
    return dict(zip(names, depths, strict=True))


def registry() -> CollectorRegistry:
    """Return the gauges that are looked up."""
    looked_up = CollectorRegistry()
    looked_up.register(Waiting())
    return looked_up
