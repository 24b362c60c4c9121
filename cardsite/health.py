"""Health checks (``/healthz``, ``/readyz``) and ``/metrics``."""

from __future__ import annotations

import hmac
import ipaddress

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

_migrated = _was_ready = False


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200: this process is alive."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if this process can serve requests, otherwise 503; name what is missing.

    Redis must answer before the process first becomes ready. Losing it later does not make the process unready: the
    site works without it, and a load balancer must not remove all processes at once.
    """
    global _was_ready
    checks = {"closing": lifespan.closing(), "database": not _database_answers(), "redis": not _redis_answers()}
    checks["writing"] = not transactions.can_write()
    if not checks["database"]:
        checks["migrations"] = not _is_migrated()
    names = sorted(name for name, is_missing in checks.items() if is_missing)
    ready = not names or (_was_ready and names == ["redis"])
    _was_ready = _was_ready or ready
    return JsonResponse({"ready": ready, "missing": names}, status=200 if ready else 503)


@require_safe
@never_cache
def metrics_page(request: HttpRequest) -> HttpResponse:
    """Answer with the metrics, or 404 to clients that may not see them."""
    if not may_see_metrics(request):
        return HttpResponseNotFound()
    text = generate_latest(metrics.registry()) + generate_latest(gauges.registry())
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def may_see_metrics(request: HttpRequest) -> bool:
    """Return whether a request has the token, or comes directly (through no proxy) from ``METRICS_FROM``."""
    token = settings.METRICS_TOKEN
    bearer = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token and hmac.compare_digest(bearer.encode(), token.encode()):
        return True
    if request.headers.get("X-Forwarded-For") or request.headers.get("Forwarded"):
        return False
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(address in network for network in settings.METRICS_FROM)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _redis_answers() -> bool:
    return not settings.REDIS_URL or bool(cache.answers())


def _is_migrated() -> bool:
    """Return whether every migration has been applied; once that is so, do not check again."""
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated
