"""``pytest -p tests.large``: run what needs PostgreSQL or Redis, and the tests that use the database on them.

It is loaded before the settings are read. The processes of a run share one PostgreSQL, in which each has databases
of its own; each has its own Redis, whose channels know of no databases (``tests/services.py``). Tests that ask neither
for the database nor for Redis would only run again: they are left out, and so are those that are marked
``any_database``, for they are about cards and pages. Of a test with many rows, which all ask the database alike, some
are drawn by the run's seed, but for those that are marked ``every_row``; ``SOAK=1`` runs them all.
"""

from __future__ import annotations

import os
from collections import defaultdict
from random import Random

import pytest

from tests import services
from tests.faults.sizes import SOAK, size

MARKS = {"postgres", "redis", "django_db"}
#: How many rows of a test that has run on SQLite are looked at once more.
ROWS = size(1, 10_000)
#: Fixtures that come with the database.
DATABASE = {"db", "transactional_db"}

if missing := services.missing():
    raise pytest.UsageError(f"{missing} is not here: install it, or set TEST_POSTGRES and TEST_REDIS.")
os.environ["TEST_POSTGRES"] = services.postgres()  # for the workers too, which this process starts
os.environ["DATABASE_URL"] = f"{services.postgres()}/postgres"
os.environ["REDIS_URL"] = services.redis_url()


def _differs(item: pytest.Item) -> bool:
    """Say whether a test needs these services, or asks for the database what may be answered otherwise here."""
    marks = {mark.name for mark in item.iter_markers()}
    if "any_database" in marks and not SOAK:
        return False
    return bool(MARKS & marks or DATABASE & set(item.fixturenames))


def _is_always_run(item: pytest.Item) -> bool:
    """Say whether a test runs nowhere else than in this run, or asks in each row what a database answers in its way."""
    return bool({"postgres", "redis", "every_row"} & {mark.name for mark in item.iter_markers()})


def _drawn(items: list[pytest.Item], seed: object) -> set[str]:
    """Return the tests to run: all that are always run, and of the others some rows of each function."""
    rows = defaultdict(list)
    for item in items:
        if _differs(item) and not _is_always_run(item):
            rows[item.nodeid.partition("[")[0]].append(item.nodeid)
    drawn = {item.nodeid for item in items if _is_always_run(item)}
    for function, nodes in rows.items():
        drawn.update(Random(f"{seed}/{function}").sample(sorted(nodes), min(ROWS, len(nodes))))
    return drawn


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what differs here from the embedded site."""
    drawn = _drawn(items, config.getoption("randomly_seed", 0))
    left_out = [item for item in items if item.nodeid not in drawn]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item.nodeid in drawn]
