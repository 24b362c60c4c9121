"""The bytes sent: the push of every picture of whole hands of Eighty, for every seat."""

from __future__ import annotations

import gzip
import re
from itertools import cycle, product
from typing import Any

import pytest

from games.matches.models import Hand
from games.table.hub import Watcher, draw
from tests.faults.sizes import SOAK
from tests.matches.tables import person
from tests.replays.hands import finished

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
#: The goal of the table's issue is 6 kB a move: packed it is half of that. So much is a play before it is
#: packed, with room for the worst of all deals (of 240 hands the heaviest had 7,143 and 8,579); the three pictures
#: that show more than a play (33 cards to bury, the open bottom, the result with its last trick) are larger.
ONE_PLAY, ONE_PICTURE, PACKED = 7_500, 9_600, 3_400
TODAY = {"no_trump": True, "overcall": True, "throw": True, "bottom": "times", "score_table": "c"}
RULES: list[dict[str, Any]] = [{}, TODAY, {"discipline": "honour"}]
LANGUAGES = ("en", "zh-hans")
#: Each set of rules in one of the languages; ``make soak`` weighs all in both.
WEIGHED = [*product(RULES, LANGUAGES)] if SOAK else [*zip(RULES, cycle(LANGUAGES), strict=False)]


@pytest.mark.parametrize(("options", "language"), WEIGHED)
def test_every_push_of_a_whole_hand_of_eighty_is_light(options, language):
    people = [person(name) for name in ("alice", "bob", "carol", "dora")]
    watchers: list[Watcher] = []
    pushes: list[tuple[str, str]] = []

    def watch(hand: Hand) -> None:
        if not watchers:
            watchers.extend(Watcher(hand.match.room.code, user, language, None) for user in [*people, None])
            draw(hand.match.room.code, watchers)  # the whole table, once
        pushes.extend(
            (watcher.user.name if watcher.user else "", text)
            for watcher, text in draw(hand.match.room.code, watchers).messages
        )

    finished("eighty", *people, options=options, watch=watch)
    assert len(pushes) > 200
    for who, text in pushes:
        weighed = parts(text)
        opened = {"scorecard", "ground"} & {name for size, name in weighed if size > 40}
        assert len(text.encode()) <= (ONE_PICTURE if opened else ONE_PLAY), (who, weighed)
        assert len(gzip.compress(text.encode())) <= PACKED, (who, weighed)


def parts(text: str) -> list[tuple[int, str]]:
    """Return the parts of a push with their bytes, the heaviest first."""
    partials = re.findall(r"<hx-partial id=([a-z]+)>(.*?)</hx-partial>", text, re.DOTALL)
    return sorted(((len(part.encode()), name) for name, part in partials), reverse=True)
