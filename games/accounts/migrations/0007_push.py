import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    old_code_lives = "new tables, and columns that the database fills in where the old code writes none"

    dependencies = [
        ("accounts", "0006_moderation"),
    ]

    operations = [
        migrations.CreateModel(
            name="DeliveryChoice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "topic",
                    models.CharField(
                        choices=[
                            ("turns", "Your turn"),
                            ("tables", "Tables"),
                            ("friends", "Friends"),
                            ("daily", "Deal of the day"),
                        ],
                        max_length=10,
                    ),
                ),
                ("push", models.BooleanField()),
                ("mail", models.BooleanField()),
                ("hour", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="delivery_choices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "choice of delivery",
                "verbose_name_plural": "choices of delivery",
                "constraints": [models.UniqueConstraint(fields=("user", "topic"), name="one_choice_a_topic")],
                "indexes": [models.Index(fields=["topic", "hour"], name="choices_by_hour")],
            },
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("session_key", models.CharField(max_length=40)),
                ("endpoint", models.CharField(max_length=1000, unique=True)),
                ("p256dh", models.CharField(max_length=100)),
                ("auth", models.CharField(max_length=50)),
                ("language", models.CharField(max_length=10)),
                ("device", models.CharField(max_length=60)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "push subscription",
                "verbose_name_plural": "push subscriptions",
            },
        ),
        migrations.AddField(
            model_name="notification",
            name="pushed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="notification",
            name="waits",
            field=models.BooleanField(db_default=False, default=True),
        ),
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
                ],
                max_length=12,
            ),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(condition=models.Q(("waits", True)), fields=["at"], name="notifications_waiting"),
        ),
    ]
