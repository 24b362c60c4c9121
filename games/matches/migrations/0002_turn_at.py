from django.db import migrations, models


def not_waiting(apps, schema_editor):
    """Rooms where a match has begun are not waiting for players."""
    apps.get_model("rooms", "Room").objects.filter(matches__isnull=False).update(waiting=False)


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0002_seats_talk_and_rule_sets"),
        ("hands", "0001_initial"),
    ]

    operations = [
        migrations.AddField("hand", "turn_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunPython(not_waiting, migrations.RunPython.noop),
    ]
