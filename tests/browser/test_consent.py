"""A move taken back by consent, before both players' eyes: the stage stands, and nothing is hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.hands import moved_on
from tests.browser.test_rooms import open_table, sit

pytestmark = pytest.mark.browser

OVERLAPS = (Path(__file__).parent / "overlaps.js").read_text()
SIZES = [(320, 568), (390, 844), (844, 390), (1280, 800)]
#: The places of the board and the hand.
STAGE = """() => ['board', 'hand'].map(id => {
  const box = document.getElementById(id).getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom].map(Math.round);
})"""


def faults_of(page):
    """Return what lies over anything else or is cut, in every size of window."""
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        faults += [(width, fault) for fault in page.evaluate(OVERLAPS)]
    page.set_viewport_size({"width": 390, "height": 844})
    return faults


def play_a_card(page):
    """Play the first lawful card."""
    page.wait_for_selector("#actions button[value=play]:not([data-later])")
    if not page.locator("#hand input:checked").count():  # the only lawful one is chosen already
        page.locator("#hand label:not(.no) input").first.press("Space")
    page.locator("#actions button[value=play]").click()


@pytest.fixture
def two(visit, site):
    """Two people at All Fours, the elder of whom has let the trump stand and played a card."""
    host, guest = visit("phone", at=None), visit("phone", at=None)
    sit(guest, open_table(host, site, "all-fours", clock="0"), 1)
    host.wait_for_selector("button[value=start]")
    host.locator("button[value=start]").click()
    for page in (host, guest):
        page.wait_for_selector("#hand input", state="attached")
        page.wait_for_selector("body[data-socket=on]")
    elder, dealer = (host, guest) if host.locator("button[value=stand]").count() else (guest, host)
    elder.locator("button[value=stand]").click()
    play_a_card(elder)
    dealer.wait_for_selector("#prompt.now")
    elder.wait_for_selector("#do-ask-back")
    return elder, dealer


def test_a_move_is_taken_back_when_the_other_lets_them(two):
    elder, dealer = two
    cards, stage = elder.locator("#hand input").count(), dealer.evaluate(STAGE)
    assert faults_of(elder) == []
    elder.locator("#do-ask-back").click()
    dealer.wait_for_selector("#do-let-back")
    assert dealer.evaluate(STAGE) == stage
    assert faults_of(dealer) == [] == faults_of(elder)
    dealer.locator("#do-let-back").click()
    elder.wait_for_function("cards => document.querySelectorAll('#hand input').length > cards", arg=cards)
    elder.wait_for_selector("#prompt.now")


def test_one_no_and_both_play_on(two):
    elder, dealer = two
    elder.locator("#do-ask-back").click()
    dealer.wait_for_selector("#do-not-back")
    dealer.locator("#do-not-back").click()
    elder.wait_for_function("() => document.querySelector('#prompt').textContent.includes('said no')")
    assert elder.locator("#do-ask-back").count() == 0
    before = elder.locator("#picture").input_value()
    play_a_card(dealer)
    moved_on(elder, before)
