"""A whole hand of each game: by clicks in three sizes, by keys alone, and without scripts.

The hands are prepared (``tables.py``) so that they pass through the phases that a first hand of the
standard rules does not have: exchange, discarding, announcing, claims, declarations and burying.
"""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError as Gone

from tests.browser.conftest import come
from tests.browser.hands import asked, follow, lift, next_prompt
from tests.browser.tables import HANDS
from tests.faults.sizes import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.motion]

SIZES = ("desktop", "phone", "small")
#: How each hand is played in a short run; ``make soak`` plays each in every way.
QUICK = {
    "all-fours": ("plain",),
    "discards": ("small", "keys"),
    "winner": ("phone",),
    "forty": ("desktop",),
    "eighty": (),
}
#: presses that carry no card, in the order in which they are preferred
PLAIN = ("stand", "run", "give", "accept", "announce", "pass")
WITH_CARDS = ("bury", "discard", "give", "play")
STEPS = 300
#: how often the page has been drawn since it was first asked
DRAWN = """() => window.timesDrawn ??=
  (document.addEventListener('table:drawn', () => window.timesDrawn++), 0)"""
CHOSEN = "() => [...document.querySelectorAll('#hand input:checked')].map(box => box.id)"


def played(*ways):
    """Return the pairs of a hand and one of these ways that this run plays."""
    return [(hand, way) for hand in HANDS for way in ways if SOAK or way in QUICK[hand]]


@pytest.fixture(scope="module")
def ways(site):
    """Prepare every hand that is played here: name → code and session."""
    names = [f"{way}/{hand}" for hand, way in played(*SIZES, "keys", "plain")]
    return json.loads(site.run(f"from tests.browser import tables; tables.prepare_hands(*{names!r})"))


def act_and_wait(page, act):
    """Do something that posts, and wait until its answer, or a push that came before it, is fully drawn:
    parts of one message come into the page one after the other."""
    before = page.evaluate(DRAWN)
    with page.expect_response(lambda answer: answer.url.endswith(("/act/", "/hint/"))) as response:
        act()
    # 204: the picture comes on the socket alone
    assert response.value.status in (200, 204), (response.value.status, page.locator("#toast").inner_text())
    asked(page, "was => window.timesDrawn > was", before)


def take_a_hint(page, press):
    """Let the table choose, where there is a choice."""
    button = page.locator("#actions button[value^=hint]")
    if button.count():
        act_and_wait(page, lambda: press(button.first))


def turn(page, now, press, put):
    """Do what is asked; ``press`` presses a button and ``put`` puts one card up or down."""
    # what needs so many cards cannot be pressed before they are chosen
    actions = [do for do in now["actions"] if not do.startswith("hint")] + now["needs"]
    plain = [do for do in PLAIN if do in actions and not (do == "give" and now["cards"] and "run" not in actions)]
    carried = [do for do in WITH_CARDS if do in actions]
    if carried and now["cards"] and not ("run" in actions or "stand" in actions):
        do = carried[0]
        take_a_hint(page, press)
        if not page.evaluate(CHOSEN) and "pass" in actions:
            return act_and_wait(page, lambda: press(page.locator("#actions button[value=pass]")))
        if not page.evaluate(CHOSEN):  # the last card of all is not hinted at
            put(now["cards"][0])
        page.wait_for_selector("#hand input:checked", state="attached")
    else:
        assert plain, now
        do = plain[0]
    act_and_wait(page, lambda: press(page.locator(f"#actions button[value='{do}']:visible").first))


def play_the_hand(page, press, put):
    """Play until the scorecard lies on the board; return the presses that were offered."""
    presses, picture = set(), None
    for _ in range(STEPS):
        now = next_prompt(page, picture)
        presses |= {do.partition(" ")[0] for do in (*now["actions"], *now["needs"])}
        if now["over"]:
            return presses
        if "declare" in now["actions"]:
            declare(page, press)
        else:
            turn(page, now, press, put)
        picture = now["picture"]
    raise AssertionError("the hand never ended")


def declare(page, press):
    """Show the first that can be shown; the draw may move past it before the press arrives."""
    button = page.locator("#actions button[name=cards]").first
    with suppress(Gone, AssertionError):
        if button.count():
            act_and_wait(page, lambda: press(button))


def ends_well(page, hand, presses):
    """Check the scorecard, and that the hand went through its own phases."""
    assert page.locator("#scorecard").inner_text().strip()
    expected = {
        "all-fours": {"stand", "play", "accept", "announce"},
        "discards": {"stand", "play"},
        "winner": {"give", "play"},
        "forty": {"bury", "play"},
        "eighty": {"bury", "play"},
    }
    assert expected[hand] <= presses, presses


@pytest.mark.parametrize(("hand", "size"), played(*SIZES))
def test_a_whole_hand_by_clicks(visit, site, ways, hand, size):
    page = come(visit(size, at=None), site, *ways[f"{size}/{hand}"])

    presses = play_the_hand(page, lambda button: button.click(), lambda card: lift(page, card))
    ends_well(page, hand, presses)


@pytest.mark.parametrize(("hand", "way"), played("keys"))
def test_a_whole_hand_by_keys_alone(visit, site, ways, hand, way):
    page = come(visit(at=None), site, *ways[f"{way}/{hand}"])

    def tab_to(condition):
        for _ in range(60):
            if page.evaluate(condition):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key never comes to {condition}")

    def press(button):
        name, value = button.get_attribute("name"), button.get_attribute("value")
        tab_to(f"() => document.activeElement.name === {name!r} && document.activeElement.value === {value!r}")
        page.keyboard.press("Enter")

    def put(card):
        tab_to("() => !!document.activeElement.closest('#hand')")
        page.keyboard.press("Home")
        for _ in range(40):
            if page.evaluate("() => document.activeElement.id") == card:
                break
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")

    presses = play_the_hand(page, press, put)
    ends_well(page, hand, presses)


@pytest.mark.parametrize(("hand", "way"), played("plain"))
def test_a_whole_hand_without_scripts(visit, site, ways, hand, way):
    page = come(visit(javascript=False, at=None), site, *ways[f"{way}/{hand}"])
    table, presses = page.url, set()
    for _ in range(STEPS):
        if page.locator("#scorecard section").count():
            return ends_well(page, hand, presses)
        if not page.locator("#prompt.now").count():
            page.goto(table)  # sooner than it looks again by itself
            continue
        actions = [button.get_attribute("value") for button in page.locator("#actions button[name=do]").all()]
        presses |= {do.partition(" ")[0] for do in actions}
        if any(do.startswith("hint") for do in actions):
            follow(page, page.locator("#actions button[value^=hint]"))
        do = next((do for do in ("bury", "discard", "stand", "run", *WITH_CARDS, *PLAIN) if do in actions), None)
        if do == "play" and "pass" in actions and not page.locator("#hand input:checked").count():
            do = "pass"
        nothing = not page.locator("#hand input:checked").count()
        if do in WITH_CARDS and "run" not in actions and nothing:
            page.locator("#hand label:not(.no, .no *)").first.click()
        if do:
            follow(page, page.locator(f"#actions button[value='{do}']").first)
        else:
            page.goto(table)
    raise AssertionError("the hand never ended")
