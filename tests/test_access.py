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
        yield make_world()
        transaction.set_rollback(True)


@pytest.fixture
def world(common_world, db):
    """The world that all rows share; what a row changes in it is undone afterwards."""
    return deepcopy(common_world)


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(("table", "name", "method", "statuses"), [(r[0], r[1], r[2], r[3:]) for r in ROWS])
def test_each_asker_gets_the_answer_that_is_his(client, world, table, name, method, statuses):
    client.defaults["REMOTE_ADDR"] = "203.0.113.7"  # people come from outside
    outcomes = []
    address = reverse("admin:index" if name == "admin" else name.partition(":")[0], kwargs=table.arguments(name, world))
    for role in ROLES:
        cache.clear()
        client.cookies.clear()
        if world.people[role] is not None:
            client.cookies["sessionid"] = session_of(world.people[role])
        with transaction.atomic():  # every asker finds the world unchanged
            if method != "POST":
                answer = client.generic(method, address)
            else:
                answer = client.post(address, table.POSTED.get(name))
            transaction.set_rollback(True)
        clear_caches()
        guarded(answer)
        if answer["Content-Type"].startswith("text/html"):
            has_nothing_inline(answer.content.decode())
        outcomes.append(shown(answer))
    assert dict(zip(ROLES, outcomes, strict=True)) == dict(zip(ROLES, statuses, strict=True))


def shown(answer):
    """Return an answer's status, or ``in`` if it redirects to signing in."""
    if answer.status_code == 302 and answer["Location"].startswith(reverse("account_login") + "?"):
        return "in"
    return str(answer.status_code)
