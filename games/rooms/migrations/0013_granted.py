"""Rename a field as in the code; the database keeps its own name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    old_code_lives = "it changes nothing in the database: the column keeps its name"

    dependencies = [("rooms", "0012_found_rooms")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("joinrequest", "let_in", "granted"),
                migrations.AlterField("joinrequest", "granted", models.BooleanField(db_column="let_in", null=True)),
            ],
        ),
    ]
