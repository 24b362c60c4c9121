"""A worker's connections to PostgreSQL: kept from task to task, and replaced when they have died."""

from __future__ import annotations

import time

import psycopg
import pytest

from tests.services import missing, unless_here
from tests.sites import LargeSite

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
BACKENDS = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
#: Two tables of AI players; a hand has 15 actions at the least, which is as many as a test waits for.
TABLES = 'from tests.matches.tables import match_of\nfor _ in range(2): match_of("all-fours", "policy", "policy")'


@pytest.fixture(scope="module")
def database():
    """Let a worker without a pool play; yield a connection to its database."""
    unless_here(missing())
    site = LargeSite(SIFANG_DB_POOL="0", SIFANG_AI_PACE="0,0", SIFANG_NEXT_HAND_SECONDS="0", SIFANG_RESULTS_STAY="0")
    try:
        site.prepare()
        site.run(TABLES)
        site.start_beside()
        with psycopg.connect(site.environment["DATABASE_URL"], autocommit=True) as connection:
            yield connection
    finally:
        site.stop_beside()
        site.remove()


def play(database, actions):
    """Wait until AI players have acted so often; fail if the worker does nothing for long."""
    (before,) = database.execute("select count(*) from hands_entry").fetchone()
    end = time.monotonic() + 60
    while database.execute("select count(*) from hands_entry").fetchone()[0] < before + actions:
        assert time.monotonic() < end, "the worker does not play on"
        time.sleep(0.02)


def opening_times(database):
    """Return when each of the worker's connections was opened."""
    return [at for (at,) in database.execute(f"select backend_start {BACKENDS}").fetchall()]


def test_a_workers_connection_serves_many_tasks(database):
    play(database, 5)
    (begun,) = database.execute("select clock_timestamp()").fetchone()
    play(database, 10)
    assert min(opening_times(database)) < begun


def test_a_workers_connection_that_has_died_is_replaced(database):
    play(database, 5)
    assert database.execute(f"select pg_terminate_backend(pid) {BACKENDS}").fetchall()
    play(database, 10)
