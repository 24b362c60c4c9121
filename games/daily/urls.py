from django.urls import path, register_converter

from games.daily import views
from games.daily.day import DayConverter

register_converter(DayConverter, "day")

urlpatterns = [
    path("", views.index, name="daily"),
    path("<slug:game>/", views.game, name="daily-game"),
    path("<slug:game>/<day:day>/", views.day, name="daily-day"),
    path("<slug:game>/<day:day>/picture.png", views.picture, name="daily-picture"),
]
