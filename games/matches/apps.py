from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "games.matches"
    label = "hands"  # the app's former name, by which migrations and tables know it
