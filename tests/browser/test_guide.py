"""The rules pages in a real browser: axe, room for the words, reading order, paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.axe import CONTRAST, NO_CONTRAST, faults_of
from tests.browser.test_all_fours import sit_down
from tests.browser.test_hand import to_a_bound_hand
from tests.faults.sizes import SOAK

pytestmark = pytest.mark.browser

#: A page of each game with as much on it as there can be.
PAGES = {
    "index": "/rules/",
    "all-fours": "/rules/all-fours/?edition=1845&players=4&announce=self&discipline=honour",
    "winner": "/rules/winner/?bomb=true&joker_pair=true",
    "forty": "/rules/forty/?no_trump=true&must_play=true",
    "eighty": "/rules/eighty/?throw=true&overcall=true&follow=longest&level=T&trump=S",
}
LANGUAGES = ["en", "zh-CN"]
#: Pages checked in every run, each with axe in one language: the others are made of the same parts.
OFTEN, AXE = ("index", "all-fours", "eighty"), {"all-fours": "en", "eighty": "zh-CN"}
#: What sticks out of the window sideways, except what lies in a box of its own that scrolls.
OUT = """() => [...document.querySelectorAll('main *')].filter(one => !one.closest('.scroll, .vh'))
  .filter(one => one.checkVisibility() && !one.closest('[data-c]'))
  .filter(one => one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1)
  .map(one => one.outerHTML.slice(0, 90))"""
#: A word that is cut because its box is too narrow for it.
CUT = """() => [...document.querySelectorAll('main :is(p, b, h1, h2, h3, dt, dd, th, td, .btn, .chip)')]
  .filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
  .filter(one => getComputedStyle(one).overflowX !== 'visible')
  .map(one => one.outerHTML.slice(0, 90))"""
TREE = Path(__file__).parent / "guide-forty-7.yaml"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_and_nothing_is_cut_off(visit, site, lang):
    """In a short run English in the light, Chinese in the dark; on a wide screen too."""
    light = "light" if SOAK or lang == "en" else "dark"
    page = visit("small", locale=lang, at=None)
    for name in PAGES if SOAK else OFTEN:
        page.emulate_media(color_scheme=light)
        page.set_viewport_size({"width": 360, "height": 640})
        page.goto(site.url + PAGES[name])
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, name
        assert not page.evaluate(OUT), name
        assert not page.evaluate(CUT), name
        if SOAK or AXE.get(name, lang) == lang:
            assert not faults_of(page), name
            page.set_viewport_size({"width": 1280, "height": 800})
            assert not page.evaluate(OUT), name
            assert not faults_of(page, NO_CONTRAST), name
        if SOAK:
            page.emulate_media(color_scheme="dark")
            assert not faults_of(page, CONTRAST), name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_of_a_table_are_in_order_on_a_small_screen(visit, site, lang):
    page = visit("small", locale=lang, color_scheme="light", at="/rooms/new/eighty/?from=today")
    page.locator("#setup button[value=open]").click()
    page.wait_for_url("**/t/**")
    page.goto(f"{page.url}rules/")
    assert page.locator(".opt.differs").count() == 5
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert not page.evaluate(OUT)
    assert not faults_of(page, NO_CONTRAST)


def test_a_rules_page_reads_in_order(visit, site):
    """The accessibility tree of a section is kept in a file: what is led, what is held, the answer."""
    page = visit("phone", locale="en", at="/rules/forty/")
    numbers = [word.split()[0] for word in page.locator(".rule > :is(h2, h3)").all_inner_texts()]
    places = [tuple(map(int, number.split("."))) for number in numbers if number[0].isdigit()]
    assert places == sorted(places)
    assert places[0] == (1,) and (7, 1) in places
    assert page.locator("h1").count() == 1
    tree = page.locator("section[id='7.1']").aria_snapshot()
    assert tree.strip() == TREE.read_text().strip()


def test_a_refusals_link_goes_to_the_section_and_takes_the_reader_there(visit, site):
    page = visit("phone", javascript=False, at="/rules/eighty/#must-follow-pair")
    page.locator("[id='must-follow-pair'] a").click()
    page.wait_for_url("**#7.3")
    box = page.locator("[id='7.3']").bounding_box()
    assert -1 <= box["y"] < 200


def test_the_reason_why_a_card_lies_dimmed_leads_to_its_rule(visit):
    page = sit_down(visit())
    card = to_a_bound_hand(page)
    page.locator(f"label:has(#{card})").click(position={"x": 8, "y": 60}, force=True)
    with page.context.expect_page() as opened:
        page.locator("#toast a").click()
    rules = opened.value
    rules.wait_for_url("**/rules/#5")
    assert rules.locator("section[id='5'] h2").is_visible()
    assert page.locator("#hand").is_visible()  # the table is still there


def test_options_and_trumps_are_chosen_without_a_script(visit, site):
    page = visit("phone", javascript=False, locale="en", at="/rules/eighty/")
    page.locator("select[name=level]").select_option("5")
    page.locator("select[name=trump]").select_option("none")
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_url("**level=5*")
    assert "No trump suit, level 5." in page.locator("section[id='6']").inner_text()
    page.locator("summary").first.click()
    page.locator("select[name=throw]").select_option("true")
    page.get_by_role("button", name="Show these rules").click()
    page.wait_for_url("**/rules/eighty/?throw=true&trump=none&level=5#1")
    assert page.locator(".opt.differs").count() == 1


def test_on_paper_only_the_rules_are_left(visit, site):
    page = visit(locale="en", color_scheme="dark", at=PAGES["eighty"])
    page.emulate_media(media="print")
    for selector in ("header.bar", ".contents", ".ways", "form.ask", ".options .btn"):
        assert not page.locator(selector).first.is_visible(), selector
    assert page.locator("section[id='7.2'] .positions li").first.is_visible()
    assert page.locator(".options .print").first.is_visible()
    ink = page.locator("h1").evaluate("one => getComputedStyle(one).color")
    assert ink == "rgb(0, 0, 0)"
    assert len(page.pdf(format="A4")) > 20_000
