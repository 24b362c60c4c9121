from django.urls import path

from games.guide import views

urlpatterns = [
    path("keys/", views.keys, name="keys"),
    path("rules/", views.index, name="rules"),
    path("rules/rating/", views.rating, name="rating"),
    path("rules/<slug:game>/", views.game_rules, name="game-rules"),
    path("t/<slug:code>/rules/", views.room_rules, name="room-rules"),
]
