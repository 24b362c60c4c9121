from django.urls import include, path

from games.accounts import views

urlpatterns = [
    path("language/", views.speak, name="set_language"),
    path("account/login/", views.sign_in, name="account_login"),
    path("account/logout/", views.sign_out, name="account_logout"),
    path("account/signup/", views.sign_up, name="account_signup"),
    path("account/", include("allauth.urls")),
]
