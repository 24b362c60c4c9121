"""Every game of the house, played whole by AI players through the single entry point."""

from __future__ import annotations

from random import Random

import pytest

from games import ai
from games.foundation.process_cache import clear_caches
from games.matches.fold import CLOSE
from games.matches.models import Entry, Hand
from games.rules import record
from games.rules.registry import GAMES
from games.rules.shengji.actions import Play
from tests.matches.tables import current, house, match_of, move, person, state_of

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
    clear_caches()
    assert [rules.view(state_of(hand), seat) for seat in (None, 0, 1)] == played
    assert Hand.objects.get(pk=hand.pk).result == played[0].result


def revoking(hand):
    """Play on a hand in which seat 0 once fails to follow suit though they could; return its result."""
    rules, revoked = GAMES["forty"], False
    while (state := state_of(hand)).result is None:
        if house():
            continue
        view = rules.view(state, 0)
        action = ai.choose(view, "policy", Random(1))
        legal = {play.cards for play in rules.moves(view) if isinstance(play, Play)}
        wrong = {(card,) for card in view.hand} - legal
        if view.trick and wrong and not revoked:
            action, revoked = Play(0, min(wrong)), True
        raw = rules.write_action(action)
        move(hand, 0, {name: value for name, value in raw.items() if name != "seat"})
    return state.result


def test_a_revoke_at_a_table_on_honour_is_claimed_by_the_ai_players(settings):
    settings.NEXT_HAND_SECONDS = 3600
    ends = set()
    for number in range(5):  # one in thirty is worth more to them played out
        match = match_of("forty", person(f"alice{number}"), *["policy"] * 3, options={"discipline": "honour"})
        result = revoking(current(match))
        ends.add((result["end"], result["offender"]))
        if ("claim-upheld", 0) in ends:
            return
    raise AssertionError(ends)
