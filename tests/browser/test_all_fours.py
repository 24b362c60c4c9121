"""A stranger plays All Fours to the end in a browser."""

from __future__ import annotations

import pytest

from tests.browser.hands import beside, look, play_all_fours, play_now
from tests.faults.sizes import SOAK

pytestmark = pytest.mark.browser


def sit_down(page, game="all-fours"):
    """Press «Play now» and return the table's page."""
    play_now(page, game)
    page.wait_for_selector("#table")
    page.wait_for_load_state()  # with its sheets and scripts: what is measured or pressed before is not the table yet
    return page


@pytest.mark.parametrize("size", ["phone", "desktop"] if SOAK else ["phone"])
def test_a_stranger_plays_a_match_to_its_end_and_another(visit, size):
    page = sit_down(visit(size))
    buttons = play_all_fours(page)
    assert {"stand", "next", "again"} & buttons >= {"next", "again"}
    assert page.locator("#scorecard").inner_text()
    page.locator("#actions button[value=again]:visible").first.click()
    page.wait_for_function("() => !document.querySelector('#scorecard section')")
    assert look(page)["picture"]


def test_a_reload_and_a_second_tab_show_the_same_table_and_what_is_done_there(visit):
    page = sit_down(visit())
    page.wait_for_function("() => document.querySelector('#prompt.now')")
    shown = page.locator("#table").inner_text()
    page.reload()
    page.wait_for_function("() => document.querySelector('#prompt.now')")
    assert page.locator("#table").inner_text() == shown
    second = beside(page)
    assert second.locator("#table").inner_text() == shown
    play_all_fours(page, until="next")
    second.wait_for_function("() => document.querySelector('#scorecard section')")


def lose_the_line(page):
    """Cut a browser off. Without a network but loopback, Chromium says from the start that it is
    offline, and so never that it is now: the page gets the event by hand."""
    page.context.set_offline(True)
    page.evaluate("() => dispatchEvent(new Event('offline'))")


def find_the_line(page):
    """Let a browser that was cut off back to the network."""
    page.context.set_offline(False)
    page.evaluate("() => dispatchEvent(new Event('online'))")


def test_a_lost_socket_comes_back_to_the_present_table(visit):
    page = sit_down(visit())
    second = beside(page)
    for tab in (page, second):
        tab.wait_for_selector("body[data-socket=on]")
    lose_the_line(page)
    page.wait_for_function("() => !document.querySelector('#lost').hidden")
    find_the_line(page)
    second.bring_to_front()
    play_all_fours(second, until="next")
    page.bring_to_front()
    page.wait_for_function("() => document.querySelector('#lost').hidden")
    page.wait_for_function("() => document.querySelector('#scorecard section')")
