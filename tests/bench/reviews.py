"""Second looks: how long one takes, whether AI players at tables are slower meanwhile, and whether
the loop that serves everybody keeps time while four tables think (issue 7, point 8).
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import uvloop

from tests.bench.measure import Section, at_most, middle, percentile, pooled, spread
from tests.bench.servers import python, told

#: seconds that a second look at a hand may take
WANTED = {"all-fours": 10, "winner": 10, "forty": 10, "eighty": 30}
HANDS = 2
TABLES, SECONDS, TICK = 4, 6.0, 0.002
WAYS = ("alone", "beside a second look")


def run(repeats: int) -> Section:
    """Measure second looks, then in turn thoughts of four tables without and with one going on."""
    with tempfile.TemporaryDirectory() as var:
        env = {"DJANGO_SETTINGS_MODULE": "cardsite.settings", "DATABASE_URL": "", "REDIS_URL": "", "SIFANG_VAR": var}

        def asked(*what: str) -> Any:
            return json.loads(told(python("-m", "tests.bench.reviews", *what), env))

        looks = {key: [asked("look", key, str(number)) for number in range(HANDS)] for key in WANTED}
        rounds = [asked("thoughts") for _ in range(repeats)]
    found = {"looks": looks} | {
        what: {name: [one[name][what] for one in rounds] for name in WAYS} for what in ("thoughts", "late")
    }
    section = Section(
        "Second looks",
        f"Seconds of a second look at one seat's hand, in its process, over {HANDS} hands a game; milliseconds of a "
        f"thought of an AI player (strong, Forty), with {TABLES} tables asking without a pause of one thinking "
        f"process, and by how much a {TICK * 1000:g} ms timer of the loop is late meanwhile.",
        ("what", "p50", "p99 or longest"),
    )
    for key, times in found["looks"].items():
        section.rows.append((f"second look, {key}, s", f"{middle(times):.1f}", f"{max(times):.1f}"))
        words = (f"{max(times):.1f} s", f"{WANTED[key]} s")
        section.goals.append(at_most("AI8", f"second look, {key}", max(times), WANTED[key], 1, words))
    for name in WAYS:
        thoughts, late = found["thoughts"][name], found["late"][name]
        section.rows.append(
            (
                f"thought, {name}, ms",
                spread([middle(one) for one in thoughts]),
                f"{percentile(pooled(thoughts), 0.99):.0f}",
            )
        )
        section.rows.append(
            (
                f"loop late by, {name}, ms",
                spread([middle(one) for one in late]),
                f"{percentile(pooled(late), 0.99):.2f}",
            )
        )
    alone, beside = (middle(pooled(found["thoughts"][name])) for name in WAYS)
    section.goals.append(
        at_most(
            "AI8", "thought beside a second look", beside, alone, 1.1, (f"{beside:.0f} ms", f"alone {alone:.0f} ms")
        )
    )
    late = percentile(pooled(found["late"]["beside a second look"]), 0.99)
    section.goals.append(at_most("AI8", "loop late, p99", late, 50, 1, (f"{late:.2f} ms", "50 ms")))
    return section


def thoughts() -> dict[str, dict[str, list[float]]]:
    """Return milliseconds of thoughts and of lateness, by what goes on."""
    from games.ai import thinking

    sys.setswitchinterval(0.0005)
    found: dict[str, dict[str, list[float]]] = {}
    for name in WAYS:
        stop = threading.Event()
        times: list[float] = []
        threads = [threading.Thread(target=_ask, args=(stop.is_set, number, times)) for number in range(TABLES)]
        if name != WAYS[0]:
            threads.append(threading.Thread(target=_look_on, args=(stop.is_set,)))
        for thread in threads:
            thread.start()
        late = uvloop.run(_lateness())
        stop.set()
        # What is looked at now is not wanted any more.
        thinking.close()
        for thread in threads:
            thread.join()
        found[name] = {"thoughts": times, "late": late}
    return found


def _played(key: str, number: int) -> tuple[Any, list[Any], list[Any]]:
    """Return a hand that the policy has played: its deal, its actions, the views of seat 0."""
    from games import ai
    from games.ai import arena
    from games.rules.registry import GAMES

    game = GAMES[key]
    _number, setup = next(arena.deals(game, {}, 1, 5, first=number))
    state, actions, views, rng = game.start(setup), [], [], Random(number)
    while state.result is None:
        view = game.view(state, state.to_act[0])
        if state.to_act[0] == 0 and ai.question(view, Random(1)) is not None:
            views.append(view)
        actions.append(ai.choose(view, "policy", rng))
        state = game.step(state, actions[-1])
    return setup, actions, views


def _look(key: str, number: int) -> float:
    from games.ai import thinking

    setup, actions, _views = _played(key, number)
    started = time.perf_counter()
    thinking.look_back(key, setup, actions, 0, range(len(actions)), 1)
    return time.perf_counter() - started


def _look_on(stopped: Callable[[], bool]) -> None:
    from games.ai import thinking

    number = 0
    while not stopped():
        with suppress(thinking.WorkerFailed):
            _look("forty", number)
        number += 1


def _ask(stopped: Callable[[], bool], number: int, times: list[float]) -> None:
    """Ask for one thought after the other, as a table does; note how long each took, the wait for its
    turn with it."""
    from games.ai import thinking

    views = _played("forty", number)[2]
    at = 0
    while not stopped():
        started = time.perf_counter()
        thinking.think(views[at % len(views)], "strong", at)
        times.append(1000 * (time.perf_counter() - started))
        at += 1


async def _lateness() -> list[float]:
    late, end = [], time.perf_counter() + SECONDS
    while (before := time.perf_counter()) < end:
        await asyncio.sleep(TICK)
        late.append(1000 * (time.perf_counter() - before - TICK))
    return late


if __name__ == "__main__":
    import django

    django.setup()
    what, *which = sys.argv[1:]
    print(json.dumps(thoughts() if what == "thoughts" else _look(which[0], int(which[1]))))
