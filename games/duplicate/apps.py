from django.apps import AppConfig


class DuplicateConfig(AppConfig):
    name = "games.duplicate"
