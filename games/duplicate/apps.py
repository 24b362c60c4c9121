from django.apps import AppConfig


class DuplicateConfig(AppConfig):
    name = "games.duplicate"

    def ready(self) -> None:
        """Connect the signal sent when a person's names are taken away."""
        from games.duplicate import services
        from games.rooms import chat

        chat.names_taken.connect(services.take_names, dispatch_uid="names-of-events")
