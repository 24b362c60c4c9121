import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Names of classes and fields; tables and columns keep theirs, so nothing is done to the database."""

    old_code_lives = "only Django's state changes: the tables and their columns stay as they are"

    dependencies = [
        ("duplicate", "0003_left"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("member", "one_member_a_place"),
                migrations.RenameField("member", "place", "number"),
                migrations.AlterField(
                    "member", "number", models.PositiveSmallIntegerField(db_column="place", default=0)
                ),
                migrations.AlterModelOptions(
                    "member",
                    {
                        "ordering": ["number"],
                        "verbose_name": "person of a contestant",
                        "verbose_name_plural": "people of contestants",
                    },
                ),
                migrations.AddConstraint(
                    "member",
                    models.UniqueConstraint(fields=["contestant", "number"], name="one_member_a_place"),
                ),
                migrations.RenameModel("Place", "SideAssignment"),
                migrations.AlterModelTable("SideAssignment", "duplicate_place"),
                migrations.AlterModelOptions(
                    "SideAssignment",
                    {"verbose_name": "side at a table", "verbose_name_plural": "sides at tables"},
                ),
                migrations.AlterField(
                    "SideAssignment",
                    "contestant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="side_assignments",
                        to="duplicate.contestant",
                    ),
                ),
                migrations.AlterField(
                    "SideAssignment",
                    "sitting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="side_assignments",
                        to="duplicate.sitting",
                    ),
                ),
            ]
        )
    ]
