from django.db import migrations


def clear(apps, schema_editor):
    """Mark the matches that are rated already as such."""
    rated = apps.get_model("people", "Rated").objects.values("match")
    apps.get_model("hands", "Match").objects.filter(pk__in=rated).update(to_rate=False)


class Migration(migrations.Migration):
    old_code_lives = "it knows no to_rate; the new code clears it of what the old code rates meanwhile"

    dependencies = [
        ("people", "0005_ladders"),
        ("hands", "0019_to_rate"),
    ]

    operations = [migrations.RunPython(clear, migrations.RunPython.noop)]
