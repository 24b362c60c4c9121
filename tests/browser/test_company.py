"""People find each other: at a table of «Play now», by a wish for the same game, and as onlookers."""

from __future__ import annotations

import re

import pytest

from tests.browser.axe import CONTRAST, faults_of
from tests.browser.conftest import SIZES
from tests.browser.hands import follow, play_all_fours, play_now, press
from tests.faults.sizes import SOAK

pytestmark = pytest.mark.browser


def code_of(page):
    """Return the code of the table that a page shows."""
    return page.url.rstrip("/").rpartition("/")[2]


def offered(page, code):
    """Return the button that sits down at a table, if a list offers one."""
    return page.locator(f"#lobby form[action='/t/{code}/seat/'] button")


def test_a_table_of_play_now_is_found_and_joined_and_its_host_goes_on(visit):
    host, newcomer = visit(), visit()
    play_now(host, "all-fours")
    host.wait_for_selector("#hand input")
    code = code_of(host)
    offered(newcomer, code).click()  # the front page's list redraws itself
    newcomer.wait_for_selector("#actions button[value=give-back]")
    assert newcomer.locator("#hand input").count() == 0
    host.wait_for_selector("#prompt summary")
    play_all_fours(host, until="next")
    assert press(host, "next")
    newcomer.wait_for_selector("#hand input")
    assert code_of(newcomer) == code


#: The prompt as it might come with the next move, with other words on a choice in its menu.
OTHERWISE = """() => {
  const text = document.querySelector('#prompt').outerHTML.replace(' open=""', '').replace('>Not ', '>Never ');
  htmx.swap({sourceElement: document.querySelector('#socket'), text: `<hx-partial id="prompt">${text}</hx-partial>`,
    swap: 'none'});
}"""


def test_a_host_turns_a_newcomer_away_who_does_not_find_them_again(visit, site):
    host, newcomer = visit("phone"), visit()
    play_now(host, "all-fours")  # which goes no further without its host; at Winner their page may pass to the end
    host.wait_for_selector("#hand input")
    code = code_of(host)
    offered(newcomer, code).click()
    newcomer.wait_for_selector("#actions button[value=give-back]")
    asked = host.locator("#prompt details")
    asked.locator("summary").click()
    host.keyboard.press("Escape")
    assert host.evaluate("document.activeElement.matches('#prompt summary')") and asked.get_attribute("open") is None
    asked.locator("summary").click()
    host.evaluate(OTHERWISE)
    asked.get_by_role("button", name="Never").wait_for()
    with newcomer.expect_navigation():  # their page goes where they may be
        host.locator("button[value^=turn-away]").click()
    host.wait_for_selector("button[value^=turn-away]", state="detached")
    newcomer.goto(f"{site.url}/with/all-fours/")
    assert offered(newcomer, code).count() == 0
    stranger = visit(at="/with/all-fours/")
    assert offered(stranger, code).count() == 1


def test_whoever_keeps_their_tables_to_themselves_is_not_found(visit):
    host = visit(at="/with/all-fours/")
    follow(host, host.get_by_role("button", name="Keep my tables to myself"))
    play_now(host, "all-fours")
    host.wait_for_selector("#hand input")
    stranger = visit(at="/with/all-fours/")
    assert offered(stranger, code_of(host)).count() == 0
    host.locator("a[data-sheet]", has_text="Menu").first.click()
    host.locator("li:has-text('Keep this table to myself')").get_by_text("No", exact=True).click()
    stranger.wait_for_function(
        """async (code) => (await (await fetch(location.href)).text()).includes(`/t/${code}/seat/`)""",
        arg=code_of(host),
    )


def test_two_who_wish_the_same_game_are_brought_together(visit, site):
    first, second = visit(at="/with/eighty/"), visit("phone", at="/with/")
    follow(first, first.get_by_role("button", name="Tell me when somebody wants to play Eighty Points"))
    assert "You wish to play it" in first.locator("#main").inner_text()
    first.goto(f"{site.url}/rules/eighty/")  # they are told on whatever page is open
    second.reload()
    row = second.locator("[data-follows=wishes] li", has_text="Eighty Points")
    assert "1 other person waits for it." in row.inner_text()
    row.get_by_role("button").click()
    second.wait_for_url("**/t/*/")
    first.locator("#news a", has_text="Sit down").click()
    first.wait_for_url("**/t/*/")
    assert code_of(first) == code_of(second)
    first.wait_for_selector("#actions button[value=fill]")
    first.locator("#actions button[value=fill]").click()
    for page in (first, second):
        page.wait_for_selector("#board:not(.waiting)")


def test_all_of_it_goes_without_scripts(visit, site):
    host, other = visit(javascript=False), visit(javascript=False, at="/with/")
    follow(host, host.locator("form[action='/play/forty/'] button:not([form])").first)
    other.reload()
    follow(other, offered(other, code_of(host)))
    assert code_of(other) == code_of(host)
    other.goto(f"{site.url}/with/tien-len/")
    follow(other, other.get_by_role("button", name=re.compile("^Tell me when")))
    follow(other, other.get_by_role("button", name=re.compile("^Take it back")))
    assert other.get_by_role("button", name=re.compile("^Tell me when")).count() == 1
    other.goto(f"{site.url}/")
    follow(other, other.get_by_role("link", name="Look on at a table"))
    stranger = visit(javascript=False, at="/watch/")
    follow(stranger, stranger.locator(f"a[href='/t/{code_of(host)}/']"))
    assert stranger.locator("#hand input").count() == 0


@pytest.mark.parametrize("language", ["en", "zh-CN"] if SOAK else ["zh-CN"])
def test_axe_finds_nothing_where_people_find_each_other(visit, site, language):
    host = visit()
    play_now(host, "eighty")
    host.wait_for_selector("#hand")
    page = visit(locale=language, at="/with/all-fours/")
    page.locator("[data-follows=wishes] button").click()
    page.wait_for_selector("[data-follows=wishes] button[value=back]")
    for path in ("/with/", "/with/eighty/", "/watch/", "/"):
        page.goto(site.url + path)
        assert page.locator(f"#lobby [href*='{code_of(host)}'], #lobby [action*='{code_of(host)}']").count()
        for size in ("desktop", "phone"):
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            if SOAK or (size == "desktop") == (language == "en"):  # in a short run each language in one size
                page.emulate_media(color_scheme="light")
                assert not faults_of(page), (path, size)
                page.emulate_media(color_scheme="dark")
                assert not faults_of(page, CONTRAST), (path, size)
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{site.url}/with/all-fours/")
    page.locator("button[value=back]").click()  # so that nobody else is brought to them
    page.wait_for_selector("[data-follows=wishes] button[value=wish]")
