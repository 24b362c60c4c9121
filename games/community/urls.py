from django.urls import path, register_converter

from games.community import (
    delivery_views,
    friend_views,
    ladder_views,
    merge_guest,
    moderation_views,
    notices,
    profile,
)
from games.community.season import SeasonConverter

register_converter(SeasonConverter, "season")

urlpatterns = [
    path("me/", profile.me, name="me"),
    path("me/settings/", profile.settings, name="settings"),
    path("me/games/", profile.games_played, name="games-played"),
    path("me/export/", profile.export, name="export"),
    path("me/guest/", merge_guest.merge_or_delete, name="merge-guest"),
    path("me/notices/", notices.notices, name="notices"),
    path("me/notifications/", delivery_views.choices, name="delivery"),
    path("me/notifications/browsers/", delivery_views.subscribe, name="push-subscribe"),
    path("me/notifications/browsers/<row:pk>/remove/", delivery_views.unsubscribe, name="push-remove"),
    path("me/notifications/renew/", delivery_views.renew, name="push-renew"),
    path("me/notifications/off/<str:token>/", delivery_views.mail_off, name="delivery-off"),
    path("me/delete/", profile.delete, name="delete-account"),
    path("people/<row:pk>/", profile.person, name="person"),
    path("people/<row:pk>/report/", friend_views.report, name="report"),
    path("people/<row:pk>/<slug:do>/sure/", friend_views.sure, name="friend-sure"),
    path("people/<row:pk>/<slug:do>/", friend_views.act, name="friend-act"),
    path("friends/", friend_views.friends, name="friends"),
    path("friends/ask/", friend_views.ask, name="friend-ask"),
    path("friends/later/", friend_views.later, name="friend-later"),
    path("friends/withdraw/<row:pk>/", friend_views.withdraw, name="friend-withdraw"),
    path("friends/door/", friend_views.door, name="door"),
    path("friends/new-link/", friend_views.new_link, name="friend-new-link"),
    path("friends/link/<str:token>/", friend_views.link, name="friend-link"),
    path("ladder/", ladder_views.ladders, name="ladders"),
    path("ladder/me/", ladder_views.switch, name="ladder-switch"),
    path("ladder/<slug:game>/", ladder_views.game, name="ladder"),
    path("ladder/<slug:game>/<season:season>/", ladder_views.season, name="ladder-season"),
    path("moderation/", moderation_views.reports, name="moderation"),
    path("moderation/reports/<row:pk>/", moderation_views.report, name="moderation-report"),
    path("moderation/decisions/", moderation_views.decisions, name="moderation-decisions"),
    path("moderation/decisions/<slug:number>/", moderation_views.decision, name="moderation-decision"),
]
