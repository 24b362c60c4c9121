"""Lessons in a real browser: by taps at 360 pixels, without scripts, checked by axe; the practice
hand at their end."""

from __future__ import annotations

import pytest

from games.lessons.game_lesson import lessons
from games.rules.registry import GAMES
from tests.browser.axe import faults_of
from tests.browser.conftest import PLAYED, SIZES
from tests.browser.hands import follow, look, moved_on, next_prompt
from tests.browser.languages import WIDE, foreign
from tests.browser.test_languages_table import wants
from tests.browser.test_table_hands import turn
from tests.faults.sizes import SOAK
from tests.lessons.answers import right_answer, wrong_answers

LESSONS = lessons()

pytestmark = pytest.mark.browser

#: How many actions have been taken in the hand on the page.
SEQ = "() => Number(document.querySelector('#press [name=seq]').value)"
LOCALES = {"en": "en-GB", "zh-hans": "zh-CN"}


def tap(page, chosen):
    """Choose exactly these cards; equal ones are chosen one after the other."""
    for card in page.locator("#hand input:checked").all():
        card.locator("..").click(position={"x": 8, "y": 20})
    for name in dict.fromkeys(chosen):
        copies = page.locator(f"#hand label:has(input[value='{name}'])")
        for copy in range(chosen.count(name)):
            copies.nth(copy).click(position={"x": 8, "y": 20})


def answer(page, move):
    do, chosen = move
    tap(page, chosen)
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.locator(f"button[name=do][value='{do}']").click()


@pytest.mark.parametrize(
    ("game", "language"),
    [("all-fours", "zh-hans")] + [("winner", "zh-hans"), ("forty", "zh-hans"), ("eighty", "en")] * SOAK,
)
def test_a_lesson_is_passed_by_taps(visit, site, game, language):
    page = visit("small", locale=LOCALES[language], at=f"/lessons/{game}/")
    for step in LESSONS[game].steps:
        page.wait_for_selector("#lesson")
        move, verdict = next(wrong_answers(game, step))
        if verdict.refusal is None or move[0] != "bury":  # as many cards as must be buried, or none
            answer(page, move)
            page.wait_for_selector("#verdict.wrong")
            assert page.evaluate(WIDE) == []
        answer(page, right_answer(game, step))
        page.wait_for_selector("#verdict.right")
        assert page.evaluate("() => document.activeElement.id") == "next"
        assert foreign(page.content(), language, {"Guest"}) == []
        assert page.evaluate(WIDE) == []
        page.keyboard.press("Enter")
        page.wait_for_function("() => !document.querySelector('#verdict.right')")
    page.wait_for_url(f"**/lessons/{game}/end/")


def test_a_lesson_works_without_scripts(visit, site):
    page = visit("phone", javascript=False, at="/lessons/all-fours/")
    for number, step in enumerate(LESSONS["all-fours"].steps, 1):
        assert page.url.endswith(f"/{number}/")
        wrong = [next(wrong_answers("all-fours", step))[0]] if number == 1 else []
        for move in (*wrong, right_answer("all-fours", step)):
            do, chosen = move
            for box in page.locator("#hand input[type=checkbox]:checked").all():
                box.uncheck(force=True)
            for name in chosen:
                page.locator(f"#hand input[value='{name}']").check(force=True)
            follow(page, page.locator(f"button[name=do][value='{do}']"))
            assert page.locator("#verdict p").count() == 1
        follow(page, page.locator("#next"))
    assert page.url.endswith("/end/")


@pytest.mark.parametrize(("game", "language"), [("winner", "zh-hans"), ("all-fours", "en")])
def test_the_button_stays_where_it_is_and_the_verdict_is_seen(visit, site, game, language):
    page, move = visit(at=None, locale=LOCALES[language]), wrong_answer_to(game, 1)
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        page_at(page, site, f"{game}/1/")
        tap(page, move[1])
        button = page.locator(f"button[name=do][value='{move[0]}']")
        before = button.bounding_box()
        button.click()
        page.wait_for_selector("#verdict.wrong")
        assert button.bounding_box() == pytest.approx(before, abs=1), width
        verdict = page.locator("#verdict").bounding_box()
        assert 0 <= verdict["y"] <= before["y"] - verdict["height"], width


#: In a short run Chinese in the dark: English in the light is ``test_every_page``'s.
LIGHTS = [(language, scheme) for language in LOCALES for scheme in ("light", "dark")]


