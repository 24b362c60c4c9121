"""A test that commits its transactions leaves the database as it was migrated."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.test import TransactionTestCase

from games.accounts.models import User
from games.rooms.models import Room
from tests.matches.tables import match_of

KEPT = (ContentType, Permission, Group, Group.permissions.through)


def rows():
    return [list(model.objects.order_by("pk").values_list()) for model in KEPT]


@pytest.mark.django_db(transaction=True)
def test_what_a_test_adds_changes_or_deletes_is_undone(alice, bob):
    migrated = rows()
    assert all(migrated)
    match_of("all-fours", alice, bob)
    moderators = Group.objects.get()
    moderators.user_set.add(alice)
    moderators.delete()
    Permission.objects.filter(pk__in=Permission.objects.order_by("-pk")[:5]).update(name="Renamed")
    ContentType.objects.create(app_label="toys", model="toy")
    TransactionTestCase()._fixture_teardown()
    assert rows() == migrated
    assert not User.objects.exists() and not Room.objects.exists()
