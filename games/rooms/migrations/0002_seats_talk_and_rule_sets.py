import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.rooms.models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("phrase", models.CharField(blank=True, max_length=12)),
                ("text", models.CharField(blank=True, max_length=300, verbose_name="text")),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
            },
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ],
            options={
                "verbose_name": "mute",
                "verbose_name_plural": "mutes",
            },
        ),
        migrations.CreateModel(
            name="PutOut",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ],
            options={
                "verbose_name": "put out",
                "verbose_name_plural": "put out",
            },
        ),
        migrations.CreateModel(
            name="RuleSet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=20, verbose_name="game")),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                ("options", models.JSONField(blank=True, default=dict, verbose_name="house rules")),
                (
                    "code",
                    models.CharField(
                        default=games.rooms.models.new_code, max_length=6, unique=True, verbose_name="code"
                    ),
                ),
            ],
            options={
                "verbose_name": "set of rules",
                "verbose_name_plural": "sets of rules",
                "ordering": ["name"],
            },
        ),
        migrations.AddField("room", "said", models.PositiveIntegerField(default=0)),
        migrations.AddField(
            model_name="room",
            name="chat",
            field=models.BooleanField(default=True, verbose_name="talk"),
        ),
        migrations.AddField(
            model_name="room",
            name="clock",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="time for a turn"),
        ),
        migrations.AddField(
            model_name="room",
            name="closed_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="closed"),
        ),
        migrations.AddField(
            model_name="room",
            name="level",
            field=models.CharField(default="policy", max_length=12, verbose_name="AI players"),
        ),
        migrations.AddField(
            model_name="room",
            name="onlookers",
            field=models.BooleanField(default=True, verbose_name="onlookers"),
        ),
        migrations.AddField(
            model_name="room",
            name="open_tricks",
            field=models.BooleanField(default=False, verbose_name="past tricks open"),
        ),
        migrations.AddField(
            model_name="room",
            name="pace",
            field=models.CharField(
                choices=[("quick", "quick"), ("usual", "usual"), ("slow", "slow")],
                default="usual",
                max_length=5,
                verbose_name="pace of this table",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="take_over",
            field=models.BooleanField(default=True, verbose_name="AI players make room"),
        ),
        migrations.AddField(
            model_name="room",
            name="visibility",
            field=models.CharField(
                choices=[("link", "Link only"), ("friends", "Friends"), ("public", "Anyone")],
                default="link",
                max_length=7,
                verbose_name="who may join",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="waiting",
            field=models.BooleanField(default=True, verbose_name="waiting for players"),
        ),
        migrations.AddField(
            model_name="seat",
            name="missed",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="seen_at",
            field=models.DateTimeField(default=django.utils.timezone.now, verbose_name="last seen"),
        ),
        migrations.AddField(
            model_name="seat",
            name="stood_in",
            field=models.BooleanField(default=False, verbose_name="stood in for"),
        ),
        migrations.AddIndex(
            model_name="room",
            index=models.Index(
                condition=models.Q(("closed_at", None), ("visibility", "public"), ("waiting", True)),
                fields=["game"],
                name="rooms_open",
            ),
        ),
        migrations.AddField(
            model_name="message",
            name="room",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="rooms.room"
            ),
        ),
        migrations.AddField(
            model_name="message",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="messages", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="mute",
            name="muted",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="mute",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="mutes", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="putout",
            name="room",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="put_out", to="rooms.room"
            ),
        ),
        migrations.AddField(
            model_name="putout",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="ruleset",
            name="owner",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="rule_sets", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(fields=["room", "-id"], name="messages_newest"),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(fields=["user", "-at"], name="messages_of_a_person"),
        ),
        migrations.AddConstraint(
            model_name="mute",
            constraint=models.UniqueConstraint(fields=("user", "muted"), name="muted_once"),
        ),
        migrations.AddConstraint(
            model_name="putout",
            constraint=models.UniqueConstraint(fields=("room", "user"), name="put_out_once"),
        ),
        migrations.AddConstraint(
            model_name="ruleset",
            constraint=models.UniqueConstraint(fields=("owner", "game", "name"), name="one_rule_set_of_a_name"),
        ),
    ]
