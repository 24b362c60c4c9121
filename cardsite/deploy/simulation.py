"""Simulate tables in play: how long people wait until their move is shown while others make theirs.

The simulation runs the capacity plan's figures with random arrivals. It checks whether a number of people keep machines
as busy as planned, and how long presses wait then.
"""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass
from math import ceil
from random import Random

from cardsite.deploy.capacity import USUAL, Costs, Habits, tables_of

#: Number of moves to simulate. The first tenth of the time is ignored: nobody waits at the start.
MOVES = 30_000


@dataclass(frozen=True, slots=True)
class Simulated:
    """The median and the 99th percentile of the milliseconds from a person's press until its picture is sent, and the
    share of time that a core is busy."""

    p50: float
    p99: float
    busy: float


def simulate(people: int, cores: int, cost: Costs, habits: Habits = USUAL, moves: int = MOVES) -> Simulated:
    """Simulate ``people`` on ``cores`` cores, PostgreSQL and Redis included.

    Each table is assigned to one core at random, and cores do not help each other. Moves arrive at random; each job
    takes its measured time on average (exponentially distributed); jobs run in order of arrival, so that an AI player's
    thought delays later presses. A machine that gives priority to presses does better.
    """
    count = ceil(tables_of(people, habits))
    rng = Random(f"{people}/{cores}")  # noqa: S311 - random arrivals, nothing secret
    tables = [count // cores] * cores  # a large number spreads evenly
    if count <= moves:
        drawn = Counter(rng.randrange(cores) for _table in range(count))
        tables = [drawn[core] for core in range(cores)]
    seconds = moves * habits.move_seconds / max(1, count)
    waited: list[float] = []
    worked = 0.0
    for here in filter(None, tables):
        waits, spent = _core(here, seconds, cost, habits, rng)
        waited += waits
        worked += spent
    waited.sort()
    idle = people * habits.sockets * cost.socket_ms_a_second / 1000  # seconds of work per second for open sockets
    busy = (worked / seconds + idle) / cores
    return Simulated(_percentile(waited, 0.5), _percentile(waited, 0.99), busy)


def _percentile(values: list[float], share: float) -> float:
    return 1000 * values[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def _core(tables: int, seconds: float, cost: Costs, habits: Habits, rng: Random) -> tuple[list[float], float]:
    """Return for how many seconds each press waited at the tables of one core, and for how many the core was busy."""
    shown = cost.web_move_ms + cost.postgres_move_ms + cost.redis_move_ms
    # jobs: time and order of arrival, mean milliseconds, whether another job follows, and the time of the press that
    # waits for it, if any
    todo: list[tuple[float, int, float, bool, float | None]] = []
    number, at = 0, 0.0
    while (at := at + rng.expovariate(tables / habits.move_seconds)) < seconds:
        if rng.random() < habits.ai_share:  # an AI player's move is chosen first, then shown like any other
            searches = rng.random() < habits.thinking_share
            chosen = cost.worker_turn_ms + (cost.thinking_turn_ms if searches else 0.0)
            todo.append((at, number, chosen, True, None))
        else:
            todo.append((at, number, shown, True, at))
        number += 1
    heapq.heapify(todo)
    free, worked, waited = 0.0, 0.0, []
    while todo:
        since, order, milliseconds, leads_on, pressed = heapq.heappop(todo)
        if since > seconds:
            break
        takes = rng.expovariate(1000 / milliseconds) if milliseconds else 0.0
        free = max(free, since) + takes
        worked += takes
        if pressed is not None and pressed > seconds / 10:
            waited.append(free - pressed)
        if leads_on:
            # after a press comes the workers' part; after a thought the move is carried out and shown
            next_ms = cost.worker_move_ms if pressed is not None else shown + cost.worker_move_ms
            heapq.heappush(todo, (free, number + order, next_ms, False, None))
    return waited, worked
