"""About the site: its software, the data it stores, who runs it; and the URLs that programs look for."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.foundation.contact import contact
from games.guide import data_retention
from games.guide.packages import packages

#: How long the content of ``security.txt`` is valid.
BELIEVED = timedelta(days=180)
#: Pages of people and tables, which search engines must not list.
PRIVATE = (
    "/account/",
    "/admin/",
    "/clubs/",
    "/duplicate/",
    "/friends/",
    "/hands/",
    "/join/",
    "/ladder/",
    "/lobby/",
    "/me/",
    "/moderation/",
    "/people/",
    "/play/",
    "/rooms/",
    "/t/",
    "/watch/",
    "/with/",
    "/ws/",
)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Show what the site is, whose work it builds on, and who runs it."""
    others = {"packages": packages(), "browser": vendored(".js"), "fonts": vendored(".otf")}
    return render(request, "about/about.html", others | contact())


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what is stored about people, why, and for how long."""
    lines = {
        "kept": data_retention.sentences(data_retention.KEPT),
        "spans": data_retention.sentences(data_retention.SPANS),
    }
    return render(request, "about/privacy.html", lines | contact())


@require_safe
@cache_control(max_age=86400, public=True)
def robots(request: HttpRequest) -> HttpResponse:
    """Tell search engines what they may list: rules and lessons, but no tables or people."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE), ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(max_age=86400, public=True)
def security(request: HttpRequest) -> HttpResponse:
    """Show where to report a vulnerability (RFC 9116); 404 if nobody is named."""
    if not settings.CONTACT:
        raise Http404
    lines = [
        f"Contact: {contact()['contact_link']}",
        f"Expires: {(timezone.now() + BELIEVED).strftime('%Y-%m-%dT00:00:00Z')}",
        "Preferred-Languages: en, zh",
        f"Canonical: {request.build_absolute_uri(reverse('security'))}",
        "",
    ]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(max_age=86400, public=True)
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect the traditional favicon URL to the site's icon."""
    return redirect(static("favicon.ico"))


@lru_cache
def vendored(ending: str) -> tuple[dict[str, str], ...]:
    """Return third-party files of a kind, from ``VERSIONS``: name, version, licence. Browsers are sent the scripts; the
    server itself writes with the font (``games.daily.picture``)."""
    lines = (Path(settings.BASE_DIR) / "static" / "vendor" / "VERSIONS").read_text().splitlines()
    rows = [line.replace(",", " ").split() for line in lines]
    return tuple({"name": row[0], "version": row[2], "licence": row[4]} for row in rows if row[0].endswith(ending))
