"""Rename a field as in the code; the database keeps its own name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    old_code_lives = "it changes nothing in the database: the column keeps its name"

    dependencies = [("rooms", "0016_autoplay_asked")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("room", "said", "chat_version"),
                migrations.AlterField("room", "chat_version", models.PositiveIntegerField(db_column="said", default=0)),
            ],
        ),
    ]
