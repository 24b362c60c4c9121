"""Times as HTML."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString


def moment(at: datetime) -> SafeString:
    """Return a time as HTML, in UTC; ``times.js`` converts it to the reader's time zone."""
    text = date_format(at.astimezone(UTC), "DATETIME_FORMAT")
    return format_html('<time datetime="{}">{} UTC</time>', at.isoformat(), text)
