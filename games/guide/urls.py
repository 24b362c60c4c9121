from django.urls import path

from games.guide import about, views

urlpatterns = [
    path("about/", about.about, name="about"),
    path("privacy/", about.privacy, name="privacy"),
    path("robots.txt", about.robots, name="robots"),
    path(".well-known/security.txt", about.security, name="security"),
    path("favicon.ico", about.favicon, name="favicon"),
    path("keys/", views.keys, name="keys"),
    path("rules/", views.index, name="rules"),
    path("rules/rating/", views.rating, name="rating"),
    path("rules/<slug:game>/", views.game_rules, name="game-rules"),
    path("t/<slug:code>/rules/", views.room_rules, name="room-rules"),
]
