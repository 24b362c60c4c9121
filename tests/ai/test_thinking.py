"""Thinking in a child process: the same choice as here, and an answer whatever happens to the child."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import ai
from games.ai import arena, thinking
from games.ai.bot import Bot
from games.rules.registry import GAMES
from tests.ai.cores import middle
from tests.ai.test_peeking import PLAIN
from tests.faults.sizes import SOAK


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    yield
    thinking.close()


def view_of(key: str, seed: int = 3) -> Any:
    """Return the view of a seat that has choices to weigh."""
    rng = Random(seed)
    while True:
        state = middle(GAMES[key], rng, **PLAIN[key])
        view = GAMES[key].view(state, state.to_act[0])
        if ai.question(view, Random(1)) is not None:
            return view


#: games whose players weigh their choices; in an ordinary run the quickest of each family
SEARCHED = [key for key in GAMES if type(ai.bot(key)).question is not Bot.question]
QUICK = ("all-fours", "winner", "forty")


def test_it_chooses_apart_what_it_would_choose_here() -> None:
    for key in SEARCHED if SOAK else QUICK:
        view = view_of(key)
        assert thinking.think(view, "intermediate", 7) == thinking.think(view, "intermediate", 7, apart=False)


def test_the_policy_answers_where_the_child_is_too_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "CAP", 0.0)
    view = view_of("forty")
    assert thinking.think(view, "strong", 7) == ai.choose(view, "policy", Random(7))


def test_it_recovers_where_the_child_has_died() -> None:
    view = view_of("all-fours")
    before = thinking.think(view, "intermediate", 7)
    for process in thinking._child._pool._processes.values():
        process.kill()
        process.join()
    assert thinking.think(view, "intermediate", 7) in GAMES[view.game].moves(view)
    assert thinking.think(view, "intermediate", 7) == before


def test_levels_that_do_not_search_answer_here(monkeypatch: pytest.MonkeyPatch) -> None:
    child, view = thinking._Child(0), view_of("winner")
    monkeypatch.setattr(thinking, "_child", child)
    for level in ("random", "novice", "beginner", "casual", "policy"):
        assert thinking.think(view, level, 7) == ai.choose(view, level, Random(7))
    assert child._pool is None


def test_a_review_ends_when_the_site_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["forty"]
    _number, setup = next(arena.deals(game, {}, 1, 1))
    state, actions = game.start(setup), []
    while state.result is None:
        actions.append(ai.choose(game.view(state, state.to_act[0]), "policy", Random(1)))
        state = game.step(state, actions[-1])
    reviewer, begun, ends = thinking._Child(0), threading.Event(), []
    monkeypatch.setattr(thinking, "_reviewer", reviewer)
    real_submit = reviewer._submitted

    def submit(*arguments: Any) -> Any:
        future = real_submit(*arguments)
        begun.set()
        return future

    def look() -> None:
        try:
            thinking.make_review("forty", setup, actions, 0, range(len(actions)), 1)
        except thinking.WorkerFailed as fault:
            ends.append(fault)

    monkeypatch.setattr(reviewer, "_submitted", submit)
    thread = threading.Thread(target=look)
    thread.start()
    assert begun.wait(20)
    thinking.stop_reviews()
    thread.join(20)
    look()
    assert [type(fault) for fault in ends] == [thinking.Stopped] * 2


def slow(path: str) -> None:
    """Say that it has begun, then outlast any test."""
    Path(path).touch()
    time.sleep(600)


def test_what_nobody_waits_for_gives_way_to_a_review(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    reviewer, ends = thinking._Child(0), []
    monkeypatch.setattr(thinking, "_reviewer", reviewer)
    begun = tmp_path / "begun"

    def work() -> None:
        try:
            thinking.in_spare_time(slow, str(begun))
        except thinking.WorkerFailed as fault:
            ends.append(type(fault))

    thread = threading.Thread(target=work)
    thread.start()
    try:
        while not begun.exists() and thread.is_alive():
            thread.join(0.05)
        setup = next(arena.deals(GAMES["all-fours"], {}, 1, 1))[1]
        assert thinking.make_review("all-fours", setup, [], 0, [], 1) == []
        thread.join(20)
        assert ends == [thinking.GaveWay]
    finally:
        reviewer.close()


def test_where_somebody_waits_already_it_does_not_begin() -> None:
    reviewer = thinking._Child(0)
    reviewer._come()
    with pytest.raises(thinking.GaveWay):
        reviewer.answer(10, os.getpid, gives_way=True)
    reviewer._go()
    try:
        assert reviewer.answer(60, os.getpid, once=True, gives_way=True) != os.getpid()
    finally:
        reviewer.close()


SITE = """
import os, time
from games.ai import thinking
from tests.ai.test_thinking import view_of
if __name__ == "__main__":
    thinking.think(view_of("all-fours"), "intermediate", 7)
    print(*thinking._child._pool._processes, flush=True)
    time.sleep(60)
"""


def test_no_child_is_left_where_the_site_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "site_with_a_child.py"
    script.write_text(SITE)
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    site = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=env)
    assert site.stdout is not None
    child = int(site.stdout.readline())
    pidfd = os.pidfd_open(child)
    site.kill()
    site.wait()
    # A pidfd can be read once its process has ended.
    assert select.select([pidfd], [], [], 20)[0]
    os.close(pidfd)
