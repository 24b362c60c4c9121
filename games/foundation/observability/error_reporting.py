"""Error reports to Sentry, if an operator has set a DSN; without personal data, bodies or values."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from games.foundation.observability.logs import without_rows


def init_sentry(dsn: str, release: str, environment: str) -> None:
    """Send errors to a DSN from now on. Raises ``RuntimeError`` if the client is not installed."""
    try:
        sentry: Any = import_module("sentry_sdk")
    except ImportError:
        raise RuntimeError("SIFANG_SENTRY_DSN is set, but sentry-sdk is not installed: see requirements.txt.") from None
    sentry.init(
        dsn=dsn,
        release=release,
        environment=environment,
        send_default_pii=False,
        # local variables and request bodies hold cards
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=strip_personal_data,
    )


def strip_personal_data(event: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    """Return a Sentry event without anything that names a person or a card, or contains a secret link."""
    request = event.get("request", {})
    for name in ("cookies", "data", "env", "headers", "query_string", "url"):
        request.pop(name, None)
    event.pop("user", None)
    for fault in event.get("exception", {}).get("values", []):
        from_database = fault.get("module") == "django.db.utils"
        fault["value"] = without_rows(str(fault.get("value", ""))) if from_database else ""
    return event
