import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.clubs.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("clubs", "0001_initial"),
        ("hands", "0017_boards"),
        ("rooms", "0011_boards"),
    ]

    operations = [
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slug",
                    models.SlugField(default=games.clubs.models.new_slug, editable=False, max_length=8, unique=True),
                ),
                ("name", models.CharField(blank=True, max_length=40, verbose_name="name")),
                ("game", models.CharField(max_length=20, verbose_name="game")),
                ("options", models.JSONField(blank=True, default=dict, verbose_name="house rules")),
                (
                    "form",
                    models.CharField(
                        choices=[
                            ("set", "in your own time"),
                            ("swiss", "Swiss rounds"),
                            ("robin", "everybody against everybody"),
                        ],
                        max_length=5,
                        verbose_name="form",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("alone", "each for themselves"), ("pair", "pairs"), ("team", "teams")],
                        max_length=5,
                        verbose_name="who enters",
                    ),
                ),
                (
                    "scale",
                    models.CharField(
                        choices=[
                            ("matchpoints", "matchpoints"),
                            ("imps", "IMPs"),
                            ("difference", "difference"),
                        ],
                        max_length=11,
                        verbose_name="scored by",
                    ),
                ),
                ("rounds", models.PositiveSmallIntegerField(verbose_name="rounds")),
                ("boards", models.PositiveSmallIntegerField(verbose_name="deals a round")),
                ("minutes", models.PositiveSmallIntegerField(default=0, verbose_name="minutes a round")),
                ("listed", models.BooleanField(default=False, verbose_name="everybody finds it")),
                ("house", models.BooleanField(default=False, verbose_name="the house's")),
                ("weekly", models.BooleanField(default=False, verbose_name="every week")),
                ("starts_at", models.DateTimeField(verbose_name="begins")),
                ("ends_at", models.DateTimeField(blank=True, null=True, verbose_name="ends")),
                (
                    "phase",
                    models.CharField(
                        choices=[
                            ("entry", "open to enter"),
                            ("playing", "being played"),
                            ("break", "between two rounds"),
                            ("over", "over"),
                        ],
                        default="entry",
                        max_length=7,
                        verbose_name="state",
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(default=0)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("cancelled", models.BooleanField(default=False, verbose_name="did not take place")),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="clubs.club",
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="events",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "duplicate",
                "verbose_name_plural": "duplicates",
                "indexes": [
                    models.Index(
                        condition=models.Q(("phase", "over"), _negated=True), fields=["due_at"], name="duplicate_due"
                    ),
                    models.Index(
                        condition=models.Q(("club", None), ("listed", True)),
                        fields=["starts_at"],
                        name="duplicate_listed",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("house", True)), fields=("game", "kind", "starts_at"), name="one_set_a_week"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Contestant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "key",
                    models.SlugField(default=games.clubs.models.new_slug, editable=False, max_length=8, unique=True),
                ),
                ("entered_at", models.DateTimeField(auto_now_add=True)),
                ("withdrawn", models.BooleanField(default=False, verbose_name="has gone")),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("total", models.IntegerField(blank=True, null=True)),
                ("rank", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="contestants", to="duplicate.event"
                    ),
                ),
            ],
            options={
                "verbose_name": "contestant",
                "verbose_name_plural": "contestants",
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["event", "rank"], name="duplicate_ranks")],
            },
        ),
        migrations.CreateModel(
            name="EventBoard",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "board",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="event_board", to="hands.board"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deals", to="duplicate.event"
                    ),
                ),
            ],
            options={
                "verbose_name": "deal of an event",
                "verbose_name_plural": "deals of events",
                "ordering": ["round", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "round", "number"), name="one_deal_of_a_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField(default=0)),
                ("ready_at", models.DateTimeField(blank=True, null=True)),
                (
                    "contestant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="members", to="duplicate.contestant"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="duplicate.event"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="duplicates",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "person of a contestant",
                "verbose_name_plural": "people of contestants",
                "ordering": ["place"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "user"), name="enters_once"),
                    models.UniqueConstraint(fields=("contestant", "place"), name="one_member_a_place"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Sitting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField()),
                ("begun_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sittings", to="duplicate.event"
                    ),
                ),
                (
                    "room",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sitting",
                        to="rooms.room",
                    ),
                ),
            ],
            options={
                "verbose_name": "table of an event",
                "verbose_name_plural": "tables of events",
                "ordering": ["pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("ended_at", None)), fields=["event", "round"], name="duplicate_unfinished"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("room", None)), fields=("event", "round"), name="one_house_table_a_round"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Score",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.PositiveSmallIntegerField()),
                ("margin", models.IntegerField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "contestant",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scores",
                        to="duplicate.contestant",
                    ),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="scores", to="duplicate.eventboard"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="hands.match",
                    ),
                ),
                (
                    "sitting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="scores", to="duplicate.sitting"
                    ),
                ),
            ],
            options={
                "verbose_name": "result of a deal",
                "verbose_name_plural": "results of deals",
                "constraints": [models.UniqueConstraint(fields=("deal", "sitting", "side"), name="one_score_a_side")],
            },
        ),
        migrations.CreateModel(
            name="Place",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField()),
                ("side", models.PositiveSmallIntegerField()),
                (
                    "contestant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="duplicate.contestant"
                    ),
                ),
                (
                    "sitting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="duplicate.sitting"
                    ),
                ),
            ],
            options={
                "verbose_name": "place at a table",
                "verbose_name_plural": "places at tables",
                "constraints": [
                    models.UniqueConstraint(fields=("sitting", "side"), name="one_contestant_a_side"),
                    models.UniqueConstraint(fields=("contestant", "round", "side"), name="one_table_a_round"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.PositiveSmallIntegerField()),
                ("margin", models.IntegerField()),
                ("count", models.PositiveIntegerField(default=0)),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tallies", to="duplicate.eventboard"
                    ),
                ),
            ],
            options={
                "verbose_name": "number of results of a deal",
                "verbose_name_plural": "numbers of results of deals",
                "constraints": [models.UniqueConstraint(fields=("deal", "side", "margin"), name="one_tally_a_margin")],
            },
        ),
    ]
