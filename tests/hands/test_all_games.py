"""Every game of the house, played whole through the one door by AI players."""

from __future__ import annotations

import pytest

from games.hands.fold import CLOSE, forget
from games.hands.models import Entry, Hand
from games.rules import record
from games.rules.registry import GAMES
from tests.hands.tables import current, house, match_of, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

TABLES = [(key, preset.options) for key, game in GAMES.items() for preset in game.presets]


@pytest.mark.parametrize(("game", "options"), TABLES, ids=[f"{key}-{number}" for number, (key, _) in enumerate(TABLES)])
def test_ai_players_play_a_hand_of_every_preset_and_its_record_verifies(game, options, settings, caplog):
    settings.NEXT_HAND_SECONDS = 3600
    rules = GAMES[game]
    match = match_of(game, *["policy"] * rules.seats(rules.resolve(dict(options))), options=dict(options))
    house()
    hand = current(match)
    entries = [action for action in Entry.objects.filter(hand=hand).values_list("action", flat=True) if action != CLOSE]
    whole = {"format": record.FORMAT, "game": game, "options": dict(options), "context": hand.context}
    whole |= {"deck": hand.deck, "actions": entries, "result": hand.result}
    assert record.verify(whole) == {"ok": True, "finished": True, "result": hand.result}
    assert "AI player chose" not in caplog.text


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_folded_anew_is_the_hand_that_was_played(game, settings):
    settings.NEXT_HAND_SECONDS = 3600
    rules = GAMES[game]
    match = match_of(game, *["policy"] * rules.seats(rules.resolve({})))
    house()
    hand = current(match)
    played = [rules.view(state_of(hand), seat) for seat in (None, 0, 1)]
    forget()
    assert [rules.view(state_of(hand), seat) for seat in (None, 0, 1)] == played
    assert Hand.objects.get(pk=hand.pk).result == played[0].result
