"""Cached pieces: keyed by everything they depend on; a table drawn from them equals a freshly drawn one."""

from __future__ import annotations

from random import Random

import pytest
from django.utils import translation
from django.utils.safestring import SafeString

from games.rules.registry import GAMES
from games.table import fragments, piece_cache
from games.table.markup import format_html
from games.table.piece_cache import cached_piece
from tests.rules.chance import random_hand, random_options, shuffled
from tests.table import scenes
from tests.table.scenes import clear_drawings

LANGUAGES = ("en", "zh-hans")
#: Moments of a hand that are drawn again, each by itself, after the whole hand has been drawn.
AGAIN = 12


@pytest.mark.parametrize("key", ["all-fours", "winner", "forty", "eighty"])
@pytest.mark.parametrize("number", range(2))
def test_a_hand_that_is_drawn_from_cached_pieces_is_the_same_as_one_drawn_anew(key, number):
    """Draw every viewer's table after every move, alternating languages, from what all others left cached."""
    rng, game = Random(f"{key} {number}"), GAMES[key]
    chosen = random_options(game, rng) if number else {}
    options = game.resolve(chosen)
    deck = shuffled(game, options, rng)
    setup = game.setup(chosen, game.following(options, (), deck, rng), deck)
    shown = []
    for state, _ in random_hand(game, setup, rng):
        for seat in (*range(game.seats(options)), None):
            shown.append((scenes.scene_of(key, state, seat, chosen), rng.choice(LANGUAGES)))
    before = [drawn(*one) for one in shown]
    for at in rng.sample(range(len(shown)), min(AGAIN, len(shown))):
        clear_drawings()
        assert drawn(*shown[at]) == before[at]


def drawn(scene, language):
    with translation.override(language):
        return dict(fragments.parts(scene))


def test_a_piece_is_made_once_for_the_same_inputs_in_a_language():
    calls = []

    @cached_piece(8)
    def piece(*inputs):
        calls.append(inputs)
        return f"{inputs} {translation.get_language()}"

    for language in LANGUAGES * 2:
        with translation.override(language):
            assert piece(1, ("a",)) == f"(1, ('a',)) {language}"
            assert piece(2, ("a",)) == f"(2, ('a',)) {language}"
    assert calls == [(1, ("a",)), (2, ("a",))] * 2
    piece_cache.clear_pieces()
    piece(1, ("a",))
    assert len(calls) == 5


def test_a_text_is_not_taken_for_safe_html_of_the_same_letters():
    bold = cached_piece(8)(lambda name: format_html("<b>{}</b>", name))
    assert [bold(SafeString("<i>")), bold("<i>"), bold(SafeString("<i>"))] == [
        "<b><i></b>",
        "<b>&lt;i&gt;</b>",
        "<b><i></b>",
    ]


def test_no_more_are_cached_than_the_limit():
    calls = []
    piece = cached_piece(2)(calls.append)
    for number in (1, 2, 3, 1):
        piece(number)
    assert calls == [1, 2, 3, 1]
