"""Options made from their words, and options as the play reads them."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.choices import choice, yes_or_no
from games.rules.climbing.options import reader
from games.rules.option import Option


def test_a_choice_has_the_values_that_it_has_words_for_and_the_first_as_its_default():
    option = choice("jokers", "Jokers", "How many.", {"two": "two", "none": "none"}, term="大小王")
    assert option == Option("jokers", ("two", "none"), "two", "Jokers", "How many.", option.names, "大小王")


def test_a_choice_may_have_another_default_and_one_that_is_false():
    names = {True: "54 cards", False: "52 cards"}
    assert choice("jokers", "Jokers", "How many.", names, default=False).default is False


def test_what_is_on_or_off_is_offered_with_its_default_first():
    assert yes_or_no("flush", True, "Flushes", "Whether.").values == (True, False)
    assert yes_or_no("flush", False, "Flushes", "Whether.").values == (False, True)


class Rules(NamedTuple):
    players: int
    flush: bool
    many: bool
    order: str = "DCHS"


OPTIONS = (Option("players", (2, 4), 4, "", ""), yes_or_no("flush", True, "", ""), yes_or_no("shown", True, "", ""))


def test_options_are_read_by_their_names_and_the_rest_is_made_of_them_once():
    calls = []

    def many(options):
        calls.append(options["players"])
        return options["players"] > 2

    read = reader(Rules, OPTIONS, many=many)
    assert read({"players": 4, "flush": False, "shown": True}) == Rules(4, False, True)
    assert read({"players": 2, "flush": True, "shown": False}) == Rules(2, True, False)
    assert read({"players": 4, "flush": False, "shown": True}) is read({"shown": True, "flush": False, "players": 4})
    assert calls == [4, 2]
