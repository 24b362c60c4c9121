"""Matches of California Jack (/rules/california-jack/#6), its options and its presets."""

from __future__ import annotations

from collections import Counter
from random import Random

from games.rules.core import Played
from tests.rules.california_jack.hands import GAME
from tests.rules.chance import Fixed

PLAYED = Played({"dealer": 0, "scores": [0, 0]}, {"scores": [3, 1], "winner": None, "end": "played"})


def test_the_higher_card_deals_and_its_suit_is_trump() -> None:
    rng = Fixed()
    rng.pack = [51, 11]  # drawn from the end: the king of spades, then the ace of diamonds
    assert GAME.following(GAME.resolve({}), [], (), rng) == {"dealer": 1, "scores": [0, 0], "trump": "D"}


def test_those_who_tie_draw_again() -> None:
    rng = Fixed()
    rng.pack = [0, 25, 13, 26]  # two twos, then an ace of hearts against a two
    context = GAME.following(GAME.resolve({}), [], (), rng)
    assert (context["dealer"], context["trump"]) == (0, "H")


def test_it_cuts_for_trumps_before_every_hand() -> None:
    rng, options = Random(3), GAME.resolve({})
    suits = Counter(GAME.following(options, [PLAYED], (), rng)["trump"] for _ in range(400))
    assert set(suits) == set("SHCD")
    assert min(suits.values()) > 70
    turned = GAME.resolve({"trump": "turned"})
    assert GAME.following(turned, [PLAYED], (), rng) == {"dealer": 1, "scores": [3, 1], "trump": None}


def test_every_preset_is_one_of_its_tables() -> None:
    assert all(GAME.resolve(dict(preset.options)) for preset in GAME.presets)
    assert {preset.options.get("edition", "1897") for preset in GAME.presets} == set(GAME.columns)
    assert GAME.seats(GAME.resolve({})) == 2
