"""Capacity planning: the processes, cores and memory that a number of people need, from measured costs.

``capacity.json`` holds the costs; ``capacity_report`` presents the results.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import ceil, floor
from pathlib import Path

HERE = Path(__file__).resolve().parent
COSTS = HERE / "capacity.json"


@dataclass(frozen=True, slots=True)
class Costs:
    """Measured costs: milliseconds of processor time, and memory."""

    measured: str
    machine: str
    # of a person's move, in each part of the site
    web_move_ms: float
    worker_move_ms: float
    postgres_move_ms: float
    redis_move_ms: float
    # of an AI player's turn: policy, intermediate's search, strong's search; means of all games
    worker_turn_ms: float
    thinking_turn_ms: float
    strong_turn_ms: float
    # per open, idle socket with compression
    socket_kib: float
    socket_ms_a_second: float
    # per idle process
    web_mib: float
    worker_mib: float


@dataclass(frozen=True, slots=True)
class Habits:
    """Assumptions about what people do, which operators can override."""

    seats: int = 4
    # seconds between moves at a table
    move_seconds: float = 2.5
    # share of seats taken by AI players, and share of these that search
    ai_share: float = 0.25
    thinking_share: float = 0.2
    # target load of a process; the rest is headroom for peaks and latency
    busy: float = 0.5
    # open sockets per person: one for the table, one for notifications
    sockets: int = 2
    # additional memory per socket, beyond that measured with compression (SIFANG_DEFLATE)
    packed_kib: float = 0.0
    # maximum sockets per web process
    most_sockets: int = 5_000


USUAL = Habits()
#: Minimum and maximum plausible values for the number of people and for each habit.
PEOPLE_BOUNDS = (0, 10_000_000_000)
BOUNDS: dict[str, tuple[float, float]] = {
    "seats": (1, 100),
    "move_seconds": (0.01, 86_400),
    "ai_share": (0, 0.99),
    "thinking_share": (0, 1),
    "busy": (0.01, 1),
    "sockets": (1, 100),
    "packed_kib": (0, 100_000),
    "most_sockets": (1, 1_000_000),
}


@dataclass(frozen=True, slots=True)
class Needs:
    """The resources that a number of people need."""

    people: int
    tables: int
    moves: float
    webs: int
    table_workers: int
    thinking_workers: int
    postgres_cores: float
    redis_cores: float
    memory_gib: float

    @property
    def cores(self) -> int:
        """Cores for everything but PostgreSQL and Redis."""
        return self.webs + self.table_workers + self.thinking_workers


def costs() -> Costs:
    """Return the latest measured costs."""
    return Costs(**json.loads(COSTS.read_text()))


@dataclass(frozen=True, slots=True)
class Work:
    """Seconds of processor time per second, by part of the site."""

    web: float
    worker: float
    thinking: float
    postgres: float
    redis: float

    @property
    def total(self) -> float:
        """The sum of all parts."""
        return self.web + self.worker + self.thinking + self.postgres + self.redis


def work(people: float, tables: float, cost: Costs, habits: Habits) -> Work:
    """Return the work for ``people`` at ``tables`` tables, all in play."""
    moves = tables / habits.move_seconds
    turns = moves * habits.ai_share
    # an AI player's move is pushed like a person's but needs no request
    return Work(
        (moves * cost.web_move_ms + people * habits.sockets * cost.socket_ms_a_second) / 1000,
        (moves * cost.worker_move_ms + turns * cost.worker_turn_ms) / 1000,
        turns * habits.thinking_share * cost.thinking_turn_ms / 1000,
        moves * cost.postgres_move_ms / 1000,
        moves * cost.redis_move_ms / 1000,
    )


def needs(people: int, cost: Costs, habits: Habits = USUAL) -> Needs:
    """Return the resources for ``people`` who play at the same time."""
    tables = ceil(tables_of(people, habits))
    load = work(people, tables, cost, habits)
    sockets = people * habits.sockets
    webs = max(2, ceil(load.web / habits.busy), ceil(sockets / habits.most_sockets))
    workers = max(1, ceil(load.worker / habits.busy))
    thinkers = max(1, ceil(load.thinking / habits.busy))
    memory = webs * cost.web_mib + (workers + thinkers) * cost.worker_mib
    memory += sockets * (cost.socket_kib + habits.packed_kib) / 1024
    return Needs(
        people,
        tables,
        tables / habits.move_seconds,
        webs,
        workers,
        thinkers,
        load.postgres / habits.busy,
        load.redis / habits.busy,
        memory / 1024,
    )


def tables_of(people: float, habits: Habits) -> float:
    """Return the number of tables for ``people``."""
    return people / (habits.seats * (1 - habits.ai_share))


def people_on(cores: float, cost: Costs, habits: Habits = USUAL) -> int:
    """Return how many people ``cores`` cores can serve, PostgreSQL and Redis included."""
    one = work(1, tables_of(1, habits), cost, habits).total
    return floor(cores * habits.busy / one)


def strong_seats(cost: Costs, habits: Habits = USUAL) -> int:
    """Return for how many strong AI players one core can think if each takes one turn per round."""
    return floor(1000 * habits.busy * habits.seats * habits.move_seconds / cost.strong_turn_ms)
