"""``pytest -p tests.large``: run what needs PostgreSQL or Redis, and the tests that use the database on them.

It is loaded before the settings are read. The processes of a run share one PostgreSQL, in which each has databases
of its own; each has its own Redis, whose channels know of no databases (``tests/services.py``). Tests that ask neither
for the database nor for Redis would only run again: they are left out.
"""

from __future__ import annotations

import os

import pytest

from tests import services

MARKS = {"postgres", "redis", "django_db"}
#: Fixtures that come with the database.
DATABASE = {"db", "transactional_db"}

if missing := services.missing():
    raise pytest.UsageError(f"{missing} is not here: install it, or set TEST_POSTGRES and TEST_REDIS.")
os.environ["TEST_POSTGRES"] = services.postgres()  # for the workers too, which this process starts
os.environ["DATABASE_URL"] = f"{services.postgres()}/postgres"
os.environ["REDIS_URL"] = services.redis_url()


def _differs(item: pytest.Item) -> bool:
    """Say whether a test needs these services, or asks for the database."""
    return bool(MARKS & {mark.name for mark in item.iter_markers()} or DATABASE & set(item.fixturenames))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what differs here from the embedded site."""
    kept, left_out = [item for item in items if _differs(item)], [item for item in items if not _differs(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept
