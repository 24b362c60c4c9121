"""Addresses of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from cardsite.sight import pages

handler500 = "cardsite.broken.broken"
handler429 = "games.accounts.views.too_often"

urlpatterns = [
    path("", include("games.table.urls")),
    path("hands/", include("games.replays.urls")),
    path("lessons/", include("games.lessons.urls")),
    path("", include("games.guide.urls")),
    path("healthz", pages.healthz, name="healthz"),
    path("readyz", pages.readyz, name="readyz"),
    path("metrics", pages.show_metrics, name="metrics"),
    path("", include("games.accounts.urls")),
    path("", include("games.people.urls")),
    path("admin/", admin.site.urls),
]
