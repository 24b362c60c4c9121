from django.db import migrations, models


def name(apps, schema_editor):
    """Give the notifications of new organisers, which were marked by their data, the kind of their own."""
    for row in apps.get_model("accounts", "Notification").objects.filter(kind="club-table", data__has_key="leads"):
        del row.data["leads"]
        row.kind = "organiser"
        row.save(update_fields=["kind", "data"])


class Migration(migrations.Migration):
    old_code_lives = "it shows the few rows of the new kind in other words, and the column takes what it took"

    dependencies = [("accounts", "0012_hearing_version")]

    operations = [
        migrations.AlterField(
            model_name="notification",
            name="kind",
            field=models.CharField(
                choices=[
                    ("asked", "friend request"),
                    ("accepted", "friend request accepted"),
                    ("invited", "invitation to a table"),
                    ("knocked", "asks to be let in to a table"),
                    ("let-in", "let in to a table"),
                    ("decided", "decision of a moderator"),
                    ("looked-at", "report looked at"),
                    ("daily", "deal of the day"),
                    ("turn", "one's turn"),
                    ("round", "round of a duplicate"),
                    ("reported", "reports to look at"),
                    ("club-table", "table opened in a club"),
                    ("organiser", "organiser of a club from now on"),
                ],
                max_length=12,
            ),
        ),
        migrations.RunPython(name, migrations.RunPython.noop),
    ]
