"""Two languages at one table: each reads his own, in every fragment that is pushed to him, and no
page breaks at 360 pixels in either."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

import pytest
from django.urls import resolve, reverse

from games.lessons.game_lesson import lessons
from games.rules.registry import GAMES
from tests.access.world import ROLES
from tests.browser.conftest import come, laid_pages
from tests.browser.hands import lift, look, moved_on
from tests.browser.test_table_hands import turn
from tests.browser.tongues import foreign, frames_of
from tests.faults.sizes import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LANGUAGES = ("en", "zh-hans")
LOCALES = {"en": "en-GB", "zh-hans": "zh-CN"}
NAMES = {"Ann", "小梅", "Test table", "The Four Winds", "The Chimes", "Guest", *map(str.capitalize, ROLES), "owner"}
#: The games whose hand two readers play: with every run the one that draws while both look on, in the soak all. What a
#: hand of each game brings to a reader of one language is read by ``test_table_shift``.
READ = GAMES if SOAK else ("eighty",)
#: Pages that every game has.
OF_A_GAME = ("new-room", "game-rules", "lesson-end")
STEPS = 400
#: What stands out of the window sideways.
WIDE = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page itself'] : [];
  const out = [...document.querySelectorAll('main *, header *')].filter(shown => {
    if (!shown.checkVisibility() || shown.closest('.vh, .skip, .flying, svg')) return false;
    let scrolls = shown.parentElement;
    while (scrolls && getComputedStyle(scrolls).overflowX === 'visible') scrolls = scrolls.parentElement;
    if (scrolls && scrolls !== document.body && scrolls !== document.documentElement) return false;
    const box = shown.getBoundingClientRect();
    return box.width && (box.left < -1 || box.right > innerWidth + 1);
  });
  return wide.concat(out.slice(0, 3).map(shown => shown.outerHTML.slice(0, 120)));
}"""


@pytest.fixture(scope="module")
def pairs(site):
    """Position a table of each game that is read for an English and a Chinese reader."""
    return json.loads(site.run(f"from tests.browser.tongues import lay_pairs; lay_pairs(*{list(READ)!r})"))


@pytest.fixture(scope="module")
def world(site):
    return laid_pages(site)


def checked(page, language):
    """Check what is drawn now: nothing in the other language, nothing out of the window."""
    assert foreign(page.content(), language, NAMES) == []
    assert page.evaluate(WIDE) == []


@pytest.mark.parametrize("game", READ)
def test_a_hand_is_played_by_readers_of_two_languages(visit, site, pairs, game):
    code, *sessions = pairs[game]
    pages, told = [], {}
    for language, session in zip(LANGUAGES, sessions, strict=True):
        page = visit("small", at=None)
        told[language] = frames_of(page)
        pages.append(come(page, site, code, session))
        page.wait_for_selector("[data-line=on]", state="attached")
    assert [page.evaluate("() => document.documentElement.lang") for page in pages] == ["en", "zh-Hans"]
    looked = set()
    for _ in range(STEPS):
        now = [look(page) for page in pages]
        for page, language, seen in zip(pages, LANGUAGES, now, strict=True):
            kind = (language, seen["mine"], tuple(seen["actions"]), seen["over"])
            if kind not in looked:  # every kind of moment once: the fragments are all looked at below
                looked.add(kind)
                checked(page, language)
        if all(seen["over"] for seen in now):
            break
        asked = [at for at, seen in enumerate(now) if seen["mine"] and wants(seen)]
        if asked:
            page, seen = pages[asked[0]], now[asked[0]]
            turn(page, seen, lambda button: button.click(), lambda card, page=page: lift(page, card))
            moved_on(page, seen["picture"])
        else:
            late = min((0, 1), key=lambda at: (now[at]["over"], int(now[at]["picture"])))
            moved_on(pages[late], now[late]["picture"])
    else:
        raise AssertionError("the hand never ended")
    for language, texts in told.items():
        assert len(texts) > 5
        assert [word for text in texts for word in foreign(text, language, NAMES)] == []
    # the words are there at all: each reader was told something in his own script
    assert all(
        foreign(" ".join(told[language]), other, NAMES)
        for language, other in zip(LANGUAGES, reversed(LANGUAGES), strict=True)
    )


def wants(seen):
    """Say whether the page asks for a press that the players here make: no declaration of trumps."""
    return bool(seen["actions"] or seen["needs"])


@pytest.mark.parametrize("who", ["alice", "nobody"])
@pytest.mark.parametrize("language", LANGUAGES if SOAK else LANGUAGES[1:])
def test_every_page_is_in_its_reader_s_language_and_fits(visit, site, world, language, who):
    """Every address that the access table answers with a page, and steps of the lessons: the first and the last with
    every run, all in the soak. The walk of ``test_overlaps`` reads the English ones with every run. In a short run
    one page of each kind is drawn, for they are made alike, and of the others the words are read."""
    page = visit("small", at=None, locale=LOCALES[language])
    if who == "alice":
        page.context.add_cookies([{"name": "sessionid", "value": world["sessions"]["alice"], "url": site.url}])
    addresses = [*world["pages"][who]]
    assert len(addresses) > 15
    if who == "nobody":
        addresses += [reverse(name, args=[game]) for game in GAMES for name in OF_A_GAME]
        addresses += [
            reverse("lesson-step", args=[game, number])
            for game, lesson in lessons().items()
            for number in range(1, len(lesson.steps) + 1, 1 if SOAK else len(lesson.steps) - 1)
        ]
    codes = codes_in(addresses)
    wrong, drawn, read_in = {}, set(), {"Accept-Language": LOCALES[language]}
    for address in addresses:
        kind = address if SOAK else resolve(urlsplit(address).path).view_name
        url = site.url + address
        answer = page.request.get(url, headers=read_in) if kind in drawn else page.goto(url)
        assert answer.status in (200, 403, 404), (address, answer.status)
        found = [*dict.fromkeys(foreign(answer.text(), language, NAMES | codes))]
        if kind not in drawn:
            found += [*dict.fromkeys(foreign(page.content(), language, NAMES | codes)), *page.evaluate(WIDE)]
            drawn.add(kind)
        if found:
            wrong[address] = found
    assert not wrong, "\n".join(f"{address}: {found}" for address, found in wrong.items())


def codes_in(addresses):
    """Return the codes of tables in addresses: one of letters alone is a word of no language."""
    return {part for address in addresses for part in address.split("/") if part.isupper()}


def test_it_notices_words_of_the_other_language():
    html = '<html lang="en"><p title="你好">Hello 小梅 再见 <b lang="zh-Hans">庄</b></p>'
    html += '<i class="avatar a">梅</i><code>ls 牌</code>'
    assert foreign(html, "en", {"小梅"}) == ["你好", "再见"]
    assert foreign(html.replace("en", "zh-Hans", 1), "zh-hans", ()) == ["Hello"]
