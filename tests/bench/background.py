"""Background work: how soon a task begins, what an idle worker costs, how an AI player at work
delays the loop that serves everybody.

Goal P8: the embedded worker against Redis with worker processes.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context

import uvloop

from cardsite.deploy.stack import free_port
from tests.bench.measure import Goal, Section, at_most, middle, percentile, pooled, spread
from tests.bench.move_to_push import site
from tests.bench.servers import answers, python, running, told

TASKS, EVERY = 40, 0.04
IDLE_SECONDS = 6.0
LOOP_SECONDS, TICK = 1.0, 0.002
ENV = {"DJANGO_SETTINGS_MODULE": "cardsite.settings", "DATABASE_URL": "", "REDIS_URL": ""}


def run(repeats: int) -> Section:
    """Measure starts of tasks in turn, then idle time, then the loop's lateness in turn."""
    starts, idle = _starts(repeats)
    with tempfile.TemporaryDirectory() as var:
        late = json.loads(
            told(python("-m", "tests.bench.background", "loop", str(repeats)), {**ENV, "SIFANG_VAR": var})
        )
    section = Section(
        "Background work",
        f"Milliseconds from sending a task to its start, one every {EVERY * 1000:g} ms; processor time of an idle "
        f"site over {IDLE_SECONDS:g} s; by how much a {TICK * 1000:g} ms timer of the loop is late while an AI player "
        "thinks without a pause, with the interpreter's switch interval as `serve` sets it.",
        ("what", "p50 ms", "p99 ms"),
    )
    names = {"embedded": "task starts, embedded worker", "redis": "task starts, Redis and 2 worker processes"}
    section.rows = [
        (names[way], spread([middle(one) for one in rounds]), f"{percentile(pooled(rounds), 0.99):.1f}")
        for way, rounds in starts.items()
    ]
    section.rows += [
        (f"loop late by, {name}", spread([middle(one) for one in rounds]), f"{percentile(pooled(rounds), 0.99):.2f}")
        for name, rounds in late.items()
    ]
    section.rows.append(("idle site, share of a core", f"{idle:.2%}", ""))
    section.goals = _goals(starts, late, idle)
    if "redis" not in starts:
        section.notes.append("Skipped: no redis-server was found, so there is no peer for the start of tasks.")
    return section


def _goals(starts: dict[str, list[list[float]]], late: dict[str, list[list[float]]], idle: float) -> list[Goal]:
    goals = [at_most("P8", "idle site, share of a core", idle, 0.005, 1, (f"{idle:.2%}", "0.50%"))]
    if "redis" in starts:
        ours, peer = (middle([middle(one) for one in starts[way]]) for way in ("embedded", "redis"))
        goals.insert(0, at_most("P8", "start of a task", ours, peer, 0.5, (f"{ours:.2f} ms", f"Redis {peer:.2f} ms")))
    quiet, busy = (percentile(pooled(late[name]), 0.99) for name in ("nobody thinks", "AI player in a thread"))
    return [*goals, at_most("P8", "loop late, p99", busy, quiet, 2, (f"{busy:.2f} ms", f"no AI {quiet:.2f} ms"))]


# --- the start of tasks ------------------------------------------------------------------


def _starts(repeats: int) -> tuple[dict[str, list[list[float]]], float]:
    """Return milliseconds to the start of each task by way and repeat, and an idle site's share of a core."""
    with ExitStack() as stack:
        reports = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        reports.bind(("127.0.0.1", 0))
        reports.settimeout(5)
        env = {**ENV, "BENCH_REPORTS": str(reports.getsockname()[1])}
        ways = {"embedded": stack.enter_context(_sender({**env, "BENCH_BROKER": "wake://"}))}
        if shutil.which("redis-server"):
            broker = {**env, "BENCH_BROKER": stack.enter_context(_redis())}
            worker = python("-m", "celery", "-A", "tests.bench.floor.tasks", "worker", "-P", "prefork", "-c", "2")
            stack.enter_context(running([*worker, "-l", "ERROR", "--without-gossip", "--without-mingle"], broker))
            ways["redis"] = stack.enter_context(_sender(broker))
        found: dict[str, list[list[float]]] = {way: [] for way in ways}
        for sender in ways.values():
            _round(sender, reports, patience=30)
        for _ in range(repeats):
            for way, sender in ways.items():
                found[way].append(_round(sender, reports))
    with site(1) as (server, _made):
        time.sleep(2)
        before = server.cpu()
        time.sleep(IDLE_SECONDS)
        return found, (server.cpu() - before) / IDLE_SECONDS


