"""Rename a model as in the code; the database keeps its own name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    old_code_lives = "it changes nothing in the database: the table keeps its name"

    dependencies = [("rooms", "0013_granted")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("PutOut", "Ban"),
                migrations.AlterModelTable("ban", "rooms_putout"),
                migrations.AlterField(
                    "ban",
                    "room",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="bans", to="rooms.room"),
                ),
            ],
        ),
    ]
