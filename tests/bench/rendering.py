"""Drawing one hand of 17 cards: memoised fragments against the plain Django template.

Goal P10. Both make the same bytes (tests/table/test_cards.py).
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import count, islice, repeat
from pathlib import Path
from time import perf_counter
from typing import Any

from tests.bench.measure import Section, at_most, middle, spread
from tests.bench.servers import python, told

ROUNDS = 300
PLAIN = Path(__file__).parent / "floor" / "templates" / "floor" / "hand.html"
HAND = "TS 8S 5S 2S AH KH JH 9H 4H QC TC 7C 6C KD 8D 5D 3D"
RANKS = {"T": 10, "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}


def run(repeats: int) -> Section:
    """Draw both ways in turn, in a process that has the site's settings."""
    with tempfile.TemporaryDirectory() as var:
        env = {"SIFANG_VAR": var, "DJANGO_SETTINGS_MODULE": "cardsite.settings", "DATABASE_URL": "", "REDIS_URL": ""}
        measured = json.loads(told(python("-m", "tests.bench.rendering", str(repeats)), env))
    ours, plain = measured["ours"], measured["plain"]
    section = Section(
        "Drawing one hand of 17 cards",
        "Microseconds for the same HTML, with the card fragments already remembered.",
        ("way", "µs"),
        [
            ("plain Django template", spread(plain, 0)),
            ("Sifang, a hand not drawn before", spread(ours, 0)),
            ("Sifang, the same hand again", spread(measured["again"], 0)),
        ],
    )
    said = (f"{middle(ours):.0f} µs", f"{middle(plain):.0f} µs")
    section.goals = [at_most("P10", "one hand of 17 cards", middle(ours), middle(plain), 0.15, said)]
    return section


def measure(repeats: int) -> dict[str, list[float]]:
    """Return microseconds a drawing, by repeats."""
    import django

    django.setup()
    from django.conf import settings

    ours, plain = contenders()
    # Another legend is another hand: what is remembered of a whole hand is of no use then.
    legends = (f"Your hand, 17 cards ({number})" for number in count())
    assert not settings.DEBUG
    found: dict[str, list[float]] = {"ours": [], "again": [], "plain": []}
    for _ in range(repeats):
        found["ours"].append(_microseconds(ours, legends))
        found["again"].append(_microseconds(ours, repeat("Your hand, 17 cards")))
        found["plain"].append(_microseconds(plain, legends))
    return found


def contenders() -> tuple[Callable[[str], str], Callable[[str], str]]:
    """Return both ways to draw the hand under a legend: ours, and a plain template (legend → HTML)."""
    from django.template import Context, Template

    template, context = Template(PLAIN.read_text()), _plain()
    return _ours(), lambda legend: template.render(Context({**context, "legend": legend})).strip()


def _microseconds(draw: Callable[[str], str], legends: Iterator[str]) -> float:
    draw(next(legends))
    start = perf_counter()
    for legend in islice(legends, ROUNDS):
        draw(legend)
    return (perf_counter() - start) / ROUNDS * 1e6


def _groups() -> dict[str, list[str]]:
    return {suit: [code for code in HAND.split() if code[1] == suit] for suit in "SHCD"}


def _ours() -> Callable[[str], str]:
    from games.rules.cards import NUMBERS
    from games.table.cached_gettext import one_language
    from games.table.display import Choice, Group, hand

    groups = [Group(suit, tuple(NUMBERS[code] for code in codes)) for suit, codes in _groups().items()]
    allowed = frozenset(groups[0].cards)
    choice = Choice(allowed=allowed, trumps=frozenset(groups[1].cards))

    def draw(legend: str) -> str:
        with one_language():  # as a picture is drawn
            return hand(groups, choice, legend)

    return draw


def _plain() -> dict[str, Any]:
    """Return what a view would hand to the template: the cards in two rows, as plain values."""
    cards = [
        {
            "code": code,
            "rank": RANKS.get(code[0]) or int(code[0]),
            "suit": {"S": "spades", "H": "hearts", "C": "clubs", "D": "diamonds"}[suit],
            "group": suit if at == 0 else "",
            "trump": suit == "H",
        }
        for suit, codes in _groups().items()
        for at, code in enumerate(codes)
    ]
    groups = [
        {"allowed": suit == "S", "cards": [card for card in cards if card["code"][1] == suit]} for suit in _groups()
    ]
    return {"follow": True, "rows": [groups[:2], groups[2:]]}


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]))))
