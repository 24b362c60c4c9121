"""What a tap brings along, and what it plays."""

from __future__ import annotations

from games.rules.cards import cards
from games.table.completion import FEW_PLAYS, MOST_PLAYS, alone, together


def test_few_plays_of_several_cards_are_told_whole() -> None:
    assert together([cards("KS KS QS QS")]) == ' data-plays="KS KS QS QS"'
    assert together([cards("7S 8S"), cards("8S 9S")]) == ' data-plays="7S 8S;8S 9S"'


def test_of_more_plays_the_cards_that_are_in_one_only_are_told() -> None:
    many = [cards("KS KS")] + [cards("QS JS")] * FEW_PLAYS
    assert together(many) == ' data-with="KS=KS KS"'


def test_a_card_that_is_a_play_by_itself_brings_nothing_along() -> None:
    assert together([cards("KS KS"), cards("KS")]) == ""


def test_nothing_is_said_of_too_many_plays_or_none() -> None:
    assert together([cards("KS QS")] * (MOST_PLAYS + 1)) == ""
    assert together([]) == ""
    assert alone([cards("KS")] * (MOST_PLAYS + 1)) == ""


def test_a_tap_plays_a_card_that_is_in_no_larger_play() -> None:
    assert alone([cards("KS"), cards("9H"), cards("9H 9D 9C 9S")]) == "KS"
    assert alone([cards("KS"), cards("9H")]) == "*"
