from django.urls import path

from games.guide import about, installable, views

urlpatterns = [
    path("about/", about.about, name="about"),
    path("privacy/", about.privacy, name="privacy"),
    path("robots.txt", about.robots, name="robots"),
    path(".well-known/security.txt", about.security, name="security"),
    path("manifest.webmanifest", installable.manifest, name="manifest"),
    path("service-worker.js", installable.service_worker, name="service-worker"),
    path("offline/", installable.offline, name="offline"),
    path("favicon.ico", about.favicon, name="favicon"),
    path("keys/", views.keys, name="keys"),
    path("rules/", views.index, name="rules"),
    path("rules/rating/", views.rating, name="rating"),
    path("rules/<slug:game>/", views.game_rules, name="game-rules"),
    path("t/<slug:code>/rules/", views.room_rules, name="room-rules"),
]
