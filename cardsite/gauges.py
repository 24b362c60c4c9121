"""Gauges computed at each scrape of the metrics: queue depths and overdue hands."""

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

#: How long after its ``due_at`` a hand counts as overdue.
OVERDUE = timedelta(seconds=10)


class SiteCollector(Collector):
    """Collects the gauges, omitting those of a service that does not answer."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield queue depths and the number of overdue hands."""
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
    """Return the number of waiting tasks by queue; empty if Redis does not answer."""
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
    """Return a registry of the gauges."""
    gauges = CollectorRegistry()
    gauges.register(SiteCollector())
    return gauges
