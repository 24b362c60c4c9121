import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """What becomes of an event whose club is deleted; nothing is done to the database."""

    old_code_lives = "only Django's state changes: the column and its constraint stay as they are"

    dependencies = [
        ("clubs", "0002_to_tell"),
        ("duplicate", "0004_names"),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="club",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="events",
                to="clubs.club",
            ),
        ),
    ]
