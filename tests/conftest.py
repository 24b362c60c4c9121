"""What all tests share: an empty memory of folded hands, no language yet, quick AI players, known deals, a toy game."""

from __future__ import annotations

import gc
import shutil
from zlib import crc32

import pytest

from tests import chance


def pytest_configure(config):
    """Serve static files by their own names, for tests collect none; hash passwords with hardly any work."""
    from django.conf import settings
    from django.contrib.auth.hashers import Argon2PasswordHasher

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.PRESSES_A_SECOND = 0  # tests press faster than people
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    Argon2PasswordHasher.time_cost, Argon2PasswordHasher.memory_cost = 1, 64


def pytest_collection_modifyitems(items):
    """Begin with the files of slow tests: at a run's end no core waits for another."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


def pytest_collection_finish(session):
    """Have the collector of garbage leave alone what lives until the end, ten thousand tests and all their modules, and
    come after each file: called by every seven hundredth object it takes a tenth of the time of a run."""
    gc.collect()
    gc.freeze()
    gc.disable()


@pytest.fixture(scope="module", autouse=True)
def garbage_of_a_file():
    """Collect what a file's tests leave."""
    yield
    gc.collect()


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings):
    """Begin with a copy of a database that all migrations have made."""
    import psycopg
    from django.db import connection

    from tests import services, sites

    name = connection.creation._get_test_db_name()
    if connection.vendor == "sqlite":
        shutil.copy(sites.migrated(), name)
    else:
        template = sites.make_template(services.postgres())
        with psycopg.connect(f"{services.postgres()}/postgres", autocommit=True) as server:
            server.execute(f'create database "{name}" template "{template}"')
    return True


def forget_rows():
    """Forget what is remembered of rows: those that come after a rollback may have the same numbers."""
    from games.community import statistics
    from games.matches import fold, live_room, played_hands
    from games.replays import history

    for memory in (fold, live_room, played_hands, statistics, history):
        memory.forget()


@pytest.fixture(autouse=True)
def nothing_remembered(request, monkeypatch):
    """Rows of one test are not the rows of another, though their numbers may be."""
    from django.core.cache import cache

    from games.foundation import rate_limit
    from games.matches import prepared_moves

    forget_rows()
    prepared_moves.forget()
    if not hasattr(cache, "answers"):  # in this process; numbers of rows in PostgreSQL are not given twice
        cache.clear()
    monkeypatch.setattr(rate_limit, "PREFIX", f"rate-limit:{crc32(request.node.nodeid.encode())}")
    yield
    forget_rows()


@pytest.fixture(autouse=True)
def known_chance(request):
    """A test's deals, pauses and table codes come from its name and the run's seed, as does the order:
    what fails with one seed fails with it again. Sites in processes of their own draw as ever."""
    chance.run_seed = request.config.getoption("randomly_seed", 0)
    with chance.known_chance(request.node.nodeid):
        yield


@pytest.fixture(autouse=True)
def nobodys_language():
    """The language a page was asked for in stays on after it: it is not that of the next test."""
    from django.utils import translation

    translation.deactivate()


@pytest.fixture
def toy(monkeypatch):
    """The toy game, registered like any other for one test: rules alone, and none of a game's other parts."""
    from games.rules.registry import GAMES
    from tests.toy import Toy

    game = Toy()
    monkeypatch.setitem(GAMES, game.key, game)
    return game


@pytest.fixture
def at_once(settings):
    """The house waits for nothing: AI players act and hands follow one another at once."""
    settings.AI_PACE = (0.0, 0.0)
    settings.NEXT_HAND_SECONDS = 0.0
    settings.DRAW_PACE = 0.0001
    settings.LAST_CALL = 0.0
    settings.RESULTS_STAY = False


@pytest.fixture
def prepared_site():
    """A site of its own with a migrated database, not started yet; it is ended, and what it kept removed."""
    from tests.sites import Site

    site = Site()
    site.prepare()
    yield site
    if site.process is not None and site.process.poll() is None:
        site.stop()
    site.remove()
