"""The site's operator, as named on pages and in mail."""

from __future__ import annotations

from django.conf import settings


def contact() -> dict[str, str]:
    """Return the site's operator and a link to reach them; both empty if none is named."""
    named = settings.CONTACT
    is_mail = "@" in named and ":" not in named
    return {"contact": named, "contact_link": f"mailto:{named}" if is_mail else named}
