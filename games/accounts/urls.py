from django.urls import include, path

from games.accounts import two_factor, views

urlpatterns = [
    path("language/", views.speak, name="set_language"),
    path("account/login/", views.sign_in, name="account_login"),
    path("account/logout/", views.sign_out, name="account_logout"),
    path("account/signup/", views.sign_up, name="account_signup"),
    path("account/2fa/", two_factor.Index.as_view(), name="mfa_index"),
    path("account/2fa/authenticate/", two_factor.Authenticate.as_view(), name="mfa_authenticate"),
    path("account/", include("allauth.urls")),
]
