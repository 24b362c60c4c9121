"""The site as an app on a phone: its manifest, its service worker, and the offline page."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

#: Pixels along a side of each icon; icons have a margin, so that they may be cropped to any shape.
ICONS = (192, 512)
#: The light background of every page, shown while the app opens.
PAPER = "#f4eee2"
#: Languages of the offline page: Django's code and the HTML language tag.
LANGUAGES = (("en", "en"), ("zh-hans", "zh-Hans"))


@require_safe
@vary_on_headers("Accept-Language", "Cookie")
@cache_control(max_age=3600, private=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest (name, icons, start URL) in the reader's language."""
    icons = [
        {"src": static(f"icons/{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in ICONS
        for purpose in ("any", "maskable")
    ]
    context = {
        "id": reverse("home"),
        "name": "Sifang 四方",
        "short_name": _("Sifang"),
        "description": _("Traditional card games at one table, with friends and AI players."),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "fullscreen",
        "display_override": ["fullscreen", "standalone"],
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    return JsonResponse(context, content_type="application/manifest+json")


@require_safe
@never_cache
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker from the root, so that it controls every page; browsers refetch it daily."""
    script = (Path(settings.BASE_DIR) / "static" / "js" / "service-worker.js").read_text(encoding="utf-8")
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(max_age=3600, public=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Show the offline page, which is the same for everybody, in both languages."""
    return render(request, "about/offline.html", {"languages": LANGUAGES})
