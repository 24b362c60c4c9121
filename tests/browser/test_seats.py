"""Five, six and seven seats round one board: no badge lies over another, none is cut, in any size of window."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.rules.registry import GAMES
from games.table.scene import Sitter
from games.table.sentences import AI_NAMES
from tests.table import gallery
from tests.table.scenes import scene_of, state_at

pytestmark = pytest.mark.browser

SIZES = [
    (320, 568),
    (360, 640),
    (390, 844),
    (667, 375),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1366, 650),
    (1920, 1080),
]
LONG = "Wilhelmina Featherst"
#: The boxes of badges and of the cards before them, and the board's own.
BOXES = """() => {
  const box = (element) => { const r = element.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map(box);
  const board = box(document.querySelector('#board'));
  return {board, badges: all('#board .badge'), cards: all('#board .play [data-c]')};
}"""


def many(key, seats, is_reached, context=None):
    """Return a scene of a game with ``seats`` seats, every name of the maximum length."""
    game = GAMES[key]
    options = {"players": seats}
    sitters = tuple(
        Sitter(seat, AI_NAMES[seat] if seat % 2 else LONG, level="policy" if seat % 2 else "", here=seat != 2)
        for seat in range(seats)
    )
    return scene_of(key, state_at(game, is_reached, options, context), chosen=options, sitters=sitters)


def over(one, other):
    """Return whether two boxes overlap by more than a pixel."""
    return min(one[2], other[2]) - max(one[0], other[0]) > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1


@pytest.fixture
def seen(browser, tmp_path):
    """Draw a scene in each size; ``seen(scene, script)`` yields the size and what a script of the page returns."""
    page_file, page = tmp_path / "table.html", browser.new_page()

    def in_each_size(scene, script):
        page_file.write_text(gallery.plain(gallery.table_page(scene)))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"file://{page_file}")
            yield (width, height), page.evaluate(script)

    yield in_each_size
    page.close()


@pytest.mark.parametrize("seats", [5, 6, 7])
def test_every_badge_has_its_place(seen, seats):
    scene = many("pitch", seats, lambda state: len(state.trick) == seats - 1)
    for size, boxes in seen(scene, BOXES):
        left, top, right, bottom = boxes["board"]
        assert len(boxes["badges"]) == seats, size
        assert len(boxes["cards"]) == seats - 1, size
        lying = [*boxes["badges"], *boxes["cards"]]
        assert all(
            left <= box[0] and top <= box[1] and box[2] <= right + 1 and box[3] <= bottom + 1 for box in lying
        ), size
        pairs = [(one, other) for at, one in enumerate(lying) for other in lying[at + 1 :] if over(one, other)]
        assert pairs == [], size
        # a name of one word can still be read
        assert all(box[2] - box[0] >= 56 for box in boxes["badges"]), size


#: What the exchange shows in the middle, and what could lie over it: boxes, and those of the board and the sentence.
EXCHANGE = """() => {
  const box = (element) => { const r = element.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map(box);
  const middle = all('#board .hub [data-c], #board .hub small');
  return {board: all('#board')[0], middle, others: all('#board .badge, #prompt, #clock b')};
}"""
#: Who the viewer is, by how many came out after them: the scum, who sees the cards that they pay, somebody who sees
#: backs, or the president, whose badge says that they are to give.
PAYERS = {"the scum": 0, "a citizen": 2, "the president": -1}


@pytest.mark.parametrize("payer", PAYERS)
@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_what_is_exchanged_lies_in_the_middle_of_the_board(seen, seats, payer):
    order = [*range(1, seats)]
    order.insert((len(order) - PAYERS[payer]) % seats, 0)
    context = {"dealer": order[-1], "order": order}
    scene = many("president", seats, lambda state: state.phase == "exchange", context)
    for size, found in seen(scene, EXCHANGE):
        left, top, right, bottom = found["board"]
        assert found["middle"], size
        for box in found["middle"]:
            assert left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom, (size, box)
            assert not any(over(box, other) for other in found["others"]), (size, box)


#: What badges say of their players that does not fit into them.
CUT_NOTES = """() => [...document.querySelectorAll('#board .badge small')].flatMap((note) => {
  const one = note.getBoundingClientRect(), line = note.parentElement.getBoundingClientRect();
  return one.right > line.right + 1 && one.top < line.bottom - 4 ? [note.textContent] : [];
})"""


@pytest.mark.parametrize("seats", [5, 6, 7])
def test_it_fits_into_a_badge_what_its_player_does_and_has_become(seen, seats):
    order = [*range(1, seats), 0]
    for moment in (
        lambda state: state.phase == "exchange",
        lambda state: state.result is None and len(state.out) == seats - 2,
    ):
        scene = many("president", seats, moment, {"dealer": order[-1], "order": order})
        assert [fault for fault in seen(scene, CUT_NOTES) if fault[1]] == []


#: The words under a play that do not fit below it, or lie over a badge.
CUT_WORDS = """() => {
  const box = (element) => element.getBoundingClientRect(), board = box(document.querySelector('#board'));
  const badges = [...document.querySelectorAll('#board .badge')].filter((one) => one.checkVisibility()).map(box);
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const cut = (tag) => tag.scrollWidth > tag.clientWidth + 1 || box(tag).left < board.left
    || box(tag).right > board.right || badges.some((badge) => over(badge, box(tag)));
  return [...document.querySelectorAll('#board .play-tag')].filter(cut).map((tag) => tag.textContent);
}"""


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("key", ["winner", "big-two", "tien-len"])
def test_what_a_play_is_stands_whole_under_it(seen, key, seats):
    for answering in range(seats):
        scene = many(
            key,
            seats,
            lambda state, seat=answering: state.to_act == (seat,) and state.top is not None and state.top.size == 5,
        )
        assert [fault for fault in seen(scene, CUT_WORDS) if fault[1]] == [], answering


#: The words of each badge's first tag, if they are cut or left out.
CUT_TAGS = """() => [...document.querySelectorAll('#board .badge')].flatMap((badge) => {
  const end = badge.getBoundingClientRect().bottom;
  const cut = (tag) => tag.scrollWidth > tag.clientWidth + 1 || tag.getBoundingClientRect().bottom > end;
  return [...badge.querySelectorAll('.tag')].slice(0, 1).filter(cut).map((tag) => tag.textContent);
})"""


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_it_is_said_who_is_played_for_beside_any_number_of_cards(browser, tmp_path, language):
    sitters = tuple(Sitter(seat, LONG, autoplay=seat > 0) for seat in range(4))
    with translation.override(language):
        scene = scene_of("eighty", state_at(GAMES["eighty"], lambda state: state.phase == "play"), sitters=sitters)
        page_file = tmp_path / "table.html"
        page_file.write_text(gallery.plain(gallery.table_page(scene)))
    page = browser.new_page()
    for width, height in [(390, 844), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"file://{page_file}")
        assert page.evaluate(CUT_TAGS) == [], (width, height)
        assert page.locator("#board .tag").filter(has_text={"en": "AI plays", "zh-hans": "代打"}[language]).count() == 3
    page.close()
