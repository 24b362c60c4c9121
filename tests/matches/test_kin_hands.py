"""Hands of the kin, for every number of seats: played by AI players through the single entry point, then verified."""

from __future__ import annotations

import pytest

from games.matches import services
from games.matches.fold import start
from games.matches.models import Entry
from games.rules import record
from games.rules.registry import GAMES
from tests.faults.sizes import reached, size
from tests.matches.tables import match_of
from tests.replays.hands import play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

#: hands of each game and number of seats
HANDS = size(2, 300)
#: game, seats, and the other rules of the table
TABLES = [
    *(("pitch", seats, {}) for seats in range(2, 8)),
    ("pitch", 4, {"partners": True}),
    ("california-jack", 2, {}),
    *(("big-two", seats, {}) for seats in (2, 3, 4)),
    *(("tien-len", seats, {}) for seats in (2, 3, 4)),
    *(("president", seats, {}) for seats in range(3, 8)),
]


def seats_of(key: str, seats: int, rules: dict[str, object]) -> dict[str, object]:
    """Return the options of a table with so many seats; a game with only one number of seats has no such option."""
    has_option = any(option.key == "players" for option in GAMES[key].options)
    return {"players": seats, **rules} if has_option else dict(rules)


def is_verified(hand):
    """Return whether a stored hand, written as a record and replayed from its deck, gives its own result."""
    folded = start(hand)
    raw = Entry.objects.filter(hand=hand).order_by("seq").values_list("action", flat=True)
    actions = [folded.game.read_action(one, folded.setup.options) for one in raw]
    whole = record.write(folded.game, folded.setup, actions, hand.result)
    return record.verify(whole) == {"ok": True, "finished": True, "result": hand.result}


@pytest.mark.parametrize(("key", "seats", "rules"), TABLES, ids=str)
def test_hands_of_every_number_of_seats_are_played_stored_and_verified(key, seats, rules, settings, caplog):
    settings.NEXT_HAND_SECONDS = 3600
    options, played = seats_of(key, seats, rules), 0
    while played < HANDS:
        match = match_of(key, *["policy"] * seats, options=options)
        hand = match.hands.get()
        while True:
            hand = play_out(hand)
            assert is_verified(hand), (hand.context, hand.deck)
            played += 1
            match.refresh_from_db()
            if match.ended_at is not None or played >= HANDS:
                break
            services.deal_next(hand.pk)
            hand = match.hands.get(number=hand.number + 1)
    assert "AI player chose" not in caplog.text
    reached("kin", f"{key} for {seats}: {played} hands played through the door and verified")
