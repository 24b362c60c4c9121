from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rooms", "0014_ban")]

    operations = [
        migrations.AddField(
            model_name="room",
            name="all_boards",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
    ]
