from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class CommunityConfig(AppConfig):
    name = "games.community"
    label = "people"  # the app's former name, by which migrations and tables know it

    def ready(self) -> None:
        """Connect the signals: suspended people leave their tables and the ladders; moderation is called before people
        sign in, speak, or name themselves or a table. Also create the moderators' group."""
        from games.accounts import services
        from games.community import moderation, standings
        from games.community.account_deletion import leave_rooms
        from games.rooms import chat

        services.suspended.connect(leave_rooms, dispatch_uid="leave-rooms")
        services.suspended.connect(standings.hide, dispatch_uid="leave-ladders")
        services.returned.connect(standings.come_back, dispatch_uid="back-on-ladders")
        services.signing_in.connect(moderation.before_signing_in, dispatch_uid="end-suspension")
        services.naming.connect(moderation.before_naming, dispatch_uid="names-taken-away")
        chat.speaking.connect(moderation.before_speaking, dispatch_uid="muted")
        chat.naming.connect(moderation.before_naming_table, dispatch_uid="muted-names")
        # after the last app with permissions
        post_migrate.connect(moderation.make_group, apps.get_app_config("auth"), dispatch_uid="moderators")
