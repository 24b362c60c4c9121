from django.urls import path

from games.replays import about, again, files, lookback, looking, picture, showing, views

urlpatterns = [
    path("", lookback.history, name="history"),
    path("<int:pk>/", views.hand, name="replay-hand"),
    path("<int:pk>/step/<slug:step>/", views.hand, name="replay-step"),
    path("<int:pk>/step/<slug:step>/picture.png", picture.hand, name="replay-picture"),
    path("picture.png", picture.house, name="picture"),
    path("<int:pk>/about/", about.hand, name="replay-about"),
    path("<int:pk>/deal/", about.deal, name="replay-deal"),
    path("<int:pk>/record/", files.hand_record, name="replay-record"),
    path("<int:pk>/text/", files.hand_text, name="replay-text"),
    path("<int:pk>/again/", again.hand, name="replay-again"),
    path("<int:pk>/look/", looking.look, name="replay-look"),
    path("<int:pk>/challenge/", again.challenge, name="replay-challenge"),
    path("challenge/<slug:token>/", again.challenged, name="challenge"),
    path("<int:pk>/show/", showing.lead, name="replay-lead"),
    path("<int:pk>/show/<int:showing>/", showing.follow, name="replay-follow"),
    path("<int:pk>/share/", files.share, name="replay-share"),
    path("match/<int:pk>/record/", files.match_record, name="match-record"),
    path("match/<int:pk>/text/", files.match_text, name="match-text"),
    path("upload/", files.upload, name="upload"),
    path("uploaded/<int:pk>/", views.upload, name="upload-hand"),
    path("uploaded/<int:pk>/step/<slug:step>/", views.upload, name="upload-step"),
    path("uploaded/<int:pk>/about/", about.upload, name="upload-about"),
    path("uploaded/<int:pk>/record/", files.upload_record, name="upload-record"),
    path("uploaded/<int:pk>/text/", files.upload_text, name="upload-text"),
    path("uploaded/<int:pk>/again/", again.upload, name="upload-again"),
    path("uploaded/<int:pk>/remove/", files.remove, name="upload-remove"),
]
