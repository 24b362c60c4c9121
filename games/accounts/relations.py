"""What names people: the keys that any model of the site has to them, and what a guest takes along by those."""

from __future__ import annotations

from django.db.models import Exists, ForeignObjectRel, OuterRef, Q

from games.accounts.models import User

#: Keys of rows that say nothing of what a guest has done, and why: they stay behind where he goes on.
STAY_BEHIND = {
    ("usersessions.UserSession", "user"): "his session is over",
    ("mfa.Authenticator", "user"): "a guest has none",
    ("account.EmailAddress", "user"): "a guest has none",
    ("admin.LogEntry", "user"): "the operators' journal",
}


def all_relations() -> list[ForeignObjectRel]:
    """Return every key to people that any model of the site has."""
    return [
        relation
        for relation in User._meta.get_fields(include_hidden=True)
        if isinstance(relation, ForeignObjectRel) and not relation.related_model._meta.auto_created
    ]


def carried() -> list[ForeignObjectRel]:
    """Return the keys whose rows a guest takes along where he goes on."""
    return [one for one in all_relations() if (one.related_model._meta.label, one.field.name) not in STAY_BEHIND]


def have_something() -> Q:
    """Return the condition that people have something to take along: whatever model names people later
    counts too."""
    rows = Q()
    for one in carried():
        rows |= Exists(one.related_model._default_manager.filter(**{one.field.name: OuterRef("pk")}))
    return rows
