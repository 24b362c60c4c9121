"""Log formatters and filters. Each line carries the ids of its context: request, room, hand, task.

The ids come from a context variable, so that the code that logs need not know them. No line contains cards:
nothing logs an action, a deck or a scene, and tracebacks are written without values.
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

from django.db import InterfaceError, OperationalError

_context: ContextVar[Mapping[str, str | int]] = ContextVar("context", default={})  # noqa: B039  never written to
#: Fields that a caller may pass as ``extra``, and all fields of a JSON line beside its message.
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


def note_fault(log: logging.Logger, fault: BaseException, what: str, *values: object) -> None:
    """Log that ``what``, with its ``values``, failed, where all else goes on: the fault's kind and the lines of code it
    came through, never its words, which may name cards. Of a fault of the database ``DatabaseUnavailable`` makes one
    line a second."""
    kind = type(fault).__name__
    if isinstance(fault, OperationalError | InterfaceError):
        log.error("%s (%s)", what % values, kind, exc_info=fault)
    else:
        log.error("%s (%s)\n%s", what % values, kind, "".join(format_tb(fault.__traceback__)).rstrip())


def _database_failure(record: logging.LogRecord) -> str:
    """Return why the database does not answer, or "" where a record is about something else."""
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, OperationalError | InterfaceError):
        reason = str(fault)
    elif record.name.startswith("psycopg.pool") and record.levelno >= logging.WARNING:
        reason = record.getMessage()
    else:
        return ""
    return reason.partition("\n")[0] or type(fault).__name__


class RouteForPath(logging.Filter):
    """Replace the path in Django's request log by the route: a path may be a secret link."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change a record that carries its request and let it pass."""
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        if isinstance(record.args, tuple) and len(record.args) == 2 and hasattr(record, "request"):
            record.args = (record.args[0], match.view_name or match.route if match else "unknown")
        return True


class JsonFormatter(logging.Formatter):
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


class LineFormatter(logging.Formatter):
    """Plain lines, without the values of rows."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        return without_rows(super().format(record))


def without_rows(text: str) -> str:
    """Return an error's text without the values of the row that PostgreSQL refused, such as a name or a deck."""
    return ROW.sub("", text)
