"""Review: what a decision cost, from what the seat knew; the policy loses less than chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games import ai
from games.ai import arena, review
from games.rules.cards import names
from games.rules.core import Action
from games.rules.registry import GAMES
from games.titles.shengji.bot import search as shengji_search
from games.titles.shengji.bot.player import challengers_points
from tests.ai.cores import middle
from tests.ai.test_peeking import PLAIN, exchanged
from tests.rules.shengji.hands import at_play
from tests.rules.winner.table import play, with_hands


def hands_of_two(key: str, count: int) -> Iterator[tuple[Any, list[Action], int, int]]:
    """Yield setup and actions of hands, a seat that plays by policy and one that plays at random."""
    game = GAMES[key]
    for number, setup in arena.deals(game, {}, count, 8):
        state, actions = game.start(setup), []
        rng = Random(number)
        while state.result is None:
            seat = state.to_act[0]
            action = ai.choose(game.view(state, seat), "random" if seat % 2 else "policy", rng)
            actions.append(action)
            state = game.step(state, action)
        yield setup, actions, 0, 1


@pytest.mark.parametrize(("key", "hands", "worlds"), [("forty", 3, 24), ("all-fours", 12, 40)])
def test_it_finds_more_lost_by_chance_than_by_policy(key: str, hands: int, worlds: int) -> None:
    good: list[review.JudgedDecision] = []
    bad: list[review.JudgedDecision] = []
    for setup, actions, well, badly in hands_of_two(key, hands):
        good += review.review(key, setup, actions, well, playouts=4 * worlds, worlds=worlds)
        decisions = review.review(key, setup, actions, badly, playouts=4 * worlds, worlds=worlds)
        assert [actions[judged.at] for judged in decisions] == [judged.action for judged in decisions]
        bad += decisions
    assert review.mean_loss(good) < review.mean_loss(bad)
    assert sum(judged.marked for judged in good) < sum(judged.marked for judged in bad)


def test_it_says_the_same_again() -> None:
    setup, actions, well, _ = next(hands_of_two("forty", 1))
    first, again = (review.review("forty", setup, actions, well, 5, playouts=20, worlds=4) for _ in range(2))
    assert first == again


def test_it_looks_at_those_actions_alone_that_it_is_asked_about() -> None:
    setup, actions, well, _ = next(hands_of_two("forty", 1))
    whole = review.review("forty", setup, actions, well, 5, playouts=20, worlds=4)
    which = [judged.at for judged in whole[::2]]
    decisions = review.review("forty", setup, actions, well, 5, playouts=20, worlds=4, which=which)
    assert decisions == whole[::2]


@pytest.mark.parametrize("key", [key for key in GAMES if ai.bot(key).worth_telling is not None])
def test_it_judges_from_what_the_seat_knew_and_keeps_hindsight_apart(key: str) -> None:
    """A view is judged the same whatever the hidden cards, except in hindsight."""
    rng, game, apart = Random(9), GAMES[key], 0
    for _ in range(30):
        state = middle(game, rng, **PLAIN[key])
        seat = state.to_act[0]
        action = rng.choice(game.moves(game.view(state, seat)))
        here, there = (
            review.judge(game.view(position, seat), action, 0, Random(1), 12, 6, position)
            for position in (state, exchanged(key, state, seat, rng))
        )
        if here is None or there is None:
            assert here == there
            continue
        assert replace(here, hindsight=None) == replace(there, hindsight=None)
        apart += here.hindsight != there.hindsight
    assert apart


def test_a_throw_that_does_not_stand_is_judged_by_what_is_led_of_it() -> None:
    others = ["KS AD 6C 7C", "5S QD AC 8C", "7S 6D 7D 9C"]
    state, game = at_play("eighty", ["AS 3S 8H 4H", *others], throw=True), GAMES["eighty"]
    throw = game.read_action({"seat": 0, "do": "play", "cards": ["AS", "3S"]}, {})
    game.check(state, throw)
    decision = ai.question(game.view(state, 0), Random(1), also=throw)
    assert decision is not None
    truth, moves = decision.truth(state), [names(move.cards) for move in decision.moves]
    values = {name: decision.value(truth, moves.index(name.split())) for name in ("3S AS", "3S")}
    assert values["3S AS"] == values["3S"]
    standing = at_play("eighty", ["AS 3S 8H 4H", *(hand.replace("S", "D") for hand in others)], throw=True)
    assert decision.value(decision.truth(standing), moves.index(["3S", "AS"])) > values["3S"]


def test_it_marks_one_who_could_go_out_and_did_not() -> None:
    state = with_hands("3D 4C 5H 6S", "7D 8D TC", "9D TD 8S", "KD QC JS")
    view = GAMES["winner"].view(state, 0)
    judged = review.judge(view, play(0, "3D"), 0, Random(1), 60, 30)
    assert judged is not None
    assert judged.marked
    assert len(judged.best.cards) == 4


@pytest.mark.parametrize("key", ["forty", "eighty", "winner", "all-fours"])
def test_the_only_sensible_choice_of_several_counts_as_no_loss(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = GAMES[key], Random(4)
    monkeypatch.setattr(ai.bot(key), "question", lambda view, rng, also=None: None)
    counts = set()
    while counts < {True, False}:
        state = middle(game, rng, **PLAIN[key])
        view = game.view(state, state.to_act[0])
        moves = game.moves(view)
        judged = review.judge(view, moves[0], 7, Random(1), 12, 6, state)
        counts.add(judged is not None)
        if len(moves) == 1:
            assert judged is None
        else:
            alone = (review.Choice(moves[0], 0.0, 0.0),)
            assert judged == review.JudgedDecision(7, moves[0], alone, 0.0, 0.0, False, None)


@pytest.mark.parametrize("eighty", [False, True])
@pytest.mark.parametrize("table", ["a", "b", "c"])
@pytest.mark.parametrize("at_ace", [False, True])
def test_worth_is_told_as_the_points_it_came_of(eighty: bool, table: str, at_ace: bool) -> None:
    for points in (*range(0, 700, 5), 5_000, 5_000_005):
        value = shengji_search.worth(eighty, table, points, at_ace)
        assert challengers_points(eighty, table, at_ace, value) == points


@pytest.mark.parametrize("key", ["forty", "eighty", "winner"])
def test_values_are_told_in_points(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same playouts, valued in points from the start, give the same values."""
    game, rng, signs = GAMES[key], Random(12), set()
    for _ in range(12):
        state = middle(game, rng, **PLAIN[key])
        decision = ai.question(game.view(state, state.to_act[0]), Random(1))
        if decision is None:
            continue
        in_points = review.InPoints(decision)
        worlds = [decision.world(rng, 1) for _ in range(4)]
        values = [in_points.value(world, move) for world in worlds for move in range(len(decision.moves))]
        with monkeypatch.context() as plain:
            plain.setattr(shengji_search, "worth", lambda eighty, table, points, at_ace: points)
            if key == "winner":
                plain.setattr(decision, "trial", decision.trial._replace(first=0.0))
            points = [decision.value(world, move) for world in worlds for move in range(len(decision.moves))]
        assert values == points
        signs |= {(value > 0) - (value < 0) for value in values}
    assert signs >= {-1, 1}


