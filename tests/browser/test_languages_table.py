"""Two languages at one table: each reads their own, in every fragment that is pushed to them, and nothing stands out of
the smallest window in either."""

from __future__ import annotations

import json

import pytest

from games.rules.registry import GAMES
from tests.browser.conftest import come
from tests.browser.hands import lift, look, moved_on
from tests.browser.languages import LANGUAGES, NAMES, WIDE, foreign, frames_of
from tests.browser.test_table_hands import turn
from tests.faults.sizes import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.slow]

#: The games whose hand two readers play: in every run a short one, in the soak all. What a
#: hand of each game shows to a reader of one language is read by ``test_table_shift``.
READ = GAMES if SOAK else ("all-fours",)
STEPS = 400


@pytest.fixture(scope="module")
def pairs(site):
    """Prepare a table of each tested game for an English and a Chinese reader."""
    return json.loads(site.run(f"from tests.browser import languages; languages.prepare_pairs(*{list(READ)!r})"))


def check(page, language):
    """Check what is drawn now: nothing in the other language, nothing out of the window."""
    assert foreign(page.content(), language, NAMES) == []
    assert page.evaluate(WIDE) == []


@pytest.mark.parametrize("game", READ)
def test_a_hand_is_played_by_readers_of_two_languages(visit, site, pairs, game):
    code, *sessions = pairs[game]
    pages, frames = [], {}
    for language, session in zip(LANGUAGES, sessions, strict=True):
        page = visit("small", at=None)
        frames[language] = frames_of(page)
        pages.append(come(page, site, code, session))
        page.wait_for_selector("[data-socket=on]", state="attached")
    assert [page.evaluate("() => document.documentElement.lang") for page in pages] == ["en", "zh-Hans"]
    kinds = set()
    for _ in range(STEPS):
        now = [look(page) for page in pages]
        for page, language, view in zip(pages, LANGUAGES, now, strict=True):
            kind = (language, view["mine"], tuple(view["actions"]), view["over"])
            if kind not in kinds:  # every kind of moment once: the fragments are all checked below
                kinds.add(kind)
                check(page, language)
        if all(view["over"] for view in now):
            break
        to_act = [at for at, view in enumerate(now) if view["mine"] and wants(view)]
        if to_act:
            page, view = pages[to_act[0]], now[to_act[0]]
            turn(page, view, lambda button: button.click(), lambda card, page=page: lift(page, card))
            moved_on(page, view["picture"])
        else:
            late = min((0, 1), key=lambda at: (now[at]["over"], int(now[at]["picture"])))
            moved_on(pages[late], now[late]["picture"])
    else:
        raise AssertionError("the hand never ended")
    for language, texts in frames.items():
        assert len(texts) > 5
        assert [word for text in texts for word in foreign(text, language, NAMES)] == []
    # the words are there at all: each reader was told something in their own script
    assert all(
        foreign(" ".join(frames[language]), other, NAMES)
        for language, other in zip(LANGUAGES, reversed(LANGUAGES), strict=True)
    )


def wants(view):
    """Return whether the page asks for a press that the players here make: no declaration of trumps."""
    return bool(view["actions"] or view["needs"])


def test_it_notices_words_of_the_other_language():
    html = '<html lang="en"><p title="你好">Hello 小梅 再见 <b lang="zh-Hans">庄</b></p>'
    html += '<i class="avatar a">梅</i><code>ls 牌</code>'
    assert foreign(html, "en", {"小梅"}) == ["你好", "再见"]
    assert foreign(html.replace("en", "zh-Hans", 1), "zh-hans", ()) == ["Hello"]
