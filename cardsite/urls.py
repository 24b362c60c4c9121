"""Addresses of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from cardsite import health

handler500 = "cardsite.error_pages.broken"
handler429 = "games.accounts.views.too_often"

urlpatterns = [
    path("", include("games.table.urls")),
    path("hands/", include("games.replays.urls")),
    path("lessons/", include("games.lessons.urls")),
    path("", include("games.guide.urls")),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.show_metrics, name="metrics"),
    path("", include("games.accounts.urls")),
    path("", include("games.community.urls")),
    # operators sign in where all do: with a second factor, and not as often as they like
    path("admin/login/", RedirectView.as_view(pattern_name="account_login", query_string=True), name="admin-login"),
    path("admin/", admin.site.urls),
]