def test_all_fours_is_told_in_points_of_the_hand() -> None:
    game, rng, values = GAMES["all-fours"], Random(12), set()
    for _ in range(20):
        state = middle(game, rng, **PLAIN["all-fours"])
        view = game.view(state, state.to_act[0])
        decision: Any = ai.question(view, Random(1))
        if decision is None:
            continue
        in_points = review.InPoints(decision)
        truth = decision.truth(state)
        for move in range(len(decision.moves)):
            value = in_points.value(truth, move)
            assert value == int(value) and abs(value) <= 4
            values.add(value)
            assert 0 <= decision.value(truth, move) <= 1  # the chance to win, as before
    assert len(values) > 2


@pytest.mark.parametrize(("target", "scores"), [(100, (40, 99)), (100, (99, 40)), (1000, (500, 900))])
def test_a_game_as_good_as_decided_is_not_judged(target: int, scores: tuple[int, int]) -> None:
    game, rng = GAMES["all-fours"], Random(3)
    for _ in range(6):
        state = middle(game, rng, **PLAIN["all-fours"])
        view = replace(game.view(state, state.to_act[0]), target=target, scores=scores)
        moves = game.moves(view)
        if ai.question(view, Random(1), also=moves[-1]) is not None:
            assert review.judge(view, moves[-1], 0, Random(1), 40, 10) is None
