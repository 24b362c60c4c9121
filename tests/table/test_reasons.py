"""Reasons as the table asks for them: the first that tells an action from what might be done instead."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation

from games.rules.core import Action, Message
from games.table import fragments, game_table, learning
from games.table.game_table import GameTable, habits, why
from games.table.hints import hint_for
from games.table.reasons import Habit, Reason, Reasons
from tests.table import scenes

HIGH, LOW = SimpleNamespace(card=9), SimpleNamespace(card=2)
VIEW = SimpleNamespace(game="toy", floor=5)


class Tables:
    """A table whose reasons are these, in place of those of the games."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def give(self, *some: Reason, habits: tuple[Habit, ...] = ()) -> None:
        table = GameTable("toy")
        table.reasons = Reasons(lambda view: view.floor, some, habits)
        self._monkeypatch.setattr(game_table, "table_of", lambda game: table)


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Tables:
    return Tables(monkeypatch)


def is_above(floor: int, action: Any) -> bool:
    return bool(action.card > floor)


def always(floor: int, action: Any) -> bool:
    return True


def never(floor: int, action: Any) -> bool:
    return False


def text(action: Any, *instead: Any) -> str | None:
    message = why(VIEW, action, instead)
    return None if message is None else message.text


def test_the_first_reason_that_is_true_is_said(tables: Tables) -> None:
    tables.give(Reason("no", "No.", never), Reason("high", "It is high.", is_above), Reason("yes", "Yes.", always))
    assert text(HIGH, HIGH, LOW) == "It is high."


def test_what_is_true_of_all_that_may_be_done_explains_nothing(tables: Tables) -> None:
    tables.give(Reason("yes", "Yes.", always), Reason("high", "It is high.", is_above))
    assert text(HIGH, HIGH, LOW) == "It is high."
    assert text(HIGH, SimpleNamespace(card=7)) is None
    assert text(HIGH) is None


def test_where_none_is_true_nothing_is_made_up(tables: Tables) -> None:
    tables.give(Reason("high", "It is high.", is_above))
    assert text(LOW, HIGH) is None


def test_its_places_are_filled_from_the_position(tables: Tables) -> None:
    tables.give(Reason("high", "Above %(floor)s.", is_above, lambda floor, action: {"floor": floor}))
    assert why(VIEW, HIGH, [LOW]) == Message("Above %(floor)s.", {"floor": 5})


def test_a_habit_shows_in_what_was_made_and_not_in_what_was_better(tables: Tables) -> None:
    tables.give(habits=(Habit("high", "you played high", is_above), Habit("any", "you played", always)))
    assert [habit.key for habit in habits(VIEW, HIGH, LOW)] == ["high"]
    assert habits(VIEW, LOW, HIGH) == []


def test_a_game_without_reasons_says_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_table, "table_of", lambda game: GameTable("toy"))
    assert why(VIEW, HIGH, [LOW]) is None
    assert habits(VIEW, HIGH, LOW) == []
    scene = scenes.winner()["winner-lead"]
    hint = hint_for(scene, 0)
    assert hint.text.startswith("Hint: play ") and hint.why == ""
    assert "class=why" not in fragments.parts(replace(scene, hint=hint))["prompt"]


@pytest.mark.parametrize(("language", "between"), [("en", ". "), ("zh-hans", "。")])
def test_a_hint_says_its_reason_behind_the_cards(monkeypatch: pytest.MonkeyPatch, language: str, between: str) -> None:
    calls = []

    def reason(view: Any, action: Action, instead: Any) -> Message:
        calls.append((view, tuple(instead)))
        return Message("It is so.", {})

    monkeypatch.setattr("games.table.hints.why", reason)
    scene = scenes.winner()["winner-lead"]
    with translation.override(language):
        hint = hint_for(scene, 0)
        assert hint.why == "It is so."
        assert f"{between}<span class=why>It is so.</span>" in fragments.parts(replace(scene, hint=hint))["prompt"]
    assert calls == [(scene.view, tuple(scene.moves))]


def test_a_learning_table_says_the_reason_with_every_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.table.hints.why", lambda view, action, instead: Message("It is so.", {}))
    scene = scenes.winner()["winner-lead"]
    taught = replace(scene, room_state=replace(scene.room_state, learning=True))
    taught = replace(taught, learning_hint=learning.learning_hint(taught))
    assert ". It is so." in fragments.parts(taught)["prompt"]
