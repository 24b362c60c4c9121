from django.apps import AppConfig

from cardsite import converters


class CardsiteConfig(AppConfig):
    name = "cardsite"

    def ready(self) -> None:
        converters.register()
