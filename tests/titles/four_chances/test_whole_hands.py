"""Whole hands by AI players through the site's own services, for every number of seats, verified as records."""

from __future__ import annotations

from typing import Any

import pytest

from games.matches.fold import start
from games.matches.models import Entry, Hand
from games.rules import record
from tests.replays.hands import finished

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("pitch", {"players": 2}),
        ("pitch", {}),
        ("pitch", {"players": 7}),
        ("pitch", {"partners": True}),
        ("pitch", {"edition": "blind"}),
        ("pitch", {"edition": "commercial"}),
        ("pitch", {"edition": "dom-pedro"}),
        ("california-jack", {}),
        ("california-jack", {"edition": "shasta-sam"}),
    ],
)
@pytest.mark.parametrize("level", ["random", "policy"])
def test_a_hand_is_played_stored_and_verified(key: str, options: dict[str, Any], level: str) -> None:
    hand: Hand = finished(key, options=options, level=level)
    folded = start(hand)
    raw = Entry.objects.filter(hand=hand).order_by("seq").values_list("action", flat=True)
    actions = [folded.game.read_action(one, folded.setup.options) for one in raw]
    whole = record.write(folded.game, folded.setup, actions, hand.result)
    assert record.verify(whole) == {"ok": True, "finished": True, "result": hand.result}
