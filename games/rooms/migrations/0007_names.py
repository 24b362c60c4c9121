"""Rename a field and a model as in the code; the database keeps its own names."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    old_code_lives = "it changes nothing in the database: table and column keep their names"

    dependencies = [
        ("rooms", "0006_left_at"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("seat", "stood_in", "autoplay"),
                migrations.AlterField(
                    "seat",
                    "autoplay",
                    models.BooleanField(db_column="stood_in", default=False, verbose_name="played by the house"),
                ),
                migrations.RenameModel("Knock", "JoinRequest"),
                migrations.AlterModelTable("joinrequest", "rooms_knock"),
                migrations.AlterModelOptions(
                    "joinrequest",
                    {"verbose_name": "request to join", "verbose_name_plural": "requests to join"},
                ),
                migrations.AlterField(
                    "joinrequest",
                    "room",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="join_requests", to="rooms.room"),
                ),
            ],
        ),
    ]
