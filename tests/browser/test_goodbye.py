"""A browser that closes a table, or leaves it, says goodbye; one that comes back takes it back."""

from __future__ import annotations

import json
import time

import pytest

from tests.browser.conftest import come
from tests.sites import Site

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def laid():
    """A site whose AI players rest, and a table in the middle of a hand: site, code, session."""
    site = Site(SIFANG_AI_PACE="600,600")
    site.start()
    ways = json.loads(site.run("from tests.browser.laid import lay_moments; lay_moments('winner-lead')"))
    yield site, *ways["winner-lead"]
    site.stop()
    site.remove()


@pytest.fixture
def has_left(laid):
    """Say whether the person at the table has said goodbye."""
    site, code, _session = laid
    ask = f"print(Seat.objects.filter(room__code={code!r}, left_at__isnull=False).exists())"
    return lambda: site.run("from games.rooms.models import Seat\n" + ask) == "True"


def until(holds, seconds=30.0):
    """Wait until something holds of the site's rows: nothing tells the test of it."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("how", ["close", "leave"])
def test_a_page_that_is_closed_or_left_says_goodbye_and_a_reload_takes_it_back(laid, visit, has_left, how):
    site, code, session = laid
    page = come(visit(site=site, at=None), site, code, session)
    page.wait_for_selector("body[data-line=on]")
    assert not has_left()
    if how == "close":
        page.context.new_page()
        page.close(run_before_unload=True)
    else:
        page.goto(site.url + "/rules/")
    until(has_left)
    back = come(visit(site=site, at=None), site, code, session)
    back.wait_for_selector("body[data-line=on]")
    until(lambda: not has_left())
    back.reload()
    back.wait_for_selector("body[data-line=on]")
    until(lambda: not has_left())
