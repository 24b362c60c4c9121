"""The site's URLs."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from cardsite import health

handler500 = "cardsite.error_pages.server_error"
handler429 = "games.accounts.views.rate_limited"

urlpatterns = [
    path("", include("games.table.urls")),
    path("clubs/", include("games.clubs.urls")),
    path("daily/", include("games.daily.urls")),
    path("duplicate/", include("games.duplicate.urls")),
    path("hands/", include("games.replays.urls")),
    path("lessons/", include("games.lessons.urls")),
    path("puzzles/", include("games.puzzles.urls")),
    path("", include("games.guide.urls")),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics_page, name="metrics"),
    path("", include("games.accounts.urls")),
    path("", include("games.community.urls")),
    # operators sign in like everybody else, with a second factor and a rate limit
    path("admin/login/", RedirectView.as_view(pattern_name="account_login", query_string=True), name="admin-login"),
    path("admin/", admin.site.urls),
]
