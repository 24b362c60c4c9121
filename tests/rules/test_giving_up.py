"""The rest given up: legal plays by which the other side takes what it can."""

from __future__ import annotations

from itertools import count, islice
from random import Random
from statistics import mean

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.rules import giving_up
from games.rules.core import Game
from games.rules.giving_up import given_up, may_give_up, nobody_may_give_up
from games.rules.registry import GAMES
from games.rules.rest import RestOfHand
from tests.faults.sizes import size
from tests.rules.chance import any_setup, random_hand

two_sides = pytest.mark.parametrize(
    "game", [pytest.param(game, id=key) for key, game in GAMES.items() if isinstance(game, RestOfHand)]
)
seeds = st.integers(0, 2**32).map(Random)


def in_play(game: Game, rng: Random):
    """Return a state of a random hand in which the seat to act may give up; in some hands there is none."""
    states = [state for state, _ in random_hand(game, any_setup(game, rng), rng)]
    fit = [state for state in states if state.to_act and may_give_up(game, game.view(state, state.to_act[0]))]
    return rng.choice(fit) if fit else None


def own_tricks(game: Game, state, plays, side: int, options) -> int:
    """Play on, and return the number of tricks that a side takes."""
    own = 0
    for play in plays:
        game.check(state, play)
        state = game.step(state, play)
        seat, is_over = game.taker(state)
        own += is_over and game.side(seat, options) == side
    assert state.phase != "play"
    return own


@two_sides
@settings(max_examples=6)
@given(rng=seeds)
def test_all_that_is_left_is_played_by_the_rules(game: Game, rng: Random) -> None:
    state = in_play(game, rng)
    assume(state is not None)
    view = game.view(state, state.to_act[0])
    side = game.side(view.seat, view.options)
    own_tricks(game, state, given_up(game, state, side, view.options), side, view.options)


@two_sides
def test_whoever_gives_up_takes_less_than_by_plays_at_random(game: Game) -> None:
    """Summed over some hands: the search is bounded, and in a rare hand random play does better."""
    by_search = at_random = 0.0
    hands = ((state, rng) for rng in map(Random, count()) if (state := in_play(game, rng)) is not None)
    for state, rng in islice(hands, size(6, 100)):
        view = game.view(state, state.to_act[0])
        side = game.side(view.seat, view.options)
        by_search += own_tricks(game, state, given_up(game, state, side, view.options), side, view.options)
        at_random += mean(own_tricks(game, state, by_chance(game, state, rng), side, view.options) for _ in range(10))
    assert by_search < at_random


def by_chance(game: Game, state, rng: Random) -> list:
    """Return plays to the end of a hand, each drawn from the legal ones."""
    plays = []
    while state.phase == "play":
        plays.append(rng.choice(game.legal(state)))
        state = game.step(state, plays[-1])
    return plays


def test_the_search_is_bounded_by_the_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng, calls = GAMES["eighty"], Random(1), []
    state = game.start(any_setup(game, Random(4)))
    while state.phase != "play":
        state = game.step(state, rng.choice(game.legal(state)))
    step = type(game).step
    monkeypatch.setattr(type(game), "step", lambda *args: calls.append(1) or step(*args))
    given_up(game, state, 0, state.ground.deal.setup.options)
    assert len(calls) <= 2 * giving_up.KEPT * giving_up.TRIED * 100


@pytest.mark.parametrize(
    ("key", "options", "alone"),
    [
        ("pitch", {}, True),
        ("pitch", {"players": 3}, True),
        ("pitch", {"players": 7, "edition": "dom-pedro"}, True),
        ("pitch", {"players": 2}, False),
        ("pitch", {"partners": True}, False),
        ("all-fours", {}, False),
        ("california-jack", {}, False),
        ("eighty", {}, False),
        ("winner", {}, False),  # tricks are worth nothing there: whoever is last is last
    ],
)
def test_where_each_plays_alone_nobody_may_give_up(key: str, options: dict[str, object], alone: bool) -> None:
    game, rng = GAMES[key], Random(3)
    resolved = game.resolve(options)
    pack = list(game.pack(resolved))
    deck = tuple(rng.sample(pack, len(pack)))
    setup = game.setup(options, game.following(resolved, (), deck, rng), deck)
    views = [game.view(state, 0) for state, _ in random_hand(game, setup, rng)]
    assert {nobody_may_give_up(game, view) for view in views} == {alone}
    if alone:
        assert not any(may_give_up(game, view) for view in views)
