"""The short forms for sections and sentences of a rules page."""

from __future__ import annotations

from games.guide.blocks import Figure, Rule, Section, rule, section


def test_a_sentence_holds_with_one_value_of_an_option_or_with_several():
    assert rule("It is so.") == Rule("It is so.")
    result = rule("It is so.", players=2, deal=("threes", "singles"), hands=range(1, 9), jokers=False)
    assert result.when == {"players": (2,), "deal": ("threes", "singles"), "hands": range(1, 9), "jokers": (False,)}


def test_a_section_has_its_blocks_in_order():
    result = section("2", "Cards", rule("It is so."), Figure("order"), term="牌")
    assert result == Section("2", "Cards", "牌", (Rule("It is so."), Figure("order")))
