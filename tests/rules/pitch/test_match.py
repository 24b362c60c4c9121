"""Matches of Pitch (/rules/pitch/#7), its options and its presets."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.rules.core import Malformed, Played
from tests.rules.pitch.hands import GAME


@pytest.mark.parametrize("players", [2, 3, 5, 7])
def test_it_draws_lots_for_the_first_deal(players: int) -> None:
    options = GAME.resolve({"players": players, "snoozer": True})
    rng = Random(5)
    contexts = [GAME.following(options, [], (), rng) for _ in range(500)]
    dealers = Counter(context["dealer"] for context in contexts)
    assert set(dealers) == set(range(players))
    assert min(dealers.values()) > 300 / players
    assert contexts[0]["scores"] == [0] * players


def test_it_scores_partners_together() -> None:
    options = GAME.resolve({"partners": True})
    assert GAME.following(options, [], (), Random(1))["scores"] == [0, 0]
    won = Played({"dealer": 0, "scores": [0, 0]}, {"scores": [7, 2], "winner": 0, "end": "played"})
    assert GAME.standing(options, [won]).winners == (0, 2)


def test_games_won_decide_the_places_before_the_scores_of_the_last_game() -> None:
    options = GAME.resolve({"players": 4, "games": 2})
    scores = [7, 1, 2, 3], [0, 3, 7, 5], [7, 5, 0, 5]
    played = [Played({}, {"scores": list(game), "winner": game.index(7), "end": "played"}) for game in scores]
    assert GAME.standing(options, played).merits == ((2, 7), (0, 5), (1, 0), (0, 5))


def test_it_leaves_partners_to_four() -> None:
    with pytest.raises(Malformed):
        GAME.resolve({"partners": True, "players": 6})
    assert GAME.seats(GAME.resolve({"partners": True})) == 4


def test_every_preset_is_one_of_its_tables() -> None:
    assert all(GAME.resolve(dict(preset.options)) for preset in GAME.presets)
    assert {preset.options.get("edition", "auction") for preset in GAME.presets} == set(GAME.columns)


def test_it_tells_a_whole_match_from_a_short_one() -> None:
    assert GAME.is_full_length(GAME.resolve({}))
    assert not GAME.is_full_length(GAME.resolve({"edition": "dom-pedro", "target": 21}))


@pytest.mark.parametrize(
    "more", [{"counters": "five"}, {"counters": "nine-five-three", "snoozer": True}, {"snoozer": True}]
)
def test_with_cards_that_count_a_whole_match_goes_to_fifty_in_every_edition(more: dict[str, object]) -> None:
    for edition in ("auction", "blind", "commercial"):
        lengths = [GAME.is_full_length(GAME.resolve({"edition": edition, "target": to, **more})) for to in (7, 49, 50)]
        assert lengths == [False, False, True]
        assert not GAME.is_full_length(GAME.resolve({"edition": edition, **more}))
