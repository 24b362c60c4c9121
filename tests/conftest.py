"""What all tests share: empty caches of folded hands, no active language, quick AI players, known deals, two people,
a toy game."""

from __future__ import annotations

import gc
import shutil
from zlib import crc32

import hypothesis
import pytest

from tests import chance


def pytest_configure(config):
    """Serve static files under their own names, since tests collect none; hash passwords with hardly any work; let
    no test depend on how fast examples are made."""
    from django.conf import settings
    from django.contrib.auth.hashers import Argon2PasswordHasher

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.PRESSES_A_SECOND = 0  # tests press faster than people
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    Argon2PasswordHasher.time_cost, Argon2PasswordHasher.memory_cost = 1, 64
    hypothesis.settings.register_profile(
        "on a busy machine",
        hypothesis.settings(),
        deadline=None,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )
    hypothesis.settings.load_profile("on a busy machine")


def pytest_collection_modifyitems(items):
    """Run the files with slow tests first, so that no core waits for another at the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


def pytest_collection_finish(session):
    """Exempt what lives until the end, ten thousand tests and all their modules, from garbage collection, and collect
    only after each file: collecting at every seven hundredth object takes a tenth of a run."""
    gc.collect()
    gc.freeze()
    gc.disable()


@pytest.fixture(scope="module", autouse=True)
def garbage_of_a_file():
    """Collect the garbage of a file's tests, and exempt what is left: each collection walks what one file has made."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings):
    """Start from a copy of a fully migrated database."""
    import psycopg
    from django.db import connection

    from tests import services, sites

    name = connection.creation._get_test_db_name()
    connection.settings_dict["TEST"]["SERIALIZE"] = False  # no test asks for a copy of all rows
    if connection.vendor == "sqlite":
        shutil.copy(sites.migrated(), name)
    else:
        template = sites.make_template(services.postgres())
        with psycopg.connect(f"{services.postgres()}/postgres", autocommit=True) as server:
            server.execute(f'create database "{name}" template "{template}"')
    return True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Empty the database in our own way after a test that commits its transactions."""
    from tests.emptied_database import keep_migrated_rows

    with django_db_blocker.unblock():
        keep_migrated_rows()


@pytest.fixture(autouse=True)
def nothing_remembered(request):
    """Keep nothing cached about rows between tests, whose rows may have the same numbers, and no active language."""
    from django.core.cache import cache
    from django.utils import translation

    from games.foundation import rate_limit
    from games.foundation.process_cache import clear_caches
    from games.matches import prepared_moves

    clear_caches()  # rows created after a rollback may have the same numbers
    prepared_moves.forget_durations()
    if not hasattr(cache, "answers"):  # in this process; PostgreSQL never reuses row numbers
        cache.clear()
    rate_limit.PREFIX = f"rate-limit:{crc32(request.node.nodeid.encode())}"
    translation.deactivate()
    yield
    clear_caches()


@pytest.fixture(scope="session")
def unknown_names():
    """The names that pages have read and were not given, from the first test on."""
    from tests import template_names

    with template_names.checked() as unknown:
        yield unknown


@pytest.fixture(autouse=True)
def pages_are_given_what_they_read(unknown_names):
    """Let no test pass in which a page has read a name that it was not given."""
    unknown_names.clear()
    yield
    assert not unknown_names, "misspelt, renamed, or not given by every view of the page"


@pytest.fixture(autouse=True)
def known_chance(request):
    """Derive a test's deals, pauses and table codes from its name and the run's seed, as for the order, so that a
    failure recurs with the same seed. Sites in their own processes draw as usual."""
    chance.run_seed = request.config.getoption("randomly_seed", 0)
    with chance.known_chance(request.node.nodeid):
        yield


@pytest.fixture
def toy(monkeypatch):
    """The toy game, registered like any other for one test: only rules, and none of a game's other parts."""
    from games.rules.registry import GAMES
    from tests.toy import Toy

    game = Toy()
    monkeypatch.setitem(GAMES, game.key, game)
    return game


@pytest.fixture
def alice():
    """Somebody with an account."""
    from tests.matches.tables import person

    return person("alice")


@pytest.fixture
def bob():
    """Somebody else with an account."""
    from tests.matches.tables import person

    return person("bob")


@pytest.fixture
def browser(client, alice):
    """A browser in which Alice is signed in."""
    client.force_login(alice)
    return client


@pytest.fixture
def at_once(settings):
    """Make the site wait for nothing: AI players act, and hands follow one another, at once."""
    settings.AI_PACE = (0.0, 0.0)
    settings.NEXT_HAND_SECONDS = 0.0
    settings.DRAW_PACE = 0.0001
    settings.LAST_CALL = 0.0
    settings.RESULTS_STAY = False


@pytest.fixture
def push_service(settings):
    """A push service that the site may send to."""
    from tests.push_service import PushService

    service = PushService()
    settings.PUSH_SERVICES = [*settings.PUSH_SERVICES, service.origin]
    yield service
    service.close()


@pytest.fixture
def prepared_site():
    """A separate site with a migrated database, not started yet; it is stopped and its data removed afterwards."""
    from tests.sites import Site

    site = Site()
    site.prepare()
    yield site
    if site.process is not None and site.process.poll() is None:
        site.stop()
    site.remove()
