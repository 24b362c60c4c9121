"""A browser that closes a table, or leaves it, says goodbye; one that comes back takes it back."""

from __future__ import annotations

import time

import pytest

from tests.browser.conftest import come, prepared

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def way(still):
    """A table in the middle of a hand: code, session."""
    return prepared(still, "winner-lead")["winner-lead"]


@pytest.fixture
def has_left(still, way):
    """Return whether the person at the table has said goodbye."""
    code, _session = way
    ask = f"print(Seat.objects.filter(room__code={code!r}, left_at__isnull=False).exists())"
    return lambda: still.run("from games.rooms.models import Seat\n" + ask) == "True"


def until(holds, seconds=30.0):
    """Wait until a condition on the site's rows holds; nothing notifies the test."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("how", ["close", "leave"])
def test_a_page_that_is_closed_or_left_says_goodbye_and_a_reload_takes_it_back(still, way, visit, has_left, how):
    page = come(visit(site=still, at=None), still, *way)
    page.wait_for_selector("body[data-socket=on]")
    assert not has_left()
    if how == "close":
        page.context.new_page()
        page.close(run_before_unload=True)
    else:
        page.goto(still.url + "/rules/")
    until(has_left)
    back = come(visit(site=still, at=None), still, *way)
    back.wait_for_selector("body[data-socket=on]")
    until(lambda: not has_left())
    back.reload()
    back.wait_for_selector("body[data-socket=on]")
    until(lambda: not has_left())
