"""The logging configuration: one console handler that writes plain lines or JSON."""

from __future__ import annotations

from typing import Any

LOGS = "games.foundation.observability.logs"


def logging_config(log_format: str, level: str) -> dict[str, Any]:
    """Return the ``LOGGING`` setting. ``log_format``: ``line`` or ``json``; ``level``: that of our own loggers."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": f"{LOGS}.LineFormatter",
                "fmt": "%(asctime)s %(levelname)s %(name)s: %(message)s",
            },
            "json": {"()": f"{LOGS}.JsonFormatter"},
        },
        # invalid requests are worth a line, not a traceback
        "filters": {
            "one_warning": {"()": f"{LOGS}.WithoutTraceback"},
            "database_away": {"()": f"{LOGS}.DatabaseUnavailable"},
            "route_for_path": {"()": f"{LOGS}.RouteForPath"},
            "task_without_words": {"()": f"{LOGS}.TaskWithoutWords"},
        },
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": log_format, "filters": ["database_away"]}
        },
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            "games": {"level": level},
            "cardsite": {"level": level},
            # answers below 500 are counted, and their paths are private
            "django.request": {"level": "ERROR", "filters": ["route_for_path"]},
            **{
                f"django.security.{fault}": {"filters": ["one_warning"]}
                for fault in ("DisallowedHost", "RequestDataTooBig", "TooManyFieldsSent", "TooManyFilesSent")
            },
            "celery.app.trace": {"filters": ["task_without_words"]},
            "cardsite.requests": {"level": level if log_format == "json" else "WARNING"},
        },
    }
