"""``pytest -p tests.large``: run the tests that need PostgreSQL or Redis, and on these those that use the database.

It is loaded before the settings are read. The processes of a run share one PostgreSQL, in which each has databases
of its own; each has its own Redis, whose channels know of no databases (``tests/services.py``). Tests that use neither
the database nor Redis would only repeat: they are left out, and so are those marked ``any_database``, since they are
about cards and pages. Of a test with many rows, which all use the database alike, the run's seed draws some, unless the
test is marked ``every_row``; ``SOAK=1`` runs them all.
"""

from __future__ import annotations

import os
from collections import defaultdict
from random import Random

import pytest

from tests import services
from tests.faults.sizes import SOAK, size

MARKS = {"postgres", "redis", "django_db"}
#: How many rows of a test that has run on SQLite are repeated.
ROWS = size(1, 10_000)
#: Fixtures that come with the database.
DATABASE = {"db", "transactional_db"}

if missing := services.missing():
    raise pytest.UsageError(f"{missing} is not here: install it, or set TEST_POSTGRES and TEST_REDIS.")
os.environ["TEST_POSTGRES"] = services.postgres()  # for the workers too, which this process starts
os.environ["DATABASE_URL"] = f"{services.postgres()}/postgres"
os.environ["REDIS_URL"] = services.redis_url()


def _differs(item: pytest.Item) -> bool:
    """Return whether a test needs these services, or uses the database in a way that may differ here."""
    marks = {mark.name for mark in item.iter_markers()}
    if "any_database" in marks and not SOAK:
        return False
    return bool(MARKS & marks or DATABASE & set(item.fixturenames))


def _is_always_run(item: pytest.Item) -> bool:
    """Return whether a test runs only in this run, or checks in each row what depends on the database."""
    return bool({"postgres", "redis", "every_row"} & {mark.name for mark in item.iter_markers()})


def _drawn(items: list[pytest.Item], seed: object) -> set[str]:
    """Return the tests to run: all that always run, and some rows of each other function."""
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
    """Keep the tests that may differ here from the embedded site."""
    drawn = _drawn(items, config.getoption("randomly_seed", 0))
    left_out = [item for item in items if item.nodeid not in drawn]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item.nodeid in drawn]
