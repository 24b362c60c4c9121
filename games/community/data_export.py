"""The export of a person's data as JSON.

It follows the models: a new foreign key to ``User`` is exported unless it is listed here with a reason.
"""

from __future__ import annotations

from typing import Any

from django.core.serializers.python import Serializer
from django.db.models import ForeignObjectRel

from games.accounts.models import User
from games.accounts.relations import relations_except
from games.community import hand_export

#: Foreign keys that would reveal other people's data or give access to the account, and why.
LEFT_OUT = {
    ("accounts.Block", "blocked"): "who has blocked me is their own affair",
    ("accounts.Report", "reported"): "who has reported me is their own affair",
    ("accounts.Notification", "sender"): "they belong to whoever received them",
    ("rooms.Ban", "user"): "the host's own affair",
    ("rooms.Mute", "muted"): "who reads nothing of mine is their own affair",
    ("mfa.Authenticator", "user"): "secrets",
    ("people.Decision", "moderator"): "decisions about others are their own affair",
    ("admin.LogEntry", "user"): "the operators' journal",
}
#: The recipient of an unanswered friend request is not exported: it would reveal who uses a name.
UNANSWERED = ("accounts.Friendship", "asker", "asked")
#: Fields that are never exported. ``talk`` is what others said, stored with a report as evidence; only moderators may
#: know who made a decision.
SECRET = {"password", "session_key", "is_superuser", "is_staff", "groups", "user_permissions", "talk", "moderator"}
#: Fields that would allow others to send messages to a person's browsers.
SECRET |= {"endpoint", "p256dh", "auth"}
#: A number that grows when somebody blocks them.
SECRET |= {"hearing_version"}
#: Rows that the person may not see: the dismissal of a report would reveal that they were reported.
UNTOLD = {"people.Decision.person": {"action": "dismiss"}}


def export(user: User) -> dict[str, Any]:
    """Return a person's own row, all rows that refer to them, by model, and the hands they have played."""
    person = rows(User.objects.filter(pk=user.pk))[0]
    data: dict[str, Any] = {"format": "sifang-export/1", "person": person}
    for relation in relations():
        field = relation.field.name
        queryset = relation.related_model._default_manager.filter(**{field: user.pk}).order_by("pk")
        key = f"{relation.related_model._meta.label}.{field}"
        data[key] = rows(queryset.exclude(**UNTOLD[key]) if key in UNTOLD else queryset)
    label, asker, asked = UNANSWERED
    for row in data[f"{label}.{asker}"]:
        if row["accepted_at"] is None:
            del row[asked]
    data["hands"] = list(hand_export.lines(user))
    return data


def relations() -> list[ForeignObjectRel]:
    """Return the foreign keys to ``User`` that the export follows."""
    return relations_except(LEFT_OUT)


def rows(queryset: Any) -> list[dict[str, Any]]:
    """Return rows as plain values, without ``SECRET`` fields."""
    serialized = Serializer().serialize(queryset)
    return [
        {"id": row["pk"]} | {name: value for name, value in row["fields"].items() if name not in SECRET}
        for row in serialized
    ]
