"""Help at the table in a real browser: hints, readings, and what is chosen at one tap."""

from __future__ import annotations

import pytest

from tests.browser.hands import asked, look, moved_on, press
from tests.browser.test_all_fours import sit_down
from tests.browser.test_hand import CHOSEN, to_my_lead

pytestmark = pytest.mark.browser


def test_a_hint_chooses_and_the_next_chooses_another(visit):
    page = sit_down(visit("phone"))
    now = to_my_lead(page)
    page.keyboard.press("ArrowRight")
    seen = []
    for _ in range(2):
        with page.expect_response(lambda answer: "/hint/" in answer.url):
            page.keyboard.press("h")
        page.wait_for_function("() => document.querySelector('#prompt').textContent.startsWith('Hint')")
        page.wait_for_function(
            "was => document.querySelector('#hand :checked')?.id !== was", arg=seen[-1] if seen else ""
        )
        seen += page.evaluate(CHOSEN)
    assert len(set(seen)) == 2
    assert look(page)["picture"] == now["picture"]
    page.keyboard.press("Enter")
    moved_on(page, now["picture"])


def test_a_hint_that_is_refused_leaves_what_was_chosen(visit):
    page = sit_down(visit())
    first = to_my_lead(page)
    with page.expect_request("**/hint/") as earlier:
        page.locator("#actions button[value^=hint]").click()
    page.wait_for_selector("#hand :checked", state="attached")
    page.locator("#actions button[value=play]").click()
    moved_on(page, first["picture"])
    page.locator(f"label:has(#{to_my_lead(page)['cards'][0]})").click()
    chosen = page.evaluate(CHOSEN)
    stale = earlier.value.post_data
    page.route("**/hint/", lambda route: route.continue_(post_data=stale))
    with page.expect_response("**/hint/") as answer:
        page.locator("#actions button[value^=hint]").click()
    assert answer.value.status == 409
    page.wait_for_function("() => document.querySelector('#toast').textContent")
    assert page.evaluate(CHOSEN) == chosen != []


def test_a_hint_works_without_scripts(visit):
    page = sit_down(visit("phone", javascript=False))
    answers = "#actions button[value=stand], #actions button[value=give]"
    # until it is his turn the page loads itself anew, and what is asked of it then may never be answered
    first = page.wait_for_selector(f"#actions button[value=hint], {answers}", timeout=60_000)
    if first.get_attribute("value") != "hint":
        first.click()
        page.wait_for_selector("#actions button[value=hint]", timeout=60_000)
    page.locator("#actions button[value=hint]").click()
    assert page.locator("#hand input:checked").count() == 1
    assert "Hint" in page.locator("#prompt").inner_text()


def test_chosen_cards_are_read_back(visit):
    page = sit_down(visit("phone"), "winner")
    asked_now = asked(page)
    for _ in range(40):
        if "hint" in asked_now["actions"]:
            break
        asked_now = asked(page, press(page, "pass"))
    small = "() => document.querySelector('#prompt small')?.textContent ?? ''"
    before = page.evaluate(small)
    with page.expect_response(lambda answer: "/read/" in answer.url) as answer:
        page.locator("#hand label").last.click()
    assert answer.value.status == 200
    page.wait_for_function(f"was => ({small})() !== was", arg=before)


def test_a_play_chosen_off_turn_is_sent_when_the_turn_comes(visit):
    page = sit_down(visit())
    now = to_my_lead(page)
    page.evaluate("""() => {
        const actions = document.querySelector('#actions').cloneNode(true);
        actions.innerHTML =
            '<button name="do" value="play" aria-disabled="true" data-later="Play later">Not now</button>';
        const text = `<hx-partial id="actions">${actions.outerHTML}</hx-partial>`;
        return htmx.swap({sourceElement: document.querySelector('#line'), text, swap: 'none'});
    }""")
    page.locator(f"label:has(#{now['cards'][0]})").click()
    button = page.locator("#actions [data-later]")
    assert button.inner_text() == "Play later"
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    page.evaluate("""() => {
        const play = '<button class="btn go" name="do" value="play">Play</button>';
        const text = `<hx-partial id="actions"><div class="actions" id="actions">${play}</div></hx-partial>`;
        return htmx.swap({sourceElement: document.querySelector('#line'), text, swap: 'none'});
    }""")
    moved_on(page, now["picture"])


def test_sounds_are_off_until_switched_on_and_stay_so(visit):
    page = sit_down(visit())
    assert page.locator("#sound").get_attribute("aria-pressed") == "false"
    page.locator("#sound").click()
    assert page.locator("#sound").get_attribute("aria-pressed") == "true"
    assert page.locator("body").get_attribute("data-heard") == "card"
    page.reload()
    page.wait_for_function("() => document.querySelector('#sound').getAttribute('aria-pressed') === 'true'")


#: Notes every card that starts to move on the board, and every ghost on its way to a winner.
MOVES = """() => {
  window.moves = 0;
  const plain = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    if (this.dataset.c) window.moves += 1;
    return plain.apply(this, how);
  };
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_travel_unless_less_motion_is_asked_for(visit, motion):
    page = sit_down(visit("phone", reduced_motion=motion))
    now = to_my_lead(page)
    page.evaluate(MOVES)
    page.locator(f"label:has(#{now['cards'][0]})").click(position={"x": 8, "y": 40})
    page.keyboard.press("Enter")
    moved_on(page, now["picture"])
    page.wait_for_function("() => document.querySelectorAll('.flying').length === 0")
    assert (page.evaluate("() => window.moves") > 0) is (motion == "no-preference")
