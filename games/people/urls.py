from django.urls import path

from games.people import along, friendly, profile

urlpatterns = [
    path("me/", profile.me, name="me"),
    path("me/settings/", profile.settings, name="settings"),
    path("me/games/", profile.games_played, name="games-played"),
    path("me/export/", profile.export, name="export"),
    path("me/guest/", along.along, name="guest-along"),
    path("me/delete/", profile.delete, name="delete-account"),
    path("people/<row:pk>/", profile.person, name="person"),
    path("people/<row:pk>/report/", friendly.report, name="report"),
    path("people/<row:pk>/<slug:do>/", friendly.act, name="friend-act"),
    path("friends/", friendly.friends, name="friends"),
    path("friends/ask/", friendly.ask, name="friend-ask"),
    path("friends/later/", friendly.later, name="friend-later"),
    path("friends/withdraw/<row:pk>/", friendly.withdraw, name="friend-withdraw"),
    path("friends/door/", friendly.door, name="door"),
    path("friends/link/<str:token>/", friendly.link, name="friend-link"),
]
