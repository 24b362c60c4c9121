from django.apps import AppConfig


class HandsConfig(AppConfig):
    name = "games.matches"
    label = "hands"
