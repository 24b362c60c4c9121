"""Memoised card fragments are what a plain template gives."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.utils import translation

from games.rules.cards import NAMES, NUMBERS
from games.table import cards
from games.table.cards import card_face, slot, spoken
from tests.bench.rendering import contenders

FACE = Template('<i{% if look %} class="{{ look }}"{% endif %} data-c={{ code }}>{{ name }}</i>')
SLOT = Template(
    '<label{% if look %} class="{{ look }}"{% endif %}{% if group %} data-g="{{ group }}"{% endif %}>'
    "<input type={{ kind }} name=cards value={{ code }} id=c{{ code }}{{ copy }}"
    "{% if chosen %} checked{% endif %}><i{% if trump %} class=trump{% endif %}"
    " data-c={{ code }}>{{ name }}</i></label>"
)


@pytest.mark.parametrize("look", ["", "trump"])
def test_it_draws_a_card_as_its_template_does(look: str) -> None:
    for number, code in enumerate(NAMES):
        context = Context({"look": look, "code": code, "name": spoken(number)})
        assert card_face(number, look) == FACE.render(context)


def test_it_draws_a_control_as_its_template_does() -> None:
    for number, code in enumerate(NAMES):
        context = {
            "code": code,
            "name": spoken(number),
            "kind": "checkbox",
            "copy": 1,
            "group": '♠ "6"',
            "chosen": True,
        }
        plain = SLOT.render(Context(context | {"look": "nod", "trump": True}))
        assert slot(number, 1, "checkbox", "t nod", '♠ "6"', True) == plain


def test_it_keeps_no_translation_for_another_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    queen = NUMBERS["QS"]
    english = card_face(queen)
    monkeypatch.setattr(cards, "spoken", lambda number: "黑桃Q")
    with translation.override("zh-hans"):
        assert "黑桃Q" in card_face(queen)
    assert card_face(queen) == english


def test_the_hand_that_is_benched_is_what_a_plain_template_gives() -> None:
    ours, plain = contenders()
    assert ours("<Your hand>") == plain("<Your hand>")


@pytest.mark.parametrize(
    ("language", "said"), [("en", ["1 spade", "2 trumps"]), ("zh-hans", ["黑桃 1 张", "主牌 2 张"])]
)
def test_cards_of_a_suit_are_counted_as_people_say_it(language: str, said: list[str]) -> None:
    with translation.override(language):
        assert [cards.counted("S", 1), cards.counted("trump", 2)] == said
