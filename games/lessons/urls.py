from django.urls import path

from games.lessons import views

urlpatterns = [
    path("", views.index, name="lessons"),
    path("<slug:game>/", views.lesson, name="lesson"),
    path("<slug:game>/<row:number>/", views.step, name="lesson-step"),
    path("<slug:game>/end/", views.end, name="lesson-end"),
    path("<slug:game>/practice/", views.practice, name="lesson-practice"),
]
