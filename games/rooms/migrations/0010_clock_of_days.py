from django.db import migrations, models


class Migration(migrations.Migration):
    old_code_lives = "the column takes all that it took, and more; the old code writes seconds up to a minute"

    dependencies = [
        ("rooms", "0009_wishes"),
    ]

    operations = [
        migrations.AlterField(
            model_name="room",
            name="clock",
            field=models.PositiveIntegerField(default=0, verbose_name="time for a turn"),
        ),
    ]
