"""The parts of a table: complete, deterministic, escaped, small enough to push."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest
from django.utils import translation

from games.rules.cards import NAMES, cards
from games.rules.core import Refusal
from games.rules.registry import GAMES
from games.table import fragments
from games.table.scene import RefusedPress, Scene, Sitter
from tests.table import climbing_scenes, scenes
from tests.table.scenes import clear_drawings

FAMILIES = (scenes.all_fours, scenes.winner, scenes.shengji, climbing_scenes.climbing)
SCENES = {name: scene for family in FAMILIES for name, scene in family().items()}
MOST_BYTES = 6250
VOID = {"input", "br", "path"}


class Checker(HTMLParser):
    """Reads HTML and notes ids, unbalanced tags and what the content policy forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.open: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name == "style" or name.startswith("on"):
                self.faults.append(f"{tag} {name}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"/{tag}")


def read(html: str) -> Checker:
    checker = Checker()
    checker.feed(html)
    return checker


@pytest.mark.parametrize("name", SCENES)
def test_it_makes_one_element_of_its_name_a_part(name: str) -> None:
    for part, html in fragments.parts(SCENES[name]).items():
        page = read(html)
        assert page.ids[0] == part
        assert not page.faults
        assert not page.open


@pytest.mark.parametrize("name", SCENES)
def test_it_puts_every_part_on_the_page_once(name: str) -> None:
    page = read(fragments.table(SCENES[name]))
    parts = list(fragments.parts(SCENES[name]))
    assert sorted(part for part in parts if page.ids.count(part) == 1) == sorted(parts)
    assert len(set(page.ids)) == len(page.ids)
    assert not page.faults


@pytest.mark.parametrize("name", SCENES)
def test_it_draws_a_scene_the_same_twice_and_changes_nothing_of_it(name: str) -> None:
    scene = repr(SCENES[name])
    first = fragments.parts(SCENES[name])
    clear_drawings()
    assert fragments.parts(SCENES[name]) == first
    assert repr(SCENES[name]) == scene


def test_it_draws_once_for_an_equal_scene_and_anew_for_another_or_another_language() -> None:
    name, scene = next((name, scene) for name, scene in SCENES.items() if scene.seat is not None and scene.moves)
    first = fragments.parts(scene)
    assert fragments.parts(replace(scene, moves=tuple(scene.moves))) is first
    refused = replace(scene, refused=RefusedPress("stale", message="The table has moved on."))
    assert "moved on" in fragments.parts(refused)["toast"]
    assert fragments.parts(scene) == first, name
    with translation.override("zh-hans"):
        assert fragments.parts(scene) != first


@pytest.mark.parametrize("name", SCENES)
def test_it_shows_an_onlooker_no_hand_and_nothing_to_press(name: str) -> None:
    scene = SCENES[name]
    game = scene.game
    view = replace(scene.view, seat=None, hand=()) if scene.view else None  # type: ignore[type-var]
    parts = fragments.parts(replace(scene, seat=None, view=view, moves=(), key="", game=game))
    assert "hidden" in parts["hand"]
    assert "<button" not in parts["actions"]


def test_it_escapes_what_people_call_themselves() -> None:
    scene = SCENES["allfours-play-other"]
    rogue = tuple(sitter._replace(name="<script>alert(1)</script>") for sitter in scene.sitters)
    html = fragments.table(replace(scene, sitters=rogue, name="<b onclick=x>"))
    assert "<script" not in html
    assert "<b onclick" not in html


def test_it_does_not_mistake_a_name_for_html_it_has_kept() -> None:
    scene = SCENES["winner-follow"]
    fragments.table(scene)
    odd = tuple(Sitter(sitter.number, "<i data-c=KS>King</i>") for sitter in scene.sitters)
    assert "&lt;i data-c=KS&gt;" in fragments.table(replace(scene, sitters=odd))


def test_it_says_why_a_press_was_refused_and_keeps_the_choice() -> None:
    scene = SCENES["allfours-play-follow"]
    lawful = {move.card for move in scene.moves}  # type: ignore[attr-defined]
    chosen = next(card for card in scene.view.hand if card not in lawful)  # type: ignore[union-attr]
    refusal = Refusal("You must follow suit or play a trump.", "5")
    refused = RefusedPress("must-follow-or-trump", refusal, binds=tuple(lawful), cards=(chosen,))
    parts = fragments.parts(replace(scene, refused=refused))
    assert "You must follow suit or play a trump." in parts["toast"]
    assert parts["hand"].count("nod") == len(lawful)
    assert parts["hand"].count(" checked") == 1


def test_it_counts_every_chance_of_a_hand_with_its_reason() -> None:
    scorecard = fragments.parts(SCENES["allfours-over"])["scorecard"]
    for chance in ("High", "Low", "Jack", "Game"):
        assert f"<b>{chance}</b>" in scorecard


def hand_of_eighty() -> list[Scene]:
    """Return seat 0's scenes of a whole hand of Eighty Points, played at random."""
    game = GAMES["eighty"]
    rng, pack = Random(5), list(game.pack(game.resolve({})))
    rng.shuffle(pack)
    deck = tuple(pack)
    context = {"levels": ["2", "2"], "banker": None, "first": rng.randrange(4)}
    state = game.start(game.setup({}, context, deck))
    hand_scenes = []
    while state.result is None:
        moves = game.legal(state)
        state = game.step(state, moves[rng.randrange(len(moves))])
        hand_scenes.append(scenes.scene_of("eighty", state, 0, picture=148017 + len(hand_scenes), seq=len(hand_scenes)))
    return hand_scenes[:-1]


def test_it_pushes_a_move_in_few_bytes() -> None:
    shown: dict[str, str] = {}
    for number, scene in enumerate(hand_of_eighty()):
        parts = fragments.parts(scene)
        changed = {name: part for name, part in parts.items() if shown.get(name) != part}
        shown = dict(parts)
        if number:
            assert len(fragments.push(changed).encode()) <= MOST_BYTES


def test_it_leaves_the_hand_alone_while_others_play() -> None:
    pairs = list(zip(hand_of_eighty(), hand_of_eighty()[1:], strict=False))
    quiet = [(one, two) for one, two in pairs if 0 not in (*one.view.to_act, *two.view.to_act)]  # type: ignore[union-attr]
    assert quiet
    for before, after in quiet:
        assert fragments.parts(before)["hand"] == fragments.parts(after)["hand"]


def test_it_names_no_card_that_the_viewer_may_not_see() -> None:
    for scene in hand_of_eighty()[4:40:9]:
        view = scene.view
        assert view is not None
        shown = set(re.findall(r"data-c=(\w\w)", fragments.table(scene)))
        codes = set(re.findall(r"value=(\w\w) id=c", fragments.table(scene)))
        assert len(codes) <= len(view.hand)
        assert codes <= shown


def test_it_chooses_a_forced_card_for_the_viewer() -> None:
    game = GAMES["all-fours"]
    state = scenes.state_at(game, lambda s: s.phase == "play" and 0 in s.to_act and len(game.legal(s)) == 1)
    card = game.legal(state)[0].card  # type: ignore[attr-defined]
    hand = fragments.parts(scenes.scene_of("all-fours", state))["hand"]
    assert f"id=c{NAMES[card]} checked" in hand
    assert hand.count(" checked") == 1


def test_it_offers_no_card_once_the_hand_is_over() -> None:
    assert '<fieldset class="hand" id="hand" disabled>' in fragments.parts(SCENES["winner-over"])["hand"]


@pytest.mark.parametrize("alone", [True, False])
def test_it_waits_for_the_others_only_if_there_are_people_among_them(alone: bool) -> None:
    scene = SCENES["tien-len-over"]
    sitters = tuple(sitter._replace(level="policy" if alone and sitter.number else "") for sitter in scene.sitters)
    parts = fragments.parts(replace(scene, sitters=sitters, ready=(0,), next_in=0.0 if alone else None))
    assert ("Waiting for the others" in parts["actions"]) is not alone
    assert ("Waiting for the others" in parts["prompt"]) is not alone
    assert re.search(r"<button[^>]* aria-disabled=.?true[^>]*>", parts["actions"])


@pytest.mark.parametrize("attribute", ["data-plays"])
def test_what_a_tap_brings_along_is_a_legal_play(attribute: str) -> None:
    def names_plays(state: Any) -> bool:
        if state.phase != "play" or 0 not in state.to_act:
            return False
        return attribute in fragments.parts(scenes.scene_of("eighty", state))["hand"]

    pairs = scenes.state_at(GAMES["eighty"], names_plays, prefer=lambda move: len(getattr(move, "cards", ())) == 2)
    scene = scenes.scene_of("eighty", pairs)
    match = re.search(rf'{attribute}="([^"]*)"', fragments.parts(scene)["hand"])
    assert match
    legal = [sorted(move.cards) for move in scene.moves]  # type: ignore[attr-defined]
    if attribute == "data-plays":
        assert sorted(sorted(cards(play)) for play in match[1].split(";")) == sorted(legal)
        return
    for entry in match[1].split(";"):
        keys, play = entry.split("=")
        for key in cards(keys):
            assert [one for one in legal if key in one] == [sorted(cards(play))]


@pytest.mark.parametrize("name", SCENES)
def test_it_lays_the_hand_from_low_to_high_for_whom_likes_that(name: str) -> None:
    def hand_order(scene: Scene) -> list[str]:
        return re.findall(r"value=(\w\w) id=c", fragments.parts(scene)["hand"])

    assert hand_order(replace(SCENES[name], prefs={"order": "low"})) == hand_order(SCENES[name])[::-1]


def test_an_english_page_quotes_no_chinese_book() -> None:
    """The source of 1807 is in Chinese: an English reader gets our words and its name."""
    scene = scenes.all_fours()["allfours-beg"]
    assert "blockquote" not in fragments.parts(scene)["side"] and "After: " in fragments.parts(scene)["side"]
    with translation.override("zh-hans"):
        assert "我要牌" in fragments.parts(scene)["side"]


@pytest.mark.parametrize(
    ("edition", "year", "quoted", "own"),
    [
        ("1807", "1807", "我要牌", "The dealer then gives a point"),
        ("1814", "1814", "我求牌", "The dealer then gives a point"),
        ("1823", "1807", "我要牌", "The dealer then gives a point"),
        ("1845", "1845", "", "whoever does not deal may beg"),
    ],
)
def test_each_edition_cites_its_own_words_for_begging_where_they_are_known(edition, year, quoted, own):
    scene = scenes.all_fours()["allfours-beg"]
    view = replace(scene.view, options={**scene.view.options, "edition": edition})
    side = fragments.parts(replace(scene, view=view))["side"]
    assert own in side and year in side
    with translation.override("zh-hans"):
        side = fragments.parts(replace(scene, view=view))["side"]
        assert year in side and ("blockquote" in side) == bool(quoted) and quoted in side


@pytest.mark.parametrize(("answer", "words"), [("run", "ran the cards: "), ("give", "gave a point: ")])
def test_what_came_of_a_beg_is_said_until_a_card_is_led(answer, words):
    game = GAMES["all-fours"]

    def led_next(state):
        return state.phase == "play" and state.course.begs == 1 and not state.trick and not state.tricks

    def not_led(action):
        return action.do in ("beg", answer)

    state = scenes.state_at(game, lambda state: led_next(state) and state.past[1].do == answer, prefer=not_led)
    prompt = fragments.parts(scenes.scene_of("all-fours", state, seat=state.table.eldest))["prompt"]
    assert words in prompt
    prompt = fragments.parts(scenes.scene_of("all-fours", state, seat=state.table.dealer))["prompt"]
    assert f"You {words}" in prompt


def test_a_table_that_is_called_as_its_game_does_not_say_so_twice():
    scene = SCENES["winner-lead"]
    bar = fragments.parts(replace(scene, code="ABCDEF", name="Winner"))["bar"]
    assert "<h1>Winner</h1>" in bar
    assert "<small>hand " in bar
    bar = fragments.parts(replace(scene, code="ABCDEF", name="Sundays"))["bar"]
    assert "<small>Winner, hand " in bar


def test_a_hand_that_lies_open_has_no_backs_beside_it():
    scene = SCENES["allfours-beg"]
    assert 'class="backs"' in fragments.parts(scene)["board"]
    hands = ((0, 1, 2), (3, 4, 5))
    assert 'class="backs"' not in fragments.parts(replace(scene, open=hands))["board"]


@pytest.mark.parametrize(("language", "shown"), [("en", "hand 1"), ("zh-hans", "第 1 局")])
def test_a_table_without_a_name_of_its_own_names_its_game_once(language, shown):
    eighty = GAMES["eighty"]
    state = scenes.state_at(
        eighty, lambda state: state.phase == "bury", context={"levels": ["2", "2"], "banker": None, "first": 1}
    )
    with translation.override(language):
        scene = scenes.scene_of("eighty", state, name=translation.gettext(eighty.name))
        clear_drawings()
        assert f"<small>{shown}</small>" in fragments.parts(scene)["bar"]
        assert f"<small>{shown}</small>" not in fragments.parts(replace(scene, name="Ours"))["bar"]
    clear_drawings()
