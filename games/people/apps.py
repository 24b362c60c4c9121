from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "games.people"
    label = "people"
