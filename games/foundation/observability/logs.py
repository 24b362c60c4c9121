"""Log lines as JSON, each with the ids of what it is about: request, room, hand, task.

Ids come from the context, not from the message: whoever logs need not know them. Cards are in no
line: nothing logs an action, a deck or a picture, and tracebacks are written without values.
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

from django.db import InterfaceError, OperationalError

_ids: ContextVar[Mapping[str, str | int]] = ContextVar("ids", default={})  # noqa: B039  never written to
#: What whoever logs may add, and all that a line may say beside its message.
EXTRA = ("method", "route", "status", "ms")
FIELDS = ("request", "room", "hand", "task", *EXTRA)
#: Letters of a warning that a stranger may have written.
LONGEST_WARNING = 200
#: What PostgreSQL says of a row, until something else begins.
ROW = re.compile(r"\nDETAIL:.*?(?=\n\n|\nTraceback |\Z)", re.DOTALL)


@contextmanager
def about(**ids: str | int) -> Iterator[None]:
    """Have every line that is logged inside say what it is about."""
    token = _ids.set({**_ids.get(), **ids})
    try:
        yield
    finally:
        _ids.reset(token)


def note(**ids: str | int) -> None:
    """Add to what the lines of the innermost ``about`` say, from here on."""
    _ids.set({**_ids.get(), **ids})


def ids() -> Mapping[str, str | int]:
    """Return what is being spoken of."""
    return _ids.get()


class WithoutTraceback(logging.Filter):
    """Make a line of something that a stranger has sent a short warning, without the traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change a record, and let it pass."""
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args = record.getMessage()[:LONGEST_WARNING], ()
        record.exc_info = record.exc_text = None
        return True


class DatabaseUnavailable(logging.Filter):
    """Say once a second that the database does not answer, in a line: not a traceback for each request,
    task and look round that met it, and without the room that was asked for."""

    #: Seconds between two lines of one process.
    EVERY = 1.0

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._said = -self.EVERY

    def filter(self, record: logging.LogRecord) -> bool:
        """Make a line of a record that tells of it, or keep it back; let all others pass."""
        reason = _away(record)
        if not reason:
            return True
        with self._lock:
            if time.monotonic() - self._said < self.EVERY:
                return False
            self._said = time.monotonic()
        record.msg, record.args = "the database does not answer: %s", (reason[:LONGEST_WARNING],)
        record.exc_info = record.exc_text = None
        record.about_nothing = True
        return True


def _away(record: logging.LogRecord) -> str:
    """Return why the database does not answer, where a record tells of that, or ""."""
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, OperationalError | InterfaceError):
        said = str(fault)
    elif record.name.startswith("psycopg.pool") and record.levelno >= logging.WARNING:
        said = record.getMessage()
    else:
        return ""
    return said.partition("\n")[0] or type(fault).__name__


class RouteForPath(logging.Filter):
    """Have Django's lines on answers name the route, never the path: that may be a link which opens something."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change a record that carries its request, and let it pass."""
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        if isinstance(record.args, tuple) and len(record.args) == 2 and hasattr(record, "request"):
            record.args = (record.args[0], match.view_name or match.route if match else "unknown")
        return True


class JsonFormatter(logging.Formatter):
    """One line, one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        said = {name: value for name, value in vars(record).items() if name in EXTRA}
        if not hasattr(record, "about_nothing"):
            said |= ids()
        line.update((name, said[name]) for name in FIELDS if name in said)
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        text = {name: without_rows(what) if isinstance(what, str) else what for name, what in line.items()}
        return json.dumps(text, ensure_ascii=False, default=str)


class LineFormatter(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        return without_rows(super().format(record))


def without_rows(text: str) -> str:
    """Return what a fault says without what PostgreSQL adds of the row that it refused: its values, which
    may be a name or a deck."""
    return ROW.sub("", text)