def _round(sender: subprocess.Popen[str], reports: socket.socket, patience: float = 5) -> list[float]:
    """Have a round of tasks sent and return the milliseconds after which each began."""
    assert sender.stdin is not None
    sender.stdin.write("go\n")
    sender.stdin.flush()
    reports.settimeout(patience)
    return [1000 * struct.unpack("d", reports.recv(8))[0] for _ in range(TASKS)]


@contextmanager
def _redis() -> Iterator[str]:
    """Run a Redis of our own that keeps nothing; give its address."""
    port = free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with running(["redis-server", *options], {}):
        while not answers(port):
            time.sleep(0.05)
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def _sender(env: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Run a process that sends a round of tasks for each line it reads."""
    with tempfile.TemporaryDirectory() as var:
        process = subprocess.Popen(
            python("-m", "tests.bench.background", "send"),
            env={**os.environ, **env, "SIFANG_VAR": var},
            stdin=subprocess.PIPE,
            text=True,
        )
        try:
            yield process
        finally:
            process.terminate()
            process.wait()


def send() -> None:
    """Send a round of tasks for each line of standard input; with ``wake://`` run them here."""
    from tests.bench.floor.tasks import app, begun, nothing

    if os.environ["BENCH_BROKER"] == "wake://":
        from games.foundation.embedded.worker import EmbeddedWorker

        logging.getLogger("kombu").setLevel(logging.ERROR)
        EmbeddedWorker(app, {"nothing": {"task": nothing.name, "schedule": 3600}}).start()
    for _line in sys.stdin:
        for _ in range(TASKS):
            begun.delay(time.time())
            time.sleep(EVERY)


# --- the loop beside an AI player ----------------------------------------------------------


def loop(repeats: int) -> dict[str, list[list[float]]]:
    """Return by how many milliseconds a timer was late, by what else ran and repeat."""
    import django

    django.setup()
    sys.setswitchinterval(0.0005)
    found: dict[str, list[list[float]]] = {
        "nobody thinks": [],
        "AI player in a thread": [],
        "AI player in a process": [],
    }
    for _ in range(repeats):
        found["nobody thinks"].append(uvloop.run(_lateness()))
        stop = threading.Event()
        thread = threading.Thread(target=think, args=(stop.is_set,))
        thread.start()
        found["AI player in a thread"].append(uvloop.run(_lateness()))
        stop.set()
        thread.join()
        process = get_context("spawn").Process(target=_think_apart)
        process.start()
        time.sleep(1.0)
        found["AI player in a process"].append(uvloop.run(_lateness()))
        process.terminate()
        process.join()
    return found


async def _lateness() -> list[float]:
    late, end = [], time.perf_counter() + LOOP_SECONDS
    while (before := time.perf_counter()) < end:
        await asyncio.sleep(TICK)
        late.append(1000 * (time.perf_counter() - before - TICK))
    return late


def think(stopped: object) -> None:
    """Choose for an AI player of Winner, hand after hand, until told to stop."""
    from games import ai
    from games.rules.core import Setup
    from games.rules.registry import GAMES

    assert callable(stopped)
    game, rng = GAMES["winner"], random.Random(1)
    options = game.resolve({})
    deck = list(game.pack(options))
    while not stopped():
        rng.shuffle(deck)
        dealt = tuple(deck)
        state = game.start(Setup(options, game.following(options, [], dealt, rng), dealt))
        while state.result is None and not stopped():
            state = game.step(state, ai.choose(game.view(state, state.to_act[0]), "policy", rng))


def _think_apart() -> None:
    os.nice(10)
    think(lambda: False)


if __name__ == "__main__":
    if sys.argv[1] == "send":
        send()
    else:
        print(json.dumps(loop(int(sys.argv[2]))))
