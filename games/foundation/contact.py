"""Who runs the site, as pages and letters name them."""

from __future__ import annotations

from django.conf import settings


def contact() -> dict[str, str]:
    """Return who runs the site, and the link that reaches them; both empty where nobody is named."""
    named = settings.CONTACT
    is_mail = "@" in named and ":" not in named
    return {"contact": named, "contact_link": f"mailto:{named}" if is_mail else named}
