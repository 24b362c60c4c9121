"""The first lessons as they are written: every position, every answer, judged by the engine."""

from __future__ import annotations

from collections import Counter

import pytest
from django.utils import translation

from games.lessons import grading, page
from games.lessons.game_lesson import lessons
from games.lessons.positions import laid
from games.rules.cards import names
from games.rules.core import Illegal, Malformed
from games.rules.record import verify
from games.rules.registry import GAMES
from tests.lessons.answers import answers, right_answer, wrong_answers

LESSONS = lessons()

POSITIONS = [(game, position) for game, lesson in LESSONS.items() for position in lesson.positions]
IDS = [f"{game}/{position.key}" for game, position in POSITIONS]
each = pytest.mark.parametrize(("game", "position"), POSITIONS, ids=IDS)


def test_every_game_has_a_lesson_of_ten_to_fifteen_positions():
    assert set(LESSONS) == set(GAMES)
    for lesson in LESSONS.values():
        assert 10 <= len(lesson.positions) <= 15
        assert len({position.key for position in lesson.positions}) == len(lesson.positions)


@each
def test_a_position_is_a_record_that_anybody_can_verify(game, position):
    known = laid(game, position.key)
    if known.dealt is None:
        assert verify(known.record()) == {"ok": True, "finished": False, "to_act": [0]}
    else:
        assert known.state.phase == "draw"


@each
def test_the_reader_holds_what_the_position_says(game, position):
    held, said = grading.view_of(laid(game, position.key)), position.lay
    assert Counter(names(held.hand)) >= Counter(said.holds[0].split())
    if said.size:
        assert len(held.hand) == said.size
    if hasattr(said, "points"):
        assert held.points == said.points


@each
def test_each_wrong_answer_gives_its_reason(game, position):
    """What the rules refuse is refused in their own words; what they allow has a written reason."""
    known, refusals = laid(game, position.key), GAMES[game].refusals
    wrong = list(wrong_answers(game, position))
    assert wrong
    for (do, chosen), verdict in wrong:
        assert verdict.text and verdict.after is None
        if position.mark:
            assert verdict.named and verdict.text in (position.missed, position.extra)
            continue
        try:
            known.game.check(known.state, grading.read(known, do, chosen))
        except Illegal as illegal:
            assert verdict.refusal is refusals[illegal.code] and verdict.text == refusals[illegal.code].sentence
        else:
            assert verdict.refusal is None
            assert verdict.text in {case.text for case in position.cases if not case.right}


@each
def test_no_sentence_of_a_position_is_said_to_nobody(game, position):
    known = laid(game, position.key)
    said = set()
    for do, chosen in answers(position, known):
        try:
            verdict = grading.judged(position, known, do, chosen)
        except Malformed:
            continue
        said.add(verdict.text)
    written = {case.text for case in position.cases} or {position.well, position.missed, position.extra}
    assert written <= said


@each
def test_after_the_right_answer_the_hand_goes_on_as_the_rules_say(game, position):
    known = laid(game, position.key)
    do, chosen = right_answer(game, position)
    verdict = grading.judged(position, known, do, chosen)
    assert verdict.right and verdict.after is not None
    if not position.mark:
        action = grading.read(known, do, chosen)
        assert known.game.write_action(action)["do"] == do
        assert known.view(verdict.after) == known.view(known.game.step(known.state, action))


@each
def test_nothing_is_given_away_before_the_answer(game, position):
    """No card is dimmed or chosen, and a hand whose trumps are asked for lies by printed suits."""
    with translation.override("en"):
        number = LESSONS[game].positions.index(position) + 1
        shown = page.frame(page.Place(game, number), None)
    assert "aria-disabled" not in shown["hand"] and "checked" not in shown["hand"].replace("checkbox", "")
    if position.mark:
        assert "trump" not in shown["hand"] and "data-g" not in shown["hand"]


@each
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_position_is_written_in_both_languages(game, position, language):
    texts = [position.title, position.tell, position.ask, position.well, position.missed, position.extra]
    texts += [case.text for case in position.cases]
    with translation.override(language):
        said = [translation.gettext(text) for text in texts if text]
    chinese = [any("\u4e00" <= letter <= "\u9fff" for letter in text) for text in said]
    assert all(chinese) if language == "zh-hans" else not any(chinese)


def test_an_answer_without_cards_or_with_none_of_the_hand_is_none():
    position = LESSONS["eighty"].positions[0]
    known = laid("eighty", position.key)
    for do, chosen in (("mark", ()), ("mark", ("AH",)), ("mark", ("XX",)), ("play", ("BJ",))):
        with pytest.raises(Malformed):
            grading.judged(position, known, do, chosen)
