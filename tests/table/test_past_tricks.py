"""Past tricks at a table where they lie open: all of them, in every game, and nothing hidden."""

from __future__ import annotations

import pytest

from games.rooms.models import Room
from games.rules import live_draw
from games.rules.cards import NAMES
from games.table import fragments
from games.table.cards import brief
from games.table.game_table import table_of
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import current, match_of, move, person, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]
SEATS = {"all-fours": 2, "winner": 4, "forty": 4, "big-two": 4, "tien-len": 4, "president": 4}


def played_on(game, plays):
    """Return a match of people after some plays, and the cards played."""
    match = match_of(game, *(person(f"p{seat}") for seat in range(SEATS[game])), options={})
    rules, played_cards = match.room.rules, []
    for _ in range(300):
        hand = current(match)
        state = state_of(hand)
        if live_draw.drawing(rules, state):
            from tests.matches.tables import house

            house()
            continue
        if len(played_cards) == plays:
            return match, played_cards
        raw = rules.write_action(rules.legal(state)[0])
        if raw["do"] == "play":
            played_cards.append(raw.get("cards") or [raw["card"]])
        move(hand, raw.pop("seat"), raw)
    raise AssertionError("too few plays")


@pytest.mark.parametrize("game", SEATS)
def test_all_finished_tricks_are_shown_where_they_lie_open(game):
    match, played_cards = played_on(game, 9 if game in ("all-fours", "forty") else 4)
    view = scene(load_snapshot(match.room.code), None).view
    shown = [[NAMES[card] for card in cards] for trick in table_of(game).past_tricks(view) for _seat, cards in trick]
    assert [sorted(cards) for cards in shown] == [sorted(cards) for cards in played_cards[: len(shown)]]
    assert len(shown) >= 4
    assert "past" not in fragments.parts(scene(load_snapshot(match.room.code), None))["side"]
    Room.objects.update(open_tricks=True)
    side = fragments.parts(scene(load_snapshot(match.room.code), None))["side"]
    assert all(
        brief(card) in side for trick in table_of(game).past_tricks(view) for _seat, cards in trick for card in cards
    )
