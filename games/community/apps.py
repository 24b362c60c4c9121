from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "games.community"
    label = "people"

    def ready(self) -> None:
        """Make suspended people leave their tables, so that nobody waits for them."""
        from games.accounts.services import suspended
        from games.community.account_deletion import leave_rooms

        suspended.connect(leave_rooms, dispatch_uid="leave-rooms")
