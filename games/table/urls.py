from django.urls import path

from games.table import (
    admission,
    ai_players,
    hint_views,
    invitations,
    room_views,
    seat_views,
    seed_views,
    selection,
    views,
)

urlpatterns = [
    path("", views.home, name="home"),
    path("play/offer/", seed_views.offer, name="offer"),
    path("play/<slug:game>/", views.play_now, name="play-now"),
    path("rooms/new/<slug:game>/", room_views.new_room, name="new-room"),
    path("rooms/rules/<slug:code>/forget/", room_views.forget_rules, name="forget-rules"),
    path("join/", room_views.join, name="join"),
    path("lobby/", room_views.lobby, name="lobby"),
    path("players/", ai_players.players, name="players"),
    path("t/<slug:code>/", views.table, name="table"),
    path("t/<slug:code>/act/", views.act, name="act"),
    path("t/<slug:code>/hint/", hint_views.hint, name="hint"),
    path("t/<slug:code>/take-back/", hint_views.take_back, name="take-back"),
    path("t/<slug:code>/read/", selection.read, name="read"),
    path("t/<slug:code>/sort/", hint_views.sort, name="sort"),
    path("t/<slug:code>/seat/", seat_views.seat, name="seat"),
    path("t/<slug:code>/seed/", seed_views.seed, name="seed"),
    path("t/<slug:code>/knock/", admission.ask_to_join, name="ask-to-join"),
    path("t/<slug:code>/invite/", invitations.invite, name="invite"),
    path("people/<row:pk>/play/<slug:game>/", invitations.play_with, name="play-with"),
    path("t/<slug:code>/leave/", seat_views.leaving, name="leave"),
    path("t/<slug:code>/say/", seat_views.post_message, name="say"),
]
