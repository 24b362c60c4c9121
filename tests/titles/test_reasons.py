"""The reasons of every game reveal nothing hidden, explain something, and are short."""

from __future__ import annotations

from random import Random

import pytest
from django.utils import translation

from games.rules.core import Suit
from games.rules.registry import GAMES
from games.table.game_table import table_of, why
from games.table.sentences import NOBODY, fill
from tests.ai.test_peeking import exchanged
from tests.faults.sizes import size
from tests.titles.walks import choices, key_of

EVERY_GAME = pytest.mark.parametrize("game", [key for key in GAMES if table_of(key).reasons is not None])
#: letters that fit in two lines of the smallest phone, after a hint of one card: «Hint: play 10♠.» «提示：出 10♠。»
MOST_LETTERS = {"en": 54, "zh-hans": 26}
#: values for the placeholders of a sentence
PLACES = {"suit": Suit("D"), "points": 25, "cards": "10♠"}


@EVERY_GAME
def test_it_says_the_same_whatever_the_others_hold(game: str) -> None:
    rng, count = Random(9), 0
    for state, action in choices(game, size(6, 60), 5):
        here, there = (
            why(view, action, GAMES[game].moves(view))
            for view in (
                GAMES[game].view(one, action.seat) for one in (state, exchanged(game, state, action.seat, rng))
            )
        )
        assert here == there
        count += here is not None
    assert count > 20


@EVERY_GAME
def test_what_is_true_of_all_that_may_be_done_is_not_said(game: str) -> None:
    family = table_of(game).reasons
    assert family is not None
    for state, action in choices(game, size(3, 30), 6):
        view = GAMES[game].view(state, action.seat)
        moves = GAMES[game].moves(view)
        assert why(view, action, [action]) is None
        if reason_key := key_of(game, why(view, action, moves)):
            reason = next(one for one in family.reasons if one.key == reason_key)
            position = family.position(view)
            assert reason.holds(position, action)
            assert not all(reason.holds(position, move) for move in moves)


@EVERY_GAME
def test_of_the_reasons_that_tell_an_action_from_another_the_first_is_said(game: str) -> None:
    family = table_of(game).reasons
    assert family is not None
    for state, action in choices(game, size(2, 20), 8):
        view = GAMES[game].view(state, action.seat)
        other = next(move for move in GAMES[game].moves(view) if move != action)
        position = family.position(view)
        telling = [one.key for one in family.reasons if one.holds(position, action) and not one.holds(position, other)]
        assert key_of(game, why(view, action, [other])) == next(iter(telling), "")


@EVERY_GAME
@pytest.mark.parametrize("language", MOST_LETTERS)
def test_a_reason_is_short_and_said_in_both_languages(game: str, language: str) -> None:
    family = table_of(game).reasons
    assert family is not None
    sentences = [reason.sentence for reason in family.reasons]
    assert len(set(sentences)) == len(sentences), "two reasons that nobody can tell apart"
    with translation.override(language):
        for text in (*sentences, *(habit.sentence for habit in family.habits)):
            words = fill(translation.gettext(text), PLACES, NOBODY)
            assert len(words) <= MOST_LETTERS[language], words
            assert language == "en" or words != text
