"""The foreign keys to ``User`` of all models, and which are merged when a guest signs in to an account."""

from __future__ import annotations

from collections.abc import Container

from django.db.models import Exists, ForeignObjectRel, OuterRef, Q

from games.accounts.models import User

#: Foreign keys whose rows are not merged, and why.
NOT_MERGED = {
    ("usersessions.UserSession", "user"): "their session is over",
    ("mfa.Authenticator", "user"): "a guest has none",
    ("account.EmailAddress", "user"): "a guest has none",
    ("people.Decision", "moderator"): "a guest is no moderator",
    ("people.Rating", "user"): "a rating is of one row's matches; only who signs up keeps a guest's, in that row",
    ("people.Standing", "user"): "as with ratings",
    ("accounts.PushSubscription", "user"): "it belongs to a session that is over",
    ("accounts.DeliveryChoice", "user"): "what the account has chosen holds",
    ("admin.LogEntry", "user"): "the operators' journal",
}


def all_relations() -> list[ForeignObjectRel]:
    """Return every foreign key to ``User``."""
    return [
        relation
        for relation in User._meta.get_fields(include_hidden=True)
        if isinstance(relation, ForeignObjectRel) and not relation.related_model._meta.auto_created
    ]


def relations_except(excluded: Container[tuple[str, str]]) -> list[ForeignObjectRel]:
    """Return every foreign key to ``User`` except those in ``excluded``: (model label, field name)."""
    return [
        relation
        for relation in all_relations()
        if (relation.related_model._meta.label, relation.field.name) not in excluded
    ]


def merged_relations() -> list[ForeignObjectRel]:
    """Return the foreign keys whose rows move from a guest to an account."""
    return relations_except(NOT_MERGED)


def has_data() -> Q:
    """Return the condition for users with rows that would be merged."""
    condition = Q()
    for relation in merged_relations():
        rows = relation.related_model._default_manager.filter(**{relation.field.name: OuterRef("pk")})
        condition |= Exists(rows)
    return condition
