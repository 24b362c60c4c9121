"""Big Two, Tien Len and President at the table: the right words and cards are shown to the right people."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.utils import translation
from django.utils.translation import gettext

from games.rules.cards import NUMBERS, names
from games.rules.climbing.actions import Play
from games.rules.core import Seat
from games.rules.president.state import State
from games.rules.registry import GAMES
from games.table import fragments
from games.table.game_table import table_of
from games.table.scene import Scene
from games.table.sentences import People, fill, people, sentence
from tests.table import climbing_scenes
from tests.table.scenes import clear_drawings, scene_of, state_at, winner

SCENES = climbing_scenes.climbing()
HEAD = re.compile("[\u4e00-\u9fff]")


def shown(scene: Scene, part: str) -> str:
    """Return the words in a part of a table."""
    return re.sub(r"<[^>]+>", " ", fragments.parts(scene)[part])


def prompt_of(name: str) -> str:
    display = table_of(SCENES[name].game.key).display(SCENES[name])
    return f"{display.prompt.text} {display.prompt.small}"


@pytest.mark.parametrize("name", SCENES)
def test_every_sentence_is_filled_and_in_one_language(name: str) -> None:
    scene = SCENES[name]
    for language in ("en", "zh-hans"):
        with translation.override(language):
            clear_drawings()
            display = table_of(scene.game.key).display(scene)
            text = f"{display.about} {display.prompt.text} {display.prompt.small}"
            assert not re.search(r"%\(|[{}]", text)
            assert bool(HEAD.search(text)) == (language == "zh-hans")


# --- Big Two --------------------------------------------------------------------------------


def test_hands_of_five_are_told_in_words() -> None:
    assert re.search(r"a full house, three \S+s", shown(SCENES["big-two-five"], "board"))
    assert "full house 葫芦" in " ".join(shown(SCENES["big-two-five"], "board").split())


def test_a_bomb_is_shown_as_one() -> None:
    assert "bomb: quads, four" in shown(SCENES["big-two-bomb"], "board")
    assert "bombs with quads" in prompt_of("big-two-bomb")


def test_the_first_play_is_begun_with_its_card_and_the_duty_is_told() -> None:
    scene = SCENES["big-two-begin"]
    assert "play the 3♦, alone or with others." in prompt_of("big-two-begin")
    inputs = re.findall(r"<input [^>]*>", fragments.parts(scene)["hand"])
    assert [tag for tag in inputs if " checked" in tag] == [tag for tag in inputs if "value=3D " in tag]


def test_whoever_plays_before_a_last_card_is_told_to_play_the_highest() -> None:
    assert "a single must be your highest" in prompt_of("big-two-last-card")
    forced = {"last_card": "forced"}
    state = state_at(
        GAMES["big-two"],
        lambda s: climbing_scenes.turn(2)(s) and s.last_card and GAMES["big-two"].legal(s)[-1].do == "play",
        forced,
    )
    actions = fragments.parts(scene_of("big-two", state, 0, forced))["actions"]
    assert 'value="pass"' not in actions and 'value="play"' in actions


def test_the_odd_card_is_shown_to_all() -> None:
    assert "took the one left over" in shown(SCENES["big-two-three"], "score")


# --- Tien Len -------------------------------------------------------------------------------


def test_a_chop_is_shown_as_one_with_what_it_brings() -> None:
    assert "chop! four" in shown(SCENES["tien-len-chop"], "board")
    assert "points, if nobody chops again" in shown(SCENES["tien-len-chop"], "board")
    assert "chops with four" in prompt_of("tien-len-chop")
    assert "Chops bring you" in shown(SCENES["tien-len-over-south"], "scorecard")


def test_terms_are_vietnamese_where_the_page_is_not_chinese() -> None:
    assert 'lang="vi">đôi<' in fragments.parts(SCENES["tien-len-follow"])["board"]
    with translation.override("zh-hans"):
        clear_drawings()
        assert 'lang="vi"' not in fragments.parts(SCENES["tien-len-follow"])["board"]


@pytest.mark.parametrize("name", ["big-two-begin", "tien-len-begin", "president-begin"])
def test_before_the_first_trick_is_over_the_place_of_the_last_says_so(name: str) -> None:
    assert "No trick is over yet." in shown(SCENES[name], "side")


def test_places_are_told_as_they_are_taken() -> None:
    assert "is out, place 1" in shown(SCENES["tien-len-out"], "board")
    card = shown(SCENES["tien-len-over"], "scorecard")
    assert all(place in card for place in ("Was out first", "Is second", "Is third", "last with cards"))


def test_where_pairs_of_players_settle_the_count_says_so() -> None:
    settled = state_at(GAMES["big-two"], lambda state: state.result is not None, {"settle": "pairs"})
    assert "settles the difference" in fragments.parts(scene_of("big-two", settled))["scorecard"]


# --- President ------------------------------------------------------------------------------


def test_the_cards_of_an_exchange_are_shown_to_the_two_who_make_it() -> None:
    state = state_at(GAMES["president"], lambda s: s.phase == "exchange", context={"dealer": 3, "order": [0, 2, 1, 3]})
    tribute = names(GAMES["president"].view(state, 0).exchanges[0].tribute)
    for seat in (0, 1, 2, 3, None):
        parts = fragments.parts(scene_of("president", state, seat))
        others = parts["board"] + parts["score"]
        shown_cards = {card for card in NUMBERS if re.search(rf'data-c="?{card}\b', others)}
        if seat in (0, 3):
            assert set(tribute) <= shown_cards
        else:
            assert not set(tribute) & shown_cards


def test_the_cards_of_an_exchange_lie_over_the_line_that_says_whose_they_are() -> None:
    state = state_at(GAMES["president"], lambda s: s.phase == "exchange", context={"dealer": 3, "order": [0, 2, 1, 3]})
    lines = re.findall(r"<small>([^<]+ pays? [^<]+)</small>", fragments.parts(scene_of("president", state, 1))["board"])
    assert lines == ["You pay Grandpa the best card", "Pine pays Mei the 2 best cards"]


def test_the_cards_got_in_an_exchange_are_new_until_one_plays() -> None:
    game, context = GAMES["president"], {"dealer": 3, "order": [0, 2, 1, 3]}

    def new_cards(state: State, seat: int) -> list[str]:
        hand = fragments.parts(scene_of("president", state, seat))["hand"]
        return sorted(re.findall(r'<label class="new"><input type=\w+ name=cards value=(\w+)', hand))

    state = state_at(game, lambda state: state.phase == "play", context=context)
    for seat in range(4):
        (exchange,) = [one for one in game.view(state, seat).exchanges if seat in (one.payer, one.taker)]
        got = exchange.gift if seat == exchange.payer else exchange.tribute
        assert new_cards(state, seat) == sorted(names(got))
    later = state_at(game, lambda state: state.played.bit_count() == 4, context=context)
    assert not any(new_cards(later, seat) for seat in range(4))


def test_who_gives_back_chooses_as_many_as_they_get() -> None:
    actions = fragments.parts(SCENES["president-exchange"])["actions"]
    assert 'data-need="2"' in actions and "Give these cards" in actions
    assert "type=checkbox" in fragments.parts(SCENES["president-exchange"])["hand"]


def test_titles_stand_on_the_plates_and_places_in_the_count() -> None:
    board = shown(SCENES["president-lead"], "board")
    assert all(title in board for title in ("president", "vice-pres.", "vice-scum", "scum"))
    out = shown(SCENES["president-out"], "board")
    assert re.search(r"\bpresident +is out", out) and re.search(r"\bvice-pres\. +is out", out)
    card = shown(SCENES["president-over"], "scorecard")
    assert "is president." in card
    assert "1st: president." in card and re.search(r"4th: scum, last with cards\.", card)


@pytest.mark.parametrize("name", ["big-two-over", "tien-len-over", "president-over"])
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_row_of_the_scorecard_names_its_player_once(name: str, language: str) -> None:
    with translation.override(language):
        clear_drawings()
        html = fragments.parts(SCENES[name])["scorecard"]
    rows = re.findall(r"<b>([^<]+)</b><small>([^<]+)</small>", html)
    assert rows
    for who, told in rows:
        assert not told.startswith(who) and told[:1] == told[:1].upper(), (who, told)
    clear_drawings()


def test_a_revolution_is_told_in_every_turn_while_it_lasts() -> None:
    assert prompt_of("president-turned").startswith("Upside down!")
    assert "Ranks upside down" in shown(SCENES["president-turned"], "board")


def test_whoever_loses_a_turn_is_told() -> None:
    assert "the next player loses a turn" in prompt_of("president-skip")
    assert "loses this turn" in shown(SCENES["president-skip"], "board")


def test_twos_clear_the_table() -> None:
    assert "You clear the table with" in prompt_of("president-lead")


def test_nobody_goes_out_on_a_two_unwarned() -> None:
    daifugo = SCENES["president-turned"]
    view = replace(daifugo.view, turned=False, hand=tuple(NUMBERS[card] for card in ("2S", "5D")))  # type: ignore[arg-type]
    duty = table_of("president").hooks.duty(replace(daifugo, view=view), view)  # type: ignore[attr-defined]
    assert "costs you your place" in duty


def test_a_number_of_cards_is_a_word_and_a_card_stands_apart_in_chinese():
    ann, hooks, view = People(("Ann",)), table_of("winner").hooks, winner()["winner-lead"].view

    def taken(*cards: str) -> str:
        combo = hooks.classify(tuple(NUMBERS[card] for card in cards), view.options)
        values = {"name": Seat(0), "combo": hooks.in_words(combo)}
        return fill(gettext(hooks.played(view, Play(0, combo.cards))), values, ann)

    assert taken("3S", "4S", "5D", "6H") == "Ann played a straight of four, up to 6♥."
    assert taken("BJ") == "Ann played the big joker."
    with translation.override("zh-hans"):
        assert taken("3S", "4S", "5D", "6H") == "Ann出四张顺子（到 6♥）。"
        assert taken("JS") == "Ann出 J♠。"
        assert taken("3S", "3H", "4S", "4H", "5S", "5H") == "Ann出三连对（到 5♠）。"
        assert fill("%(name)s用%(combo)s斩了。", {"name": Seat(0), "combo": "四张 4"}, ann) == "Ann用四张 4 斩了。"
        assert taken("BJ") == "Ann出大王。"


def test_who_is_president_is_not_said_to_have_been_out_first_for_a_two_may_cost_that_place():
    hooks, game = table_of("president").hooks, GAMES["president"]
    scene = scene_of("president", state_at(game, lambda s: bool(s.result)), None)
    assert re.search(r"^\w+ comes first; \w+ is scum\.$", hooks.why(scene, scene.view))
    prompt_of = [sentence(message, people(scene)) for message in scene.explanation.score]
    assert any(re.match(r"\w+ finishes in place 1, as president, and scores 2\.$", line) for line in prompt_of)
