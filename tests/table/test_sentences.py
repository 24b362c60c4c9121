"""Spoken sentences at the table: a player who only hears them misses no play."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation
from django.utils.translation import gettext

from games.rules.registry import GAMES
from games.rules.winner.combos import classify
from games.table.cards import brief
from games.table.scene import Sitter
from games.table.sentences import AI_NAMES, name_of, names, score_text, with_level
from games.titles.allfours.table import board as allfours
from games.titles.climbing.table import prompt as climbing
from games.titles.climbing.table.board import board
from games.titles.shengji.table import prompt as shengji
from games.titles.winner.table.game_table import TABLE as WINNER
from tests.table.scenes import scene_of, state_at

SAYS = {
    "all-fours": allfours.happened,
    "winner": lambda scene, view: climbing.happened(scene, view, WINNER.hooks),
    "forty": shengji.happened,
    "eighty": shengji.happened,
}


def just_ended(key, last_wins):
    """Return a state in which a trick has just ended, by the play that takes it or not."""
    game = GAMES[key]

    def has_just_ended(state):
        view = game.view(state, None)
        if state.result is not None or view.trick or not view.last_trick:
            return False
        last, taker = ended(key, view)[0], state.to_act[0]
        return key == "winner" or (last == taker) is last_wins

    return state_at(game, has_just_ended)


def ended(key, view):
    """Return who made the last play of the last trick, and its cards."""
    if key == "all-fours":
        lead, cards, _winner = view.last_trick
        return (lead - 1) % view.seats, cards[-1:]
    play = next(action for action in reversed(view.last_trick) if getattr(action, "cards", ()))
    return play.seat, play.cards


@pytest.mark.parametrize("last_wins", [True, False])
@pytest.mark.parametrize("key", SAYS)
def test_the_play_that_ends_a_trick_is_said_to_every_seat(key, last_wins):
    state = just_ended(key, last_wins)
    for seat in (0, 1, None):
        scene = scene_of(key, state, seat)
        who, cards = ended(key, scene.view)
        sentence = SAYS[key](scene, scene.view)
        words = [WINNER.hooks.in_words(classify(cards, scene.options))] if key == "winner" else map(brief, cards)
        assert all(word in sentence for word in words)
        assert ("You" in sentence or "you" in sentence) is (seat is not None and seat in (who, state.to_act[0]))


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (0, "Bamboo gives you the highest card"),
        (1, "You give Mei the highest card"),
        (2, "Bamboo gives Mei the highest card"),
        (None, "Bamboo gives Mei the highest card"),
    ],
)
def test_a_tribute_is_told_to_each_as_it_touches_them(seat, expected):
    context = {"dealer": 1, "winner": 0, "loser": 1}
    scene = scene_of("winner", state_at(GAMES["winner"], lambda s: s.phase == "exchange", context=context), seat)
    assert expected in board(scene, scene.view, WINNER.hooks)


#: Names that people may have: with an initial, with a space, as an AI player is called, as the reader is called.
AS_WRITTEN = ["J Smith", "王 小明", "竹 Bamboo", "Y You"]


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("name", AS_WRITTEN)
def test_a_persons_name_stays_as_they_write_it(language, name):
    sitters = (
        Sitter(0, name),
        Sitter(1, AI_NAMES[1], level="policy"),
        Sitter(2, ""),
        Sitter(3, AI_NAMES[3], house=True),
    )
    with translation.override(language):
        scene = replace(scene_of("forty", state_at(GAMES["forty"], lambda _state: True), 3), sitters=sitters)
        ai_players = ("Bamboo", "Orchid") if language == "en" else ("竹", "兰")
        assert names(scene) == (name, ai_players[0], gettext("Open seat"), ai_players[1])
        assert [name_of(sitter) for sitter in sitters] == [name, ai_players[0], "", ai_players[1]]
        assert with_level(sitters[0]) == name and ai_players[0] in with_level(sitters[1])


@pytest.mark.parametrize(("score", "shown"), [(0, "0"), (12, "12"), (-4, "−4"), ("T", "10"), ("K", "K")])
def test_a_score_is_written_alike_wherever_it_stands(score, shown):
    assert score_text(score) == shown
