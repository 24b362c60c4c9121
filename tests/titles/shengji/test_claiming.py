"""AI players of Forty and Eighty claim revokes under «honour» (/rules/eighty/#13)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules.registry import GAMES
from games.rules.revokes import Accept, Claim
from games.rules.shengji.actions import Play
from games.titles.shengji.bot.claiming import revokes
from games.titles.shengji.bot.player import FORTY as bot
from tests.rules.chance import random_setup
from tests.rules.shengji.hands import shuffled


def careless(key: str, seed: int, wild: float) -> Any:
    """Return a hand at its claims, in which one side plays at random and now and then follows with any cards."""
    game, rng = GAMES[key], Random(seed)
    chosen = random_setup(game, rng).options | {"discipline": "honour"}
    context = {"levels": ["A", "A"] if seed % 3 == 0 else ["5", "7"], "banker": seed % 4, "first": seed % 4}
    state = game.start(game.setup(chosen, context, shuffled(key, seed)))
    while state.phase != "claims":
        view = game.view(state, state.to_act[0])
        action = bot.choose(view, rng)
        if view.phase == "play" and view.seat % 2 == seed // 4 % 2:
            action = rng.choice(game.moves(view))
            if view.trick and rng.random() < wild:
                action = Play(view.seat, tuple(sorted(rng.sample(view.hand, len(view.trick[0].cards)))))
        game.check(state, action)
        state = game.step(state, action)
    return state


def accepted(key: str, state: Any) -> Any:
    """Return the result of a hand in which nobody claims anything."""
    for seat in range(4):
        state = GAMES[key].step(state, Accept(seat))
    return state.result


def gain(result: Any, side: int) -> int:
    """Return the gain of a side from a result: levels, one more for the stage, thirteen for the match."""
    stage = 1 if result["winning_team"] == side else -1
    won = 0 if result["match_winner"] is None else 13 if result["match_winner"] == side else -13
    return int(result["change"][side] - result["change"][1 - side] + stage + won)


@pytest.mark.parametrize("key", ["forty", "eighty"])
def test_it_finds_every_revoke_and_no_other(key: str) -> None:
    claimed = 0
    for seed in range(12):
        state = careless(key, seed, wild=0.05)
        for seat in range(4):
            assert tuple(revokes(GAMES[key].view(state, seat))) == state.notes.revokes
        claimed += len(state.notes.revokes)
    assert claimed > 5


@pytest.mark.parametrize(("key", "hands"), [("forty", 60), ("eighty", 60)])
def test_it_claims_what_is_true_and_brings_no_less_than_the_hand(key: str, hands: int) -> None:
    game = GAMES[key]
    claimed = 0
    for seed in range(hands):
        state = careless(key, seed, wild=0.04)
        for seat in range(4):
            action = bot.choose(game.view(state, seat), Random(1))
            if isinstance(action, Claim):
                claimed += 1
                result = game.step(state, action).result
                assert (result["end"], result["offender"]) == ("claim-upheld", action.against)
                assert gain(result, seat % 2) >= gain(accepted(key, state), seat % 2)
    assert claimed > 10


def test_it_leaves_a_revoke_that_would_bring_less_than_the_hand() -> None:
    game, left = GAMES["forty"], 0
    for seed in range(60):
        state = careless("forty", seed, wild=0.04)
        for trick, who in state.notes.revokes:
            for seat in ((who + 1) % 4, (who + 3) % 4):
                if bot.choose(game.view(state, seat), Random(1)) == Accept(seat):
                    left += 1
                    result = game.step(state, Claim(seat, who, trick)).result
                    assert gain(result, seat % 2) < gain(accepted("forty", state), seat % 2)
    assert left


def test_it_claims_nothing_where_all_have_followed() -> None:
    for seed in range(5):
        state = careless("forty", seed, wild=0.0)
        assert [bot.choose(GAMES["forty"].view(state, seat), Random(1)) for seat in range(4)] == [
            Accept(seat) for seat in range(4)
        ]
