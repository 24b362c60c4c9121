"""Log formatters and filters. Each line carries the ids of its context: request, room, hand, task.

The ids come from a context variable, so that the code that logs need not know them. No line contains cards:
nothing logs an action, a deck or a scene, and an exception is logged as its type and the lines of code it passed
through, never its message.
"""

from __future__ import annotations

import json
import logging
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from traceback import format_tb
from typing import Any

from django.db import DatabaseError, InterfaceError, OperationalError

_context: ContextVar[Mapping[str, str | int]] = ContextVar("context", default={})  # noqa: B039  never written to
#: Fields that a caller may pass as ``extra``, and all fields of a JSON line besides its message.
EXTRA = ("method", "route", "status", "ms")
FIELDS = ("request", "room", "hand", "task", *EXTRA)
#: Characters kept of a warning whose text may come from a client.
LONGEST_WARNING = 200
#: The values of a row, as PostgreSQL adds them to an error.
ROW = re.compile(r"\nDETAIL:.*?(?=\n\n|\nTraceback |\Z)", re.DOTALL)


@contextmanager
def log_context(**ids: str | int) -> Iterator[None]:
    """Add ids to every line that is logged within the block."""
    token = _context.set({**_context.get(), **ids})
    try:
        yield
    finally:
        _context.reset(token)


def add_context(**ids: str | int) -> None:
    """Add ids to the lines of the innermost ``log_context`` block from here on."""
    _context.set({**_context.get(), **ids})


class WithoutTraceback(logging.Filter):
    """Shorten the error of an invalid request to a warning without traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record and let it pass."""
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args = record.getMessage()[:LONGEST_WARNING], ()
        record.exc_info = record.exc_text = None
        return True


class DatabaseUnavailable(logging.Filter):
    """Log once a second that the database does not answer, in one line without context.

    Otherwise each request, task and sweep that meets it would log a traceback.
    """

    #: Seconds between two lines of one process.
    EVERY = 1.0

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._logged_at = -self.EVERY

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a record of a database failure, or drop it; let all others pass."""
        reason = _database_failure(record)
        if not reason:
            return True
        with self._lock:
            if time.monotonic() - self._logged_at < self.EVERY:
                return False
            self._logged_at = time.monotonic()
        record.msg, record.args = "the database does not answer: %s", (reason[:LONGEST_WARNING],)
        record.exc_info = record.exc_text = None
        record.without_context = True
        return True


def _database_failure(record: logging.LogRecord) -> str:
    """Return why the database does not answer, or "" if a record is about something else."""
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, OperationalError | InterfaceError):
        reason = str(fault)
    elif record.name.startswith("psycopg.pool") and record.levelno >= logging.WARNING:
        reason = record.getMessage()
    else:
        return ""
    return reason.partition("\n")[0] or type(fault).__name__


class RouteForPath(logging.Filter):
    """Replace the path in Django's request log with the route: a path may be a secret link."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change a record that carries its request and let it pass."""
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        if isinstance(record.args, tuple) and len(record.args) == 2 and hasattr(record, "request"):
            record.args = (record.args[0], match.view_name or match.route if match else "unknown")
        return True


class TaskWithoutWords(logging.Filter):
    """Reduce Celery's line on a failed task to the type of its exception."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a record's exception and let it pass."""
        if isinstance(record.args, dict) and "exc" in record.args:
            record.args = record.args | {"exc": str(record.args["exc"]).partition("(")[0], "traceback": ""}
        return True


def code_path(fault: BaseException) -> str:
    """Return an exception's type and the lines of code it passed through, after those of its cause, but not its
    message, which may name cards, as a ``KeyError`` does. Database messages are kept, without the values of rows."""
    chain: list[BaseException] = []
    earlier: BaseException | None = fault
    while earlier is not None and earlier not in chain:
        chain.append(earlier)
        earlier = earlier.__cause__ or (None if earlier.__suppress_context__ else earlier.__context__)
    return "\n\nwhich led to\n\n".join(
        f"Traceback (most recent call last):\n{''.join(format_tb(each.__traceback__))}{type(each).__name__}"
        + (f": {without_rows(str(each))}" if isinstance(each, DatabaseError | InterfaceError) else "")
        for each in reversed(chain)
    )


class FaultsWithoutWords(logging.Formatter):
    """Formats a record's exception as its ``code_path``."""

    def formatException(self, ei: Any) -> str:
        """Return the logged text of an exception."""
        return code_path(ei[1])


class JsonFormatter(FaultsWithoutWords):
    """One JSON object per line, without the values of rows."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        fields = {name: value for name, value in vars(record).items() if name in EXTRA}
        if not hasattr(record, "without_context"):
            fields |= _context.get()
        line.update((name, fields[name]) for name in FIELDS if name in fields)
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        text = {name: without_rows(value) if isinstance(value, str) else value for name, value in line.items()}
        return json.dumps(text, ensure_ascii=False, default=str)


class LineFormatter(FaultsWithoutWords):
    """Plain lines, without the values of rows."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        record.exc_text = None  # another handler may have set it
        return without_rows(super().format(record))


def without_rows(text: str) -> str:
    """Return an error's text without the values of the row that PostgreSQL refused, such as a name or a deck."""
    return ROW.sub("", text)
