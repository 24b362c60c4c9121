from django.db import migrations, models


def not_waiting(apps, schema_editor):
    """A room where a match has begun waits for nobody."""
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
