from django.urls import path

from games.puzzles import views

urlpatterns = [
    path("", views.index, name="puzzles"),
    path("second-looks/<row:pk>/", views.agree, name="puzzle-agree"),
    path("<slug:game>/", views.another, name="puzzle-next"),
    path("<slug:game>/<row:pk>/", views.puzzle, name="puzzle"),
    path("<slug:game>/<row:pk>/wrong/", views.wrong, name="puzzle-wrong"),
    path("<slug:game>/<row:pk>/record/", views.hand, name="puzzle-record"),
]
