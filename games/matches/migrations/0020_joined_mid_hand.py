"""Rename a field as in the code; the database keeps its own name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    old_code_lives = "it changes nothing in the database: the column keeps its name"

    dependencies = [("hands", "0019_to_rate")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("match", "let_in", "joined_mid_hand"),
                migrations.AlterField(
                    "match",
                    "joined_mid_hand",
                    models.BooleanField(
                        db_column="let_in", db_default=False, default=False, verbose_name="somebody was let in"
                    ),
                ),
            ],
        ),
    ]
