from django.apps import AppConfig


class FloorConfig(AppConfig):
    name = "tests.bench.floor"
    label = "floor"
