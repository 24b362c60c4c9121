"""Path converters of the site's addresses."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import IntConverter

#: The largest number that a row can have, in PostgreSQL as in SQLite.
LARGEST = 2**63 - 1


class RowConverter(IntConverter):
    """``<row:pk>``: the number of a row. A number that no row can have is no address of ours (404)."""

    def to_python(self, value: str) -> int:
        """Return the number; ``ValueError``, which Django takes for no match, where no row can have it."""
        if len(value) > len(str(LARGEST)) or int(value) > LARGEST:
            raise ValueError(value)
        return int(value)


def register() -> None:
    """Make the converters known, before any address is read."""
    register_converter(RowConverter, "row")
