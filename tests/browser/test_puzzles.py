"""A puzzle in a real browser: solved by taps and by clicks, without scripts, checked by axe."""

from __future__ import annotations

import json

import pytest

from tests.browser.axe import faults_of
from tests.browser.hands import follow
from tests.browser.languages import WIDE, foreign
from tests.browser.test_lessons import LIGHTS, LOCALES, answer
from tests.faults.sizes import SOAK
from tests.puzzles.drafts import form_of

pytestmark = pytest.mark.browser

#: Games whose puzzles are solved with every run.
GAMES_SOLVED = ("all-fours", "pitch")
#: How much of the board is behind the hand that stays at the window's lower edge.
HIDDEN = """() => document.querySelector('.felt').getBoundingClientRect().bottom
  - document.querySelector('.at-hand').getBoundingClientRect().top"""


def solution(site, page, place):
    """Return what to do at the page's puzzle: the choice at a place of its list, the best first."""
    pk = int(page.url.rstrip("/").rpartition("/")[2])
    query = f"print(json.dumps(Puzzle.objects.get(pk={pk}).choices))"
    output = site.run(f"import json; from games.puzzles.models import Puzzle; {query}")
    form = form_of(json.loads(output)[place]["action"])
    return form["do"], form["cards"]


@pytest.mark.parametrize(
    ("size", "language", "scheme"),
    [(size, *light) for size in ("phone", "desktop") for light in LIGHTS]
    if SOAK
    else [("phone", "zh-hans", "dark"), ("desktop", "en", "light")],
)
def test_a_puzzle_is_solved_by_pressing_and_one_more_is_one_press(visit, site, size, language, scheme):
    """A poor answer, then one more and the right one; nothing is found wrong on the way."""
    page = visit(size, locale=LOCALES[language], color_scheme=scheme, at="/puzzles/")
    assert faults_of(page) == []
    page.locator("a.btn[href='/puzzles/all-fours/']").click()
    for place, look in ((-1, "wrong"), (0, "right")):
        page.wait_for_selector("#answer")
        assert faults_of(page) == []
        if size == "desktop":
            # nothing of the board is behind the hand
            assert page.evaluate(HIDDEN) <= 0
        before = page.url
        answer(page, solution(site, page, place))
        page.wait_for_selector(f"#verdict.{look}")
        page.wait_for_selector(".says")
        assert page.evaluate("() => document.activeElement.id") == "next"
        assert faults_of(page) == []
        assert page.evaluate(WIDE) == []
        assert foreign(page.content(), language, {"Guest"}) == []
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url, before=before: url != before)


@pytest.mark.parametrize("game", GAMES_SOLVED)
def test_a_puzzle_is_solved_without_scripts(visit, site, game):
    page = visit("phone", javascript=False, at=f"/puzzles/{game}/")
    do, chosen = solution(site, page, 0)
    for name in chosen:
        page.locator(f"#hand input[value='{name}']").check(force=True)
    before = page.url
    follow(page, page.locator(f"button[name=do][value='{do}']"))
    assert page.locator("#verdict.right").count() == 1
    follow(page, page.locator("#next"))
    assert page.url != before
