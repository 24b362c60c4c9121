"""The first lessons as they are written: every step, every answer, judged by the engine."""

from __future__ import annotations

from collections import Counter

import pytest
from django.utils import translation

from games.lessons import grading, page
from games.lessons.game_lesson import lessons
from games.lessons.positions import position_of
from games.rules.cards import names
from games.rules.core import Illegal, Malformed
from games.rules.record import verify
from games.rules.registry import GAMES
from tests.lessons.answers import answers, right_answer, wrong_answers

LESSONS = lessons()

POSITIONS = [(game, step) for game, lesson in LESSONS.items() for step in lesson.steps]
IDS = [f"{game}/{step.key}" for game, step in POSITIONS]
each = pytest.mark.parametrize(("game", "step"), POSITIONS, ids=IDS)


def test_every_game_has_a_lesson_of_ten_to_fifteen_positions():
    assert set(LESSONS) == set(GAMES)
    for lesson in LESSONS.values():
        assert 10 <= len(lesson.steps) <= 15
        assert len({step.key for step in lesson.steps}) == len(lesson.steps)


@each
def test_a_position_is_a_record_that_anybody_can_verify(game, step):
    known = position_of(game, step.key)
    if known.dealt is None:
        assert verify(known.record()) == {"ok": True, "finished": False, "to_act": [0]}
    else:
        assert known.state.phase == "draw"


@each
def test_the_reader_holds_what_the_position_says(game, step):
    view, position = grading.view_of(position_of(game, step.key)), step.position
    assert Counter(names(view.hand)) >= Counter(position.holds[0].split())
    if position.size:
        assert len(view.hand) == position.size
    if hasattr(position, "points"):
        assert view.points == position.points


@each
def test_each_wrong_answer_gives_its_reason(game, step):
    """What the rules refuse is refused in their own words; what they allow has a written reason."""
    known, refusals = position_of(game, step.key), GAMES[game].refusals
    wrong = list(wrong_answers(game, step))
    assert wrong
    for (do, chosen), verdict in wrong:
        assert verdict.text and verdict.after is None
        if step.mark:
            assert verdict.named and verdict.text in (step.missed, step.extra)
            continue
        try:
            known.game.check(known.state, grading.read(known, do, chosen))
        except Illegal as illegal:
            assert verdict.refusal is refusals[illegal.code] and verdict.text == refusals[illegal.code].sentence
        else:
            assert verdict.refusal is None
            assert verdict.text in {case.text for case in step.cases if not case.right}


@each
def test_no_sentence_of_a_position_is_said_to_nobody(game, step):
    known = position_of(game, step.key)
    shown = set()
    for do, chosen in answers(step, known):
        try:
            verdict = grading.judged(step, known, do, chosen)
        except Malformed:
            continue
        shown.add(verdict.text)
    written = {case.text for case in step.cases} or {step.well, step.missed, step.extra}
    assert written <= shown


@each
def test_after_the_right_answer_the_hand_goes_on_as_the_rules_say(game, step):
    known = position_of(game, step.key)
    do, chosen = right_answer(game, step)
    verdict = grading.judged(step, known, do, chosen)
    assert verdict.right and verdict.after is not None
    if not step.mark:
        action = grading.read(known, do, chosen)
        assert known.game.write_action(action)["do"] == do
        assert known.view(verdict.after) == known.view(known.game.step(known.state, action))


@each
def test_nothing_is_given_away_before_the_answer(game, step):
    """No card is dimmed or chosen, and a hand whose trumps are the question is sorted by printed suits."""
    with translation.override("en"):
        number = LESSONS[game].steps.index(step) + 1
        shown = page.frame(page.Place(game, number), None)
    assert "aria-disabled" not in shown["hand"] and "checked" not in shown["hand"].replace("checkbox", "")
    if step.mark:
        assert "trump" not in shown["hand"] and "data-g" not in shown["hand"]


@each
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_position_is_written_in_both_languages(game, step, language):
    texts = [step.title, step.tell, step.ask, step.well, step.missed, step.extra]
    texts += [case.text for case in step.cases]
    with translation.override(language):
        translated = [translation.gettext(text) for text in texts if text]
    chinese = [any("\u4e00" <= letter <= "\u9fff" for letter in text) for text in translated]
    assert all(chinese) if language == "zh-hans" else not any(chinese)


def test_an_answer_without_cards_or_with_none_of_the_hand_is_none():
    step = LESSONS["eighty"].steps[0]
    known = position_of("eighty", step.key)
    for do, chosen in (("mark", ()), ("mark", ("AH",)), ("mark", ("XX",)), ("play", ("BJ",))):
        with pytest.raises(Malformed):
            grading.judged(step, known, do, chosen)
