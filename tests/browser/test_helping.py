"""Help at the table in a real browser: hints, readings, and what one tap chooses."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.rules.core import Suit
from games.table.game_table import table_of
from games.table.sentences import NOBODY, fill
from tests.browser.hands import follow, lift, look, moved_on, next_prompt, press, take_a_turn
from tests.browser.test_all_fours import sit_down
from tests.browser.test_hand import CHOSEN, to_my_lead
from tests.faults.sizes import SOAK

pytestmark = pytest.mark.browser

#: What fills the placeholders of a reason.
PARTS = {"suit": Suit("D"), "points": 25, "cards": "♠10"}


def test_a_hint_chooses_and_the_next_chooses_another(seated):
    page = seated("phone")
    now = to_my_lead(page)
    page.keyboard.press("ArrowRight")
    chosen = []
    for _ in range(2):
        with page.expect_response(lambda answer: "/hint/" in answer.url):
            page.keyboard.press("h")
        page.wait_for_function("() => document.querySelector('#prompt').textContent.startsWith('Hint')")
        page.wait_for_function(
            "was => document.querySelector('#hand :checked')?.id !== was", arg=chosen[-1] if chosen else ""
        )
        chosen += page.evaluate(CHOSEN)
    assert len(set(chosen)) == 2
    assert look(page)["picture"] == now["picture"]
    page.keyboard.press("Enter")
    moved_on(page, now["picture"])


def test_a_hint_that_is_refused_leaves_what_was_chosen(seated):
    page = seated()
    first = to_my_lead(page)
    with page.expect_request("**/hint/") as earlier:
        page.locator("#actions button[value^=hint]").click()
    page.wait_for_selector("#hand :checked", state="attached")
    page.locator("#actions button[value=play]").click()
    moved_on(page, first["picture"])
    lift(page, to_my_lead(page)["cards"][0])
    chosen = page.evaluate(CHOSEN)
    stale = earlier.value.post_data
    page.route("**/hint/", lambda route: route.continue_(post_data=stale))
    with page.expect_response("**/hint/") as answer:
        page.locator("#actions button[value^=hint]").click()
    assert answer.value.status == 409
    page.wait_for_function("() => document.querySelector('#toast').textContent")
    assert page.evaluate(CHOSEN) == chosen != []


def test_a_hint_works_without_scripts(seated):
    page = seated("phone", javascript=False)
    hint = "#actions:has([value=play]) button[value=hint]"
    # A hint of a call chooses no cards. What is no choice has no hint: a lone card that must follow is chosen already,
    # and played first.
    others = "#actions button:is([value=stand], [value=give], [value=play]:not([aria-disabled], :disabled))"
    # until it is their turn the page reloads itself, and what is asked of it then may never be answered
    while page.wait_for_selector(f"{hint}, {others}", timeout=60_000) and not page.locator(hint).count():
        follow(page, page.locator(others).first)
    follow(page, page.locator(hint))
    assert page.locator("#hand input:checked").count() == 1
    assert "Hint" in page.locator("#prompt").inner_text()


def test_chosen_cards_are_read_back(visit):
    page = sit_down(visit("phone"), "winner")
    now = next_prompt(page)
    for _ in range(40):
        if "hint" in now["actions"]:
            break
        now = next_prompt(page, press(page, "pass"))
    small = "() => document.querySelector('#prompt small')?.textContent ?? ''"
    before = page.evaluate(small)
    with page.expect_response(lambda answer: "/read/" in answer.url) as answer:
        page.locator("#hand label").last.click()
    assert answer.value.status == 200
    page.wait_for_function(f"was => ({small})() !== was", arg=before)


def test_a_play_chosen_off_turn_is_sent_when_the_turn_comes(seated):
    page = seated()
    now = to_my_lead(page)
    page.evaluate("""() => {
        const actions = document.querySelector('#actions').cloneNode(true);
        actions.innerHTML =
            '<button name="do" value="play" aria-disabled="true" data-later="Play later">Not now</button>';
        const text = `<hx-partial id="actions">${actions.outerHTML}</hx-partial>`;
        return htmx.swap({sourceElement: document.querySelector('#socket'), text, swap: 'none'});
    }""")
    page.locator(f"label:has(#{now['cards'][0]})").click()
    button = page.locator("#actions [data-later]")
    assert button.inner_text() == "Play later"
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    page.evaluate("""() => {
        const play = '<button class="btn go" name="do" value="play">Play</button>';
        const text = `<hx-partial id="actions"><div class="actions" id="actions">${play}</div></hx-partial>`;
        return htmx.swap({sourceElement: document.querySelector('#socket'), text, swap: 'none'});
    }""")
    moved_on(page, now["picture"])


def test_sounds_are_off_until_switched_on_and_stay_so(seated):
    page = seated()
    loaded = "() => Boolean(document.querySelector('script[src*=sound]'))"
    assert not page.evaluate(loaded)
    page.locator("#menu").click()
    with page.expect_response("**/set/") as answer:
        page.locator("#sheet label:has(input[name=sounds][value=on])").click()
    assert answer.value.status == 204
    page.wait_for_function(loaded)
    page.reload()
    assert page.evaluate(loaded)
    card = to_my_lead(page)["cards"][0]
    lift(page, card)  # a page may sound once it has been pressed
    press(page, "play")
    page.wait_for_function("() => document.body.dataset.heard")


#: Notes every card that starts to move on the board, every ghost on its way to a winner, and what stays without its
#: frame for so long.
MOVES = """() => {
  window.moves = window.held = 0;
  const plain = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    if (this.dataset.c) window.moves += 1;
    if (this.matches('.play') && how[0].boxShadow === 'none') window.held += 1;
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
    assert (page.evaluate("() => window.held") > 0) is (motion == "no-preference")


#: Where the parts of the table lie, and how many lines the sentence takes.
PLACES = """() => ({
  parts: ['board', 'prompt', 'hand'].map(id => {
    const {x, y, width, height} = document.getElementById(id).getBoundingClientRect();
    return [id, x, y, width, height];
  }),
  lines: (() => {
    const [sentence, range] = [document.querySelector('#prompt p'), document.createRange()];
    range.selectNodeContents(sentence);
    return Math.round(range.getBoundingClientRect().height / parseFloat(getComputedStyle(sentence).lineHeight));
  })(),
})"""
HINTED = "text => document.querySelector('#prompt').textContent.startsWith(text)"
#: Put another hint and its reason in the place of the one that is shown.
SAY = """([hint, why]) => {
  const [sentence, reason] = [document.querySelector('#prompt p'), document.createElement('span')];
  reason.className = 'why';
  reason.textContent = why;
  sentence.replaceChildren(hint, reason);
}"""
#: language → a hint of cards, one of a combination with a long name, and the place between a hint and its reason
HINTS = {
    "en": ("Hint: play 10♠. ", "Hint: play a straight of five, up to 10♠. "),
    "zh-hans": ("提示：出 10♠。", "提示：出五张顺子（到 10♠）。"),
}
#: what is said of one card or two, or of a pass
OF_FEW = {"highest-single", "wins-back", "pass-keeps-best", "pass-keeps-together"}


def to_a_hint(page):
    """Play on until there is a choice, and so a hint to be had; return its button."""
    for _ in range(200):
        now = next_prompt(page)
        if any(do.startswith("hint") for do in now["actions"]):
            return page.locator("#actions button[value^=hint]").first
        if "next" in now["actions"]:
            press(page, "next")
        else:
            take_a_turn(page)  # a picture on which it did nothing is asked about again
    raise AssertionError("never a choice")


@pytest.mark.parametrize(
    ("game", "language"),
    [("california-jack", "zh-hans"), ("winner", "en"), ("eighty", "en")]
    + [("california-jack", "en"), ("winner", "zh-hans"), ("eighty", "zh-hans")] * SOAK,
)
def test_a_hint_and_its_reason_take_two_lines_of_the_smallest_phone_and_nothing_moves(visit, game, language):
    page = visit("small", locale=language)
    page.set_viewport_size({"width": 320, "height": 568})
    sit_down(page, game)
    button = to_a_hint(page)
    before = page.evaluate(PLACES)["parts"]
    button.click()
    page.wait_for_function(HINTED, arg=HINTS[language][0].split()[0][:3])
    assert page.evaluate(PLACES)["parts"] == before
    for hint in HINTS[language][: 2 if game == "winner" else 1]:
        for reason in table_of(game).reasons.reasons:
            if hint == HINTS[language][0] or reason.key not in OF_FEW:
                with translation.override(language):
                    page.evaluate(SAY, [hint, fill(translation.gettext(reason.sentence), PARTS, NOBODY)])
                shown = page.evaluate(PLACES)
                assert shown["lines"] <= 2, reason
                assert shown["parts"] == before
