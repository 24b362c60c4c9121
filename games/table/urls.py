from django.urls import path

from games.table import door, helping, invitations, opening, players, reading, seeding, sitting, views

urlpatterns = [
    path("", views.home, name="home"),
    path("play/offer/", seeding.offer, name="offer"),
    path("play/<slug:game>/", views.play_now, name="play-now"),
    path("rooms/new/<slug:game>/", opening.new_room, name="new-room"),
    path("rooms/rules/<slug:code>/forget/", opening.forget_rules, name="forget-rules"),
    path("join/", opening.join, name="join"),
    path("lobby/", opening.lobby, name="lobby"),
    path("players/", players.players, name="players"),
    path("t/<slug:code>/", views.table, name="table"),
    path("t/<slug:code>/act/", views.act, name="act"),
    path("t/<slug:code>/hint/", helping.hint, name="hint"),
    path("t/<slug:code>/take-back/", helping.take_back, name="take-back"),
    path("t/<slug:code>/read/", reading.read, name="read"),
    path("t/<slug:code>/sort/", helping.sort, name="sort"),
    path("t/<slug:code>/seat/", sitting.seat, name="seat"),
    path("t/<slug:code>/seed/", seeding.seed, name="seed"),
    path("t/<slug:code>/knock/", door.knock, name="knock"),
    path("t/<slug:code>/invite/", invitations.invite, name="invite"),
    path("people/<row:pk>/play/<slug:game>/", invitations.play_with, name="play-with"),
    path("t/<slug:code>/leave/", sitting.leaving, name="leave"),
    path("t/<slug:code>/say/", sitting.say, name="say"),
]
