"""Memoised card fragments equal the output of a plain template."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template
from django.utils import translation

from games.rules.cards import NAMES, NUMBERS
from games.table import cards
from games.table.cached_gettext import one_language
from games.table.cards import card_face, slot, spoken
from games.table.display import Choice, Group, hand

FACE = Template('<i{% if look %} class="{{ look }}"{% endif %} data-c={{ code }}>{{ name }}</i>')
HAND = Template((Path(__file__).parent / "hand.html").read_text())
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


def test_a_hand_is_what_a_plain_template_gives() -> None:
    ranks = {"S": "T852", "H": "AKJ94", "C": "QT76", "D": "K853"}
    suits = {suit: [rank + suit for rank in held] for suit, held in ranks.items()}
    groups = [Group(suit, tuple(NUMBERS[code] for code in held)) for suit, held in suits.items()]
    choice = Choice(allowed=frozenset(groups[0].cards), trumps=frozenset(groups[1].cards))
    plain = [
        {"allowed": suit == "S", "cards": [_plain(code, suit if at == 0 else "") for at, code in enumerate(held)]}
        for suit, held in suits.items()
    ]
    context = {"follow": True, "rows": [plain[:2], plain[2:]], "legend": "<Your hand>"}
    with one_language():  # as a picture is drawn
        assert hand(groups, choice, "<Your hand>") == HAND.render(Context(context)).strip()


def _plain(code: str, group: str) -> dict[str, Any]:
    """Return what a view would hand to a template for a card, as plain values."""
    rank = {"T": 10, "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}.get(code[0]) or int(code[0])
    suit = {"S": "spades", "H": "hearts", "C": "clubs", "D": "diamonds"}[code[1]]
    return {"code": code, "rank": rank, "suit": suit, "group": group, "trump": code[1] == "H"}


@pytest.mark.parametrize(
    ("language", "expected"), [("en", ["1 spade", "2 trumps"]), ("zh-hans", ["黑桃 1 张", "主牌 2 张"])]
)
def test_cards_of_a_suit_are_counted_as_people_say_it(language: str, expected: list[str]) -> None:
    with translation.override(language):
        assert [cards.counted("S", 1), cards.counted("trump", 2)] == expected
