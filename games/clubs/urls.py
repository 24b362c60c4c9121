from django.urls import path

from games.clubs import views

urlpatterns = [
    path("", views.clubs, name="clubs"),
    path("join/<str:token>/", views.join, name="club-join"),
    path("<slug:slug>/", views.club, name="club"),
    path("<slug:slug>/open/", views.open_table, name="club-open"),
    path("<slug:slug>/leave/", views.leave, name="club-leave"),
    path("<slug:slug>/manage/", views.manage, name="club-manage"),
    path("<slug:slug>/ladder/<slug:game>/", views.club_ladder, name="club-ladder"),
]
