"""Compiled kernels do what the plain ones do, bit for bit, and keep to the rules; no web process has them.

``test_cores`` shows that plain kernels keep to the rules. ``make soak`` also checks compiled ones against the rules,
for every game; other runs check one game of each family (``conftest``).
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import ai
from games.ai import compiled, compiling, search
from games.ai.compiled import PLAIN, Engine
from games.rules.registry import GAMES
from games.titles.shengji.bot import core
from tests.ai.conftest import PLAIN_GAMES
from tests.ai.cores import allfours_agrees, kin_agrees, middle, shengji_agrees
from tests.ai.small_search import searched
from tests.ai.test_peeking import PLAIN as PLAIN_RULES
from tests.ai.test_thinking import view_of
from tests.faults.sizes import SOAK, size

#: hands replayed by the rules, positions in which both choose, and playouts per choice
HANDS, POSITIONS, PLAYOUTS = size(80, 1000), size(15, 1000), 40
#: games whose players think with kernels
KEYS = ["all-fours", "forty", "eighty", "winner", "big-two", "tien-len", "president"]
#: how each is played out by kernels and again by the rules; one way for all climbing games
AGREES = {
    "all-fours": allfours_agrees,
    "forty": partial(shengji_agrees, "forty"),
    "eighty": partial(shengji_agrees, "eighty"),
}


@pytest.mark.skipif(not SOAK, reason="compiles the steps of every playout once more, one by one")
@pytest.mark.parametrize("key", KEYS)
def test_compiled_kernels_play_by_the_rules(key: str, engine: Engine) -> None:
    rng = Random(f"{key}/rules")
    agrees = AGREES.get(key, partial(kin_agrees, key))
    assert sum(agrees(rng, engine) for _ in range(HANDS)) > 3 * HANDS


def ranking_of(view: Any, engine: Engine, seed: int) -> tuple[list[int], list[float]] | None:
    """Return the moves of a view in order, by index, and what each is worth in some worlds."""
    before = compiled.use(engine)
    try:
        decision = ai.question(view, Random(seed))
        if decision is None:
            return None
        order = search.ranked(decision, PLAYOUTS, Random(seed))
        rng = Random(seed)
        values = []
        for tries in (1, 4):
            world = decision.world(rng, tries)
            values += [decision.value(world, move) for move in range(len(decision.moves))]
        return order, values
    finally:
        compiled.use(before)


@pytest.mark.parametrize("key", [key for key in KEYS if key not in PLAIN_GAMES])
def test_both_choose_alike_bit_for_bit(key: str, engine: Engine) -> None:
    rng, count = Random(f"{key}/alike"), 0
    while count < POSITIONS:
        # On honour any cards may follow, which no playout knows of.
        state = middle(GAMES[key], rng, **PLAIN_RULES[key])
        view, seed = GAMES[key].view(state, state.to_act[0]), rng.getrandbits(32)
        plain = ranking_of(view, PLAIN, seed)
        assert plain == ranking_of(view, engine, seed)
        count += plain is not None


SITE = """
import sys
from pathlib import Path
from games.ai import compiled, compiling, thinking
from tests.ai.conftest import PLAIN_GAMES, game_of
from tests.ai.test_thinking import view_of
from tests.faults.sizes import SOAK
compiled._import_all()
if not SOAK:  # nor does the process that thinks, which reads this too, compile what no other test does
    for function in tuple(compiled._entries):
        if game_of(function) in PLAIN_GAMES:
            del compiled._entries[function]
if __name__ == "__main__":
    thinking.keep_code_in(Path(sys.argv[1]))
    thinking.think(view_of("all-fours"), "strong", 7)
    print(thinking._child.answer(60.0, compiling.settled), "numba" in sys.modules, "numpy" in sys.modules)
    thinking.close()
