from django.db import migrations


class Migration(migrations.Migration):
    """Any number of tables of a round may be without a room: halves of teams of whom nobody is left have one each."""

    dependencies = [
        ("duplicate", "0005_clubs_that_end"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="sitting",
            name="one_house_table_a_round",
        ),
    ]
