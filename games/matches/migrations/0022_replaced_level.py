"""Rename a field as in the code; the database keeps its column."""

from django.db import migrations, models


class Migration(migrations.Migration):
    old_code_lives = "it changes nothing in the database: the column keeps its name"

    dependencies = [
        ("hands", "0021_judged_at"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("player", "before", "replaced_level"),
                migrations.AlterField(
                    "player",
                    "replaced_level",
                    models.CharField(blank=True, db_column="before", db_default="", default="", max_length=12),
                ),
            ],
        ),
    ]
