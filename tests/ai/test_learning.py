"""What AI players learn from results: the same from the same seed, named weights, and better play than the policy."""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import ai
from games.ai import compiling, learning
from games.rules.registry import GAMES
from games.titles.shengji.bot import terms
from games.titles.shengji.bot.weights import CHALLENGERS, COMMON, DECLARERS, POLICY, Weights, learned


class Hill:
    """A learner whose best weights, the height and breadth of a hill, are known."""

    name = "hill"
    start: Mapping[str, float] = {"height": 1.0, "breadth": -2.0}

    def __init__(self) -> None:
        self.asked: set[tuple[int, int]] = set()

    def gain(self, weights: Mapping[str, float], first: int, count: int) -> float:
        self.asked.add((first, count))
        return -((weights["height"] - 3) ** 2) - (weights["breadth"] + 1) ** 2


def test_the_best_weights_are_found_and_the_same_from_the_same_seed() -> None:
    results = [learning.learn(Hill(), seed, generations=30) for seed in (1, 1, 2)]
    assert results[0] == results[1]
    for weights in results:
        assert weights == pytest.approx({"height": 3.0, "breadth": -1.0}, abs=0.02)


@pytest.fixture
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command change neither how this process thinks nor its priority."""
    monkeypatch.setattr(compiling, "compile_here", lambda folder: "plain")
    monkeypatch.setattr("os.nice", lambda by: by)


@pytest.mark.usefixtures("as_before")
def test_the_command_keeps_what_was_learned_beside_what_others_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = ai.bot("forty")
    monkeypatch.setattr(type(bot), "learned", tmp_path / "learned.json")
    monkeypatch.setattr(type(bot), "learners", lambda self, seed: [Hill(), Hill()])
    (tmp_path / "learned.json").write_text('{"eighty": {"hill": {"height": 2.0}}}')
    output = StringIO()
    call_command("ai_learn", game="forty", generations=20, stdout=output)
    weights = json.loads((tmp_path / "learned.json").read_text())
    assert weights["eighty"] == {"hill": {"height": 2.0}}
    assert weights["forty"]["hill"] == pytest.approx({"height": 3.0, "breadth": -1.0}, abs=0.1)
    assert "hill, generation 20: " in output.getvalue()


@pytest.mark.parametrize("options", [{"game": "winner"}, {"game": "forty", "learner": "nobody"}])
@pytest.mark.usefixtures("as_before")
def test_the_command_says_where_nothing_can_be_learned(options: dict[str, str]) -> None:
    with pytest.raises(CommandError, match="Nothing can be learned here"):
        call_command("ai_learn", **options)


def test_the_command_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "is_possible", lambda: False)
    with pytest.raises(CommandError, match="development packages"):
        call_command("ai_learn", game="forty")


def test_each_generation_plays_hands_of_the_pool() -> None:
    hill = Hill()
    learning.learn(hill, 1, generations=10, hands=5, pool=20)
    assert len(hill.asked) > 3
    assert all(count == 5 and 0 <= first <= 15 for first, count in hill.asked)


def test_a_weight_has_the_same_place_in_the_table_of_kernels_as_among_the_weights() -> None:
    names = Weights._fields[:COMMON]
    assert [getattr(terms, name.upper()) for name in names] == list(range(terms.WEIGHTS, terms.WEIGHTS + COMMON))


def test_what_is_kept_is_small() -> None:
    files = {bot.learned for bot in map(ai.bot, GAMES) if bot.learned}
    assert files and all(file.stat().st_size < 200_000 for file in files)


@pytest.mark.parametrize("side", [DECLARERS, CHALLENGERS])
def test_what_was_learned_wins_more_against_the_policy_than_the_policy_does(side: str) -> None:
    [learner] = [one for one in ai.bot("forty").learners(seed=2) if one.name == side]
    assert learner.gain(learned("forty", side)._asdict(), 0, 1000) > 0
    assert learner.gain(POLICY._asdict(), 0, 100) == 0


def test_a_game_that_has_learned_nothing_plays_like_the_policy() -> None:
    assert learned("eighty", DECLARERS) == POLICY
