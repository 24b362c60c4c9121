"""Log lines as JSON, each with the ids of what it is about: request, room, hand, task.

Ids come from the context, not from the message: whoever logs need not know them. Cards are in no
line: nothing logs an action, a deck or a picture, and tracebacks are written without values.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

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


class OneWarning(logging.Filter):
    """Make a line of something that a stranger has sent a short warning, without the traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change a record, and let it pass."""
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args = record.getMessage()[:LONGEST_WARNING], ()
        record.exc_info = record.exc_text = None
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
        said = {**{name: value for name, value in vars(record).items() if name in EXTRA}, **ids()}
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