@pytest.mark.parametrize(("language", "scheme"), LIGHTS if SOAK else LIGHTS[-1:])
def test_axe_finds_nothing(visit, site, language, scheme):
    page = visit("phone", locale=LOCALES[language], color_scheme=scheme, at=None)
    for path in ("", "all-fours/2/", "winner/7/", "forty/4/", "eighty/10/", "eighty/end/"):
        page.goto(f"{site.url}/lessons/{path}")
        assert faults_of(page) == []
    answer(page_at(page, site, "all-fours/2/"), wrong_answer_to("all-fours", 2))
    page.wait_for_selector("#verdict.wrong")
    assert faults_of(page) == []


#: What lies over what on the board of a lesson, which links to its steps are too small for a finger, and whether its
#: title is cut off.
CROWDED = """() => {
  const box = (el) => el.getBoundingClientRect(), faults = [];
  for (const badge of document.querySelectorAll('.board .badge')) {
    const [name, below] = [badge.querySelector(':scope > b'), badge.querySelector(':scope > div')];
    if (!badge.checkVisibility() || !below) continue;
    if (box(name).bottom > box(below).top) faults.push(`name over cards: ${name.textContent}`);
  }
  for (const tag of document.querySelectorAll('.play-tag')) {
    const cards = [...tag.closest('.play-wrap').querySelectorAll('[data-c]')].map(box);
    if (!tag.checkVisibility()) continue;
    if (cards.some((card) => card.bottom > box(tag).top)) faults.push(`over a card: ${tag.textContent}`);
  }
  for (const step of document.querySelectorAll('.steps a'))
    if (box(step).height < 44 || box(step).width < 24) faults.push(`small: ${step.textContent}`);
  const title = document.querySelector('h1');
  if (title.scrollWidth > title.clientWidth) faults.push(`cut: ${title.textContent}`);
  return faults;
}"""


@pytest.mark.parametrize(
    ("path", "language"),
    [(path, "zh-hans") for path in ("lessons/winner/1/", "lessons/eighty/8/", "puzzles/all-fours/")]
    + [("puzzles/california-jack/", "en")],
)
def test_on_a_phone_nothing_is_crowded(visit, path, language):
    page = visit("phone", locale=LOCALES[language], at=f"/{path}")
    page.wait_for_selector("#lesson")
    assert page.evaluate(CROWDED) == []
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate(CROWDED) == []


def page_at(page, site, path):
    page.goto(f"{site.url}/lessons/{path}")
    return page


def wrong_answer_to(game, number):
    return next(wrong_answers(game, LESSONS[game].steps[number - 1]))[0]


#: Where what a player presses and reads lies on the page.
PLACES = """() => ['#prompt', '#hand', '#actions'].map((part) => {
  const {top, bottom} = document.querySelector(part).getBoundingClientRect();
  return `${part} ${Math.round(scrollY + top)} ${Math.round(scrollY + bottom)}`;
}).join()"""


@pytest.mark.parametrize("game", LESSONS if SOAK else PLAYED)
def test_a_move_is_taken_back_in_the_practice_hand_where_nothing_moves(visit, site, game):
    page = visit("small", at=f"/lessons/{game}/end/")
    page.locator("form[action$='/practice/'] button").click()
    page.wait_for_selector("#table")
    # a pass without a choice that is taken back must not press itself again before it is seen
    page.evaluate("document.documentElement.dataset.passes = 'off'")
    picture, places = None, page.evaluate(PLACES)
    for _ in range(300):
        now = next_prompt(page, picture)
        assert page.evaluate(PLACES) == places
        if now["mine"] and "take-back" in now["actions"]:
            break
        picture = now["picture"]
        # show no card during the draw: what can be shown keeps changing
        if now["mine"] and "declare" not in now["actions"] and wants(now):
            turn(page, now, lambda button: button.click(), lambda card: tap_one(page, card))
    assert page.evaluate(WIDE) == []
    assert page.locator(".open").count() == GAMES[game].seats(GAMES[game].resolve({})) - 1
    before, seq = look(page), page.evaluate(SEQ)
    with page.expect_response(lambda answer: "/take-back/" in answer.url) as answer:
        page.locator("#actions button[value=take-back]").click()
    assert answer.value.status == 200
    moved_on(page, before["picture"])
    page.wait_for_function("() => document.querySelector('#prompt.now')")
    assert page.evaluate(SEQ) < seq


def tap_one(page, card):
    page.locator(f"label:has(#{card})").click(position={"x": 8, "y": 24})
