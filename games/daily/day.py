"""``<day:day>``: a day in a URL, such as ``2026-11-25``."""

from __future__ import annotations

from datetime import date


class DayConverter:
    """A date in ISO 8601; a day that is not in the calendar matches no URL."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Return the date."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """Return the date as it is written in a URL."""
        return value.isoformat()
