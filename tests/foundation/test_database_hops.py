"""The hop keeps its connection as long as it answers, and no longer."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection

from games.foundation import database_hops
from games.foundation.database_hops import quick_database_sync_to_async

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def closings(monkeypatch):
    """A list with an item for each time that connections were checked for closing."""
    calls = []

    def close_none():
        calls.append(1)
        connection.errors_occurred = False  # a closed connection forgets its errors

    monkeypatch.setattr(database_hops, "close_old_connections", close_none)
    return calls


def ask():
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def ask_wrongly():
    with pytest.raises(DatabaseError):
        ask_nonsense()


def ask_nonsense():
    with connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")


async def test_a_connection_that_has_answered_is_kept(closings):
    await quick_database_sync_to_async(ask)()
    closings.clear()
    for _ in range(3):
        await quick_database_sync_to_async(ask)()
    assert not closings


async def test_one_that_has_not_answered_for_long_is_looked_at(closings, monkeypatch):
    await quick_database_sync_to_async(ask)()
    closings.clear()
    monkeypatch.setattr(database_hops, "LATELY", -1.0)
    await quick_database_sync_to_async(ask)()
    assert closings


@pytest.mark.parametrize("caught", [True, False])
async def test_after_an_error_of_the_database_it_is_looked_at(closings, caught):
    await quick_database_sync_to_async(ask)()
    closings.clear()
    if caught:
        await quick_database_sync_to_async(ask_wrongly)()
    else:
        with pytest.raises(DatabaseError):
            await quick_database_sync_to_async(ask_nonsense)()
    await quick_database_sync_to_async(ask)()
    assert closings
