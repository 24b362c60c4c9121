"""Path converters of the site's URLs."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import IntConverter

#: The largest primary key, in PostgreSQL as in SQLite.
LARGEST = 2**63 - 1


class RowConverter(IntConverter):
    """``<row:pk>``: a primary key. A number too large for one matches no URL (404)."""

    def to_python(self, value: str) -> int:
        """Return the number; raise ``ValueError``, which Django treats as no match, if it is too large."""
        if len(value) > len(str(LARGEST)) or int(value) > LARGEST:
            raise ValueError(value)
        return int(value)


def register() -> None:
    """Register the converters; called before any URL is parsed."""
    register_converter(RowConverter, "row")
