from django.apps import AppConfig
from django.contrib.admin.apps import SimpleAdminConfig

from games.foundation import url_converters


class CardsiteConfig(AppConfig):
    default = True
    name = "cardsite"

    def ready(self) -> None:
        url_converters.register()


class OperatorsConfig(SimpleAdminConfig):
    """Makes our admin site Django's default, and finds every app's ``admin.py``."""

    default_site = "games.accounts.admin_site.Operators"

    def ready(self) -> None:
        super().ready()
        self.module.autodiscover()
