"""Pages for machines: is this process alive, is it ready for people, what does it count."""

from __future__ import annotations

import hmac
import ipaddress
import logging

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from cardsite import gauges
from games.foundation import lifespan, transactions
from games.foundation.observability import metrics

log = logging.getLogger(__name__)
_migrated = _was_ready = False


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that this process is alive."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer whether people may be sent to this process, and what is missing.

    It wants Redis to begin with. Later it does without, for people can: a balancer must not send
    everybody away because a hint is lost.
    """
    global _was_ready
    missing = {"closing": lifespan.closing(), "database": not _database(), "redis": not _redis()}
    missing["writing"] = not transactions.can_write()
    if not missing["database"]:
        missing["migrations"] = not _schema()
    names = sorted(name for name, away in missing.items() if away)
    ready = not names or (_was_ready and names == ["redis"])
    _was_ready = _was_ready or ready
    return JsonResponse({"ready": ready, "missing": names}, status=200 if ready else 503)


@require_safe
@never_cache
def show_metrics(request: HttpRequest) -> HttpResponse:
    """Show what is counted to whoever holds the token, or asks from inside; for others it is
    not there."""
    if not may_see(request):
        return HttpResponseNotFound()
    shown = generate_latest(metrics.registry()) + generate_latest(gauges.registry())
    return HttpResponse(shown, content_type=CONTENT_TYPE_LATEST)


def may_see(request: HttpRequest) -> bool:
    """Say whether somebody may see the metrics. Who comes through a proxy is not inside."""
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token and hmac.compare_digest(given.encode(), token.encode()):
        return True
    if request.headers.get("X-Forwarded-For") or request.headers.get("Forwarded"):
        return False
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(address in network for network in settings.METRICS_FROM)


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _redis() -> bool:
    return not settings.REDIS_URL or bool(cache.answers())


def _schema() -> bool:
    """Say whether every migration that this code knows has been made; once it is so, it stays so."""
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated
