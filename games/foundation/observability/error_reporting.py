"""Errors to Sentry, only where an operator has named one: without people, bodies or values."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from games.foundation.observability.logs import without_rows


def report_to(dsn: str, release: str, environment: str) -> None:
    """Send errors there from now on. The client is loaded for this alone."""
    try:
        sentry: Any = import_module("sentry_sdk")
    except ImportError:
        raise RuntimeError("SIFANG_SENTRY_DSN is set, but sentry-sdk is not installed: see requirements.txt.") from None
    sentry.init(
        dsn=dsn,
        release=release,
        environment=environment,
        send_default_pii=False,
        # values of variables and bodies of requests hold cards
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=stripped,
    )


def stripped(event: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    """Return an event without what names a person or opens a link."""
    request = event.get("request", {})
    for name in ("cookies", "data", "env", "headers", "query_string", "url"):
        request.pop(name, None)
    event.pop("user", None)
    for fault in event.get("exception", {}).get("values", []):
        if "value" in fault:
            fault["value"] = without_rows(str(fault["value"]))
    return event
