"""Who may request what: every address × every kind of asker (``tests/access``); every answer has the site's policy."""

from __future__ import annotations

from copy import deepcopy

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import get_resolver, reverse

from games.foundation.process_cache import clear_caches
from tests.abuse.headers import guarded, has_nothing_inline
from tests.access import (
    clubs,
    daily,
    duplicate,
    finished,
    guide,
    ladders,
    lessons,
    moderation,
    people,
    puzzles,
    replays,
    tables,
)
from tests.access.world import ROLES, make_world
from tests.sessions import session_of

TABLES = (people, ladders, clubs, moderation, tables, replays, finished, guide, lessons, daily, duplicate, puzzles)
ROWS = [(table, *line.split()) for table in TABLES for line in table.ROWS.strip().splitlines()]
#: those of methods that an address does not know, which is said before anybody looks at who asks
UNKNOWN = [row for row in ROWS if set(row[3:]) == {"405"}]


def names(patterns):
    """Yield the name of every address; the operators' pages count as one."""
    for pattern in patterns:
        if getattr(pattern, "namespace", None) == "admin":
            yield "admin"
        elif hasattr(pattern, "url_patterns"):
            yield from names(pattern.url_patterns)
        else:
            yield pattern.name


def test_every_address_has_a_row():
    assert {row[1].partition(":")[0] for row in ROWS} == set(names(get_resolver().url_patterns))


# Nothing here may commit: tests that do have their own file (``test_access_sockets.py``).
@pytest.fixture(scope="module")
def common_world(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        world = make_world()
        yield world, {role: session_of(somebody) for role, somebody in world.people.items() if somebody is not None}
        transaction.set_rollback(True)


@pytest.fixture
def world(common_world, db):
    """The world that all rows share; what a row changes in it is undone afterwards."""
    return deepcopy(common_world[0])


@pytest.fixture
def ask(client, common_world, db):
    """Return a function that asks for an address as somebody from outside, and returns what is shown."""
    client.defaults["REMOTE_ADDR"] = "203.0.113.7"

    def ask(role, method, address, posted=None):
        cache.clear()
        client.cookies.clear()
        if role in common_world[1]:
            client.cookies["sessionid"] = common_world[1][role]
        with transaction.atomic():  # every asker finds the world unchanged
            answer = client.post(address, posted) if method == "POST" else client.generic(method, address)
            transaction.set_rollback(True)
        clear_caches()
        guarded(answer)
        if answer["Content-Type"].startswith("text/html"):
            has_nothing_inline(answer.content.decode())
        return shown(answer)

    return ask


def address_of(table, name, world):
    return reverse("admin:index" if name == "admin" else name.partition(":")[0], kwargs=table.arguments(name, world))


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("table", "name", "method", "statuses"), [(*row[:3], row[3:]) for row in ROWS if row not in UNKNOWN]
)
def test_each_asker_gets_the_answer_that_is_theirs(ask, world, table, name, method, statuses):
    address = address_of(table, name, world)
    answers = {role: ask(role, method, address, table.POSTED.get(name)) for role in ROLES}
    assert answers == dict(zip(ROLES, statuses, strict=True))


@pytest.mark.django_db
def test_a_method_that_an_address_does_not_know_is_refused_whoever_asks(ask, world):
    for table, name, method, *_statuses in UNKNOWN:
        address = address_of(table, name, world)
        assert [ask(role, method, address) for role in ("owner", "anonymous")] == ["405", "405"], (name, method)


def shown(answer):
    """Return an answer's status, or ``in`` if it redirects to signing in."""
    if answer.status_code == 302 and answer["Location"].startswith(reverse("account_login") + "?"):
        return "in"
    return str(answer.status_code)
