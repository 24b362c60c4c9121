"""About the site: what it is made of, what it keeps, who runs it; and the addresses that machines look for."""

from __future__ import annotations

import json
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
from games.guide import keeping

#: How long what stands in ``security.txt`` may be believed.
BELIEVED = timedelta(days=180)
#: Pages of people and of tables, which no search engine is to list.
PRIVATE = (
    "/account/",
    "/admin/",
    "/friends/",
    "/hands/",
    "/join/",
    "/lobby/",
    "/me/",
    "/moderation/",
    "/people/",
    "/play/",
    "/t/",
    "/ws/",
)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What the site is, whose work it stands on, and who runs it."""
    return render(request, "about/about.html", {"packages": packages(), "browser": shipped()} | contact())


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of people, why, and for how long."""
    lines = {"kept": keeping.sentences(keeping.KEPT), "spans": keeping.sentences(keeping.SPANS)}
    return render(request, "about/privacy.html", lines | contact())


@require_safe
@cache_control(max_age=86400, public=True)
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may list: rules and lessons, no tables and no people."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE), ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(max_age=86400, public=True)
def security(request: HttpRequest) -> HttpResponse:
    """Where to report a weakness (RFC 9116); not there where nobody is named."""
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
    """Lead whoever asks for it by its old name to the mark of the house."""
    return redirect(static("favicon.ico"))


@lru_cache
def packages() -> tuple[dict[str, str], ...]:
    """Return what the server is made of: name, version, licence (``manage.py licences``)."""
    return tuple(json.loads((Path(settings.BASE_DIR) / "cardsite" / "licences.json").read_text()))


@lru_cache
def shipped() -> tuple[dict[str, str], ...]:
    """Return what browsers are sent that is not our own work: name, version, licence, from ``VERSIONS``."""
    lines = (Path(settings.BASE_DIR) / "static" / "vendor" / "VERSIONS").read_text().splitlines()
    rows = [line.replace(",", " ").split() for line in lines]
    return tuple({"name": row[0], "version": row[2], "licence": row[4]} for row in rows)
