from django.apps import AppConfig


class ReplaysConfig(AppConfig):
    name = "games.replays"
    default_auto_field = "django.db.models.BigAutoField"
