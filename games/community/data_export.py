"""Everything that names a person, as plain JSON.

It follows the models themselves: a table that gains a key to people is in the export at once,
unless it is listed here with the reason why not.
"""

from __future__ import annotations

from typing import Any

from django.core.serializers.python import Serializer
from django.db.models import ForeignObjectRel

from games.accounts.models import User
from games.accounts.relations import all_relations
from games.community import hand_export

#: What would tell of others, or open the account to whoever holds the file.
LEFT_OUT = {
    ("accounts.Block", "blocked"): "who has blocked me is his own affair",
    ("accounts.Report", "reported"): "who has reported me is his own affair",
    ("accounts.Notification", "sender"): "they belong to whoever received them",
    ("rooms.PutOut", "user"): "the host's own affair",
    ("rooms.Mute", "muted"): "who reads nothing of mine is his own affair",
    ("mfa.Authenticator", "user"): "secrets",
    ("admin.LogEntry", "user"): "the operators' journal",
}
#: Whom a request reached that he has not answered is his affair: the person asked by a name.
UNANSWERED = ("accounts.Friendship", "asker", "asked")
#: With ``talk``: what others said at a table, kept for the operators beside a report.
SECRET = {"password", "session_key", "is_superuser", "is_staff", "groups", "user_permissions", "talk"}


def export(user: User) -> dict[str, Any]:
    """Return a person's own row, all rows that name them, by model, and the hands they have played."""
    person = rows(User.objects.filter(pk=user.pk))[0]
    found: dict[str, Any] = {"format": "sifang-export/1", "person": person}
    for relation in relations():
        names = relation.field.name
        queryset = relation.related_model._default_manager.filter(**{names: user.pk}).order_by("pk")
        label = relation.related_model._meta.label
        found[f"{label}.{names}"] = rows(queryset)
    label, names, reached = UNANSWERED
    for row in found[f"{label}.{names}"]:
        if row["accepted_at"] is None:
            del row[reached]
    found["hands"] = list(hand_export.lines(user))
    return found


def relations() -> list[ForeignObjectRel]:
    """Return the keys to people that the export follows."""
    return [one for one in all_relations() if (one.related_model._meta.label, one.field.name) not in LEFT_OUT]


def rows(queryset: Any) -> list[dict[str, Any]]:
    """Return rows as plain values, without what is secret."""
    serialized = Serializer().serialize(queryset)
    return [
        {"id": row["pk"]} | {name: value for name, value in row["fields"].items() if name not in SECRET}
        for row in serialized
    ]
