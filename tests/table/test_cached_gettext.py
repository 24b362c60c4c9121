"""The language of a picture is looked up once, and each picture is in its own."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.table.cached_gettext import get_language, gettext, of_game, one_language

HAND = {"en": "Hand", "zh-hans": "手牌"}


@pytest.mark.parametrize("language", HAND)
def test_it_is_the_one_that_is_active(language):
    with translation.override(language):
        assert (get_language(), gettext("Hand")) == (language, HAND[language])
        with one_language():
            assert (get_language(), gettext("Hand")) == (language, HAND[language])


def test_pictures_one_after_the_other_are_each_in_their_own():
    texts = []
    for language in (*HAND, *HAND):
        with translation.override(language), one_language():
            texts.append(gettext("Hand"))
    assert texts == [*HAND.values(), *HAND.values()]


def test_what_fails_within_leaves_no_language_behind():
    with pytest.raises(ZeroDivisionError), translation.override("zh-hans"), one_language():
        _ = 1 / 0
    assert gettext("Hand") == "Hand"


def test_a_picture_asks_django_once(monkeypatch):
    calls = []
    with translation.override("en"):
        gettext("Hand")  # a sentence that is new is looked up in its language
    monkeypatch.setattr(translation, "get_language", lambda: calls.append(1) or "en")
    with one_language():
        for _ in range(9):
            gettext("Hand")
    assert len(calls) == 1


@pytest.mark.parametrize("language", HAND)
def test_a_game_without_trumps_may_have_words_of_its_own(language):
    with translation.override(language):
        words = [of_game(game, "card") for game in ("Forty Points", "Winner")]
    assert words == {"en": ["card"] * 2, "zh-hans": ["张", "手"]}[language]
