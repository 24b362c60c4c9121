"""The menu of a table: a sheet over it, by finger and by keys, and what is set there takes effect at once."""

from __future__ import annotations

import pytest

from tests.browser.hands import follow, play_now
from tests.browser.test_all_fours import sit_down

pytestmark = pytest.mark.browser


@pytest.fixture
def page(visit):
    page = sit_down(visit("phone"))
    page.locator("#menu").click()
    page.wait_for_selector("#sheet[open]")
    return page


def test_the_rules_open_in_the_sheet_and_what_leads_back_to_the_table_closes_it(page):
    table = page.url
    page.evaluate("() => window.stays = true")
    page.locator("#sheet a[data-sheet]").click()
    page.wait_for_selector("#sheet .guide")
    page.locator("#sheet .contents a").nth(3).click()
    assert page.url == table
    page.keyboard.press("Escape")
    page.wait_for_selector("#sheet:not([open])", state="attached")
    assert page.locator("#hand input").count()
    open_anew(page)
    page.locator("#sheet [data-close]:text-is('Back to the table')").click()
    page.wait_for_selector("#sheet:not([open])", state="attached")
    open_anew(page)
    page.locator("#sheet a[data-sheet]").click()
    page.locator("#sheet .guide [data-close]").click()
    page.wait_for_selector("#sheet:not([open])", state="attached")
    assert page.evaluate("() => window.stays")
    assert len(page.context.pages) == 1
    open_anew(page)
    page.locator("#sheet form button").first.click()
    page.wait_for_selector("#sheet:not([open])", state="attached")
    open_anew(page)
    page.mouse.click(195, 20)  # beside it
    page.wait_for_selector("#sheet:not([open])", state="attached")


def test_what_is_set_holds_at_once_and_next_time(page):
    with page.expect_response("**/set/"):
        page.locator("#sheet label:has(input[name=cards][value=large])").click()
    page.wait_for_function("() => document.documentElement.dataset.cards === 'large'")
    with page.expect_response("**/set/"):
        page.locator("#sheet label:has(input[name=pace][value=quick])").click()
    page.wait_for_function("() => document.getElementById('table').dataset.pace === 'quick'")
    page.reload()
    assert page.evaluate("() => document.documentElement.dataset.cards") == "large"
    assert page.evaluate("() => document.getElementById('table').dataset.pace") == "quick"
    open_anew(page)
    with page.expect_navigation():
        page.locator("#sheet label:has(input[name=language][value=zh-hans])").click()
    assert page.evaluate("() => document.documentElement.lang") == "zh-Hans"


def test_it_is_a_page_by_itself_without_scripts(visit):
    page = sit_down(visit(javascript=False))
    table = page.url
    follow(page, page.locator("#menu"))
    page.locator("label:has(input[name=cards][value=small])").click()
    page.locator("form[data-now] > .btn").click()
    page.wait_for_url(table)
    assert page.locator("html[data-cards=small]").count() == 1


#: A browser that has a full screen, or none; what is asked of it shows at the page's root.
SCREEN = """(has) => {
  let full = null;
  const root = document.documentElement;
  Object.defineProperty(document, 'fullscreenEnabled', { value: has, configurable: true });
  Object.defineProperty(document, 'fullscreenElement', { get: () => full, configurable: true });
  root.requestFullscreen = async () => { full = root; root.dataset.screen = 'full'; };
  document.exitFullscreen = async () => { full = null; root.dataset.screen = 'left'; };
}"""


def open_anew(page):
    """Close the menu if it is open, and open it again."""
    page.keyboard.press("Escape")
    page.wait_for_selector("#sheet:not([open])", state="attached")
    page.locator("#menu").click()
    page.wait_for_selector("#sheet[open]")


def test_the_full_screen_is_taken_and_left_where_a_browser_has_one(page):
    page.evaluate(SCREEN, True)
    open_anew(page)
    page.locator("#sheet button:text-is('Full screen')").click()
    page.wait_for_selector("html[data-screen=full]")
    page.wait_for_selector("#sheet:not([open])", state="attached")
    open_anew(page)
    page.locator("#sheet button:text-is('Leave full screen')").click()
    page.wait_for_selector("html[data-screen=left]")
    open_anew(page)
    assert page.locator("#sheet button:text-is('Full screen')").is_visible()
    page.evaluate(SCREEN, False)
    open_anew(page)
    assert page.locator("#sheet [data-full]").is_hidden()


#: What the sentence, the tip and the press that ends it show less than whole: with the longest tip that there is, which
#: a first card comes with.
CUT = """() => {
  const prompt = document.querySelector('#prompt'), tip = prompt.querySelector('small span');
  const longest = 'A tap on a card plays it. ' +
    'The winner draws first: win with small cards, keep your jack and tens for later.';
  if (tip.textContent.length < longest.length) tip.textContent = longest;
  const {top, bottom} = prompt.getBoundingClientRect();
  return [...prompt.querySelectorAll('p, small span, [name=tips]')].filter((shown) => {
    const words = new Range();
    words.selectNodeContents(shown);
    const box = words.getBoundingClientRect();
    return getComputedStyle(shown).overflowX !== 'visible'
      || !box.height || box.right > innerWidth || box.top < top - 3 || box.bottom > bottom + 3;
  }).map((shown) => `${shown.tagName}: ${shown.textContent}`);
}"""


def test_the_tip_of_a_first_hand_can_be_read_whole_and_closed_on_a_low_window(visit, still):
    page = visit("phone", site=still)
    play_now(page, "all-fours")
    page.wait_for_selector("body[data-socket=on] #prompt [name=tips]")
    for width, height in [(375, 667), (360, 640), (320, 568), (844, 390), (640, 360)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == [], width
    page.locator("#prompt [name=tips]").click()
    page.wait_for_selector("#prompt:not(:has([name=tips]))")
