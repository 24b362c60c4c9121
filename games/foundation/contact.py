"""The site's operator, as named on pages and in mail."""

from __future__ import annotations

from django.conf import settings


def contact() -> dict[str, str]:
    """Return the site's operator and a link to reach them; both empty if none is named."""
    address = settings.CONTACT
    is_mail = "@" in address and ":" not in address
    return {"contact": address, "contact_link": f"mailto:{address}" if is_mail else address}
