"""Durations in words."""

from __future__ import annotations

from games.table.cached_gettext import gettext as _


def took(seconds: float) -> str:
    """Return a duration in words."""
    if seconds < 60:
        return _("%(seconds)s s") % {"seconds": f"{seconds:.1f}" if seconds < 10 else str(round(seconds))}
    return _("%(minutes)s min %(seconds)s s") % {"minutes": int(seconds) // 60, "seconds": int(seconds) % 60}
