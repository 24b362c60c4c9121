"""Times in words."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.table.cached_gettext import gettext as _


def took(seconds: float) -> str:
    """Return a duration in words."""
    if seconds < 60:
        return _("%(seconds)s s") % {"seconds": f"{seconds:.1f}" if seconds < 10 else str(round(seconds))}
    return _("%(minutes)s min %(seconds)s s") % {"minutes": int(seconds) // 60, "seconds": int(seconds) % 60}


def moment(at: datetime) -> SafeString:
    """Return a time as HTML, in UTC; ``times.js`` converts it to the reader's time zone."""
    text = date_format(at.astimezone(UTC), "DATETIME_FORMAT")
    return format_html('<time datetime="{}">{} UTC</time>', at.isoformat(), text)
