from django.urls import path

from games.duplicate import views

urlpatterns = [
    path("", views.index, name="duplicate"),
    path("how/", views.how, name="duplicate-how"),
    path("hold/", views.hold, name="duplicate-hold"),
    path("club/<slug:club>/", views.of_club, name="duplicate-club"),
    path("table/<str:code>/", views.table, name="duplicate-table"),
    path("<slug:slug>/", views.event, name="duplicate-event"),
    path("<slug:slug>/enter/", views.enter, name="duplicate-enter"),
    path("<slug:slug>/with/<slug:key>/", views.join, name="duplicate-join"),
    path("<slug:slug>/leave/", views.leave, name="duplicate-leave"),
    path("<slug:slug>/sit/", views.sit, name="duplicate-sit"),
    path("<slug:slug>/off/", views.call_off, name="duplicate-off"),
    path("<slug:slug>/<int:number>/", views.deal, name="duplicate-deal"),
]
