from django.apps import AppConfig


class HandsConfig(AppConfig):
    name = "games.hands"
    label = "hands"