"""


def test_a_process_that_serves_pages_has_no_compiler(engine: Engine, kernels: Path, tmp_path: Path) -> None:
    script = tmp_path / "site.py"
    script.write_text(SITE)
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    site = subprocess.run(
        [sys.executable, str(script), str(kernels)], capture_output=True, text=True, env=env, check=True
    )
    assert site.stdout.split() == ["compiled", "False", "False"]


def test_what_a_process_compiles_is_kept_for_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_kernels", {doubled, sum_of_doubled})
    monkeypatch.setattr(compiled, "_entries", {sum_of_doubled: "int64(int64)"})
    monkeypatch.setattr(compiled, "_import_all", lambda: None)
    monkeypatch.setattr(compiled, "code", lambda: "small")
    compiled.use(PLAIN)
    monkeypatch.setattr(compiling, "_lifeline", lambda: None)
    compiled_into = []

    def run(command: list[str], **kwargs: Any) -> None:
        compiled_into.append(command[3])
        compiling.compile_into(Path(command[3]))

    monkeypatch.setattr(subprocess, "run", run)
    for _process in range(2):
        compiling._use(tmp_path, 0)
        engine = compiled.use(PLAIN)
        assert engine.name == "compiled" and engine.of(sum_of_doubled)(3) == 12
        assert compiling.is_ready(tmp_path)
    assert compiled_into == [str(tmp_path)], "the second fetched it"
    hits: Any = engine.of(sum_of_doubled)
    assert sum(hits.stats.cache_hits.values()) == 1


def test_a_site_that_is_to_compile_nothing_starts_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled.use(PLAIN)
    monkeypatch.setattr(compiling, "_fetching", None)
    monkeypatch.setattr(compiling, "_kept_in", None)
    compiling.begin(None)
    compiling.consider(long=True)
    assert compiling.compile_here(None) == "plain"
    assert compiling._fetching is None


def test_a_process_that_cannot_compile_thinks_as_it_is(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "is_possible", lambda: False)
    compiled.use(PLAIN)
    monkeypatch.setattr(compiling, "_fetching", None)
    monkeypatch.setattr(compiling, "_kept_in", None)
    compiling.begin(kernels)
    compiling.consider(long=True)
    compiling.compile_here(kernels)
    assert compiling.settled() == "plain"


@pytest.mark.parametrize("key", KEYS)
def test_playing_makes_no_further_kernels(key: str) -> None:
    """Otherwise one process would look for its code in one place, and the next in another."""
    before = compiled.code.__wrapped__()
    searched(view_of(key), PLAYOUTS, Random(1))
    assert compiled.code.__wrapped__() == before


def test_a_number_that_is_compiled_in_makes_other_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A constant of the policy is not in the source of a kernel."""
    before = compiled.code.__wrapped__()
    assert before == compiled.code()
    monkeypatch.setitem(core.led.__globals__, "THOUGHT_BURIED", 9)
    assert compiled.code.__wrapped__() != before


def doubled(number: int) -> int:
    return 2 * number


def sum_of_doubled(number: int) -> int:
    return doubled(1) + doubled(2) + doubled(number)


def test_a_kernel_is_compiled_once_whatever_numbers_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_kernels", {doubled, sum_of_doubled})
    monkeypatch.setattr(compiled, "_entries", {sum_of_doubled: "int64(int64)"})
    engine = compiled.Compiled(None)
    assert engine.of(sum_of_doubled)(3) == sum_of_doubled(3)
    inner: Any = engine.of(doubled)
    assert len(inner.signatures) == 1


def test_code_of_releases_that_are_gone_is_thrown_away(tmp_path: Path) -> None:
    week_old, yesterdays, current = tmp_path / "old", tmp_path / "yesterday", tmp_path / "kept"
    for place, days in ((week_old, 8), (yesterdays, 1), (current, 9)):
        place.mkdir()
        (place / "code").touch()
        os.utime(place, (time.time() - days * 86400,) * 2)
    compiling._throw_away_old(tmp_path, current)
    assert {*tmp_path.iterdir()} == {yesterdays, current}


def test_code_of_other_kernels_is_not_used(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "code", lambda: "another release")
    assert not compiling.is_ready(kernels)
