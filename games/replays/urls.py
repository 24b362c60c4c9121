from django.urls import path

from games.replays import about, again, files, lookback, looking, picture, showing, views

urlpatterns = [
    path("", lookback.history, name="history"),
    path("<row:pk>/", views.hand, name="replay-hand"),
    path("<row:pk>/step/<slug:step>/", views.hand, name="replay-step"),
    path("<row:pk>/step/<slug:step>/picture.png", picture.hand, name="replay-picture"),
    path("picture.png", picture.house, name="picture"),
    path("<row:pk>/about/", about.hand, name="replay-about"),
    path("<row:pk>/deal/", about.deal, name="replay-deal"),
    path("<row:pk>/record/", files.hand_record, name="replay-record"),
    path("<row:pk>/text/", files.hand_text, name="replay-text"),
    path("<row:pk>/again/", again.hand, name="replay-again"),
    path("<row:pk>/look/", looking.look, name="replay-look"),
    path("<row:pk>/challenge/", again.challenge, name="replay-challenge"),
    path("challenge/<slug:token>/", again.challenged, name="challenge"),
    path("<row:pk>/show/", showing.lead, name="replay-lead"),
    path("<row:pk>/show/<row:showing>/", showing.follow, name="replay-follow"),
    path("<row:pk>/share/", files.share, name="replay-share"),
    path("match/<row:pk>/record/", files.match_record, name="match-record"),
    path("match/<row:pk>/text/", files.match_text, name="match-text"),
    path("upload/", files.upload, name="upload"),
    path("uploaded/<row:pk>/", views.upload, name="upload-hand"),
    path("uploaded/<row:pk>/step/<slug:step>/", views.upload, name="upload-step"),
    path("uploaded/<row:pk>/about/", about.upload, name="upload-about"),
    path("uploaded/<row:pk>/record/", files.upload_record, name="upload-record"),
    path("uploaded/<row:pk>/text/", files.upload_text, name="upload-text"),
    path("uploaded/<row:pk>/again/", again.upload, name="upload-again"),
    path("uploaded/<row:pk>/remove/", files.remove, name="upload-remove"),
]
