"""Capacity planning: the processes, cores and memory that a number of people need, from measured costs.

``capacity.json`` holds the costs. ``python -m tests.bench.capacity`` measures them on the large site and updates
``capacity.json`` and the table of OPERATING.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import ceil, floor
from pathlib import Path

HERE = Path(__file__).resolve().parent
COSTS, PAGE = HERE / "capacity.json", HERE / "OPERATING.md"
BEGIN, END = "<!-- capacity -->", "<!-- end of capacity -->"
#: What the second table is for: cores by the name of what has them.
MACHINES = {"one core": 1, "four cores": 4, "ten machines of four cores": 40}
#: The rows of the page's table: people online at once.
PEOPLE = (100, 1_000, 5_000, 20_000, 100_000)
HEADINGS = ("people", "tables", "moves/s", "web", "table workers", "thinking", "cores", "PostgreSQL", "Redis", "memory")


@dataclass(frozen=True, slots=True)
class Costs:
    """Measured costs: milliseconds of processor time, and memory."""

    measured: str
    machine: str
    # per move of a person, in each part of the site
    web_move_ms: float
    worker_move_ms: float
    postgres_move_ms: float
    redis_move_ms: float
    # per turn of an AI player: by policy; by intermediate's search and by strong's, in the mean of all games
    worker_turn_ms: float
    thinking_turn_ms: float
    strong_turn_ms: float
    # per open, idle socket without compression
    socket_kib: float
    socket_ms_a_second: float
    # per idle process
    web_mib: float
    worker_mib: float


@dataclass(frozen=True, slots=True)
class Habits:
    """Assumptions about what people do, which operators can override."""

    seats: int = 4
    # seconds between two moves at a table
    move_seconds: float = 2.5
    # share of seats that AI players have, and of these, those that search
    ai_share: float = 0.25
    thinking_share: float = 0.2
    # average load of a process; the rest is reserve for peaks and latency
    busy: float = 0.5
    # open sockets per person: one for the table, one for notifications
    sockets: int = 2
    # additional memory per socket with compression (SIFANG_DEFLATE)
    packed_kib: float = 35.0
    # sockets per web process at most
    most_sockets: int = 5_000


#: The least and the greatest plausible value: of the number of people, and of each habit.
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
    """Return the costs measured last."""
    return Costs(**json.loads(COSTS.read_text()))


@dataclass(frozen=True, slots=True)
class Work:
    """Seconds of processor time a second, by part of the site."""

    web: float
    worker: float
    thinking: float
    postgres: float
    redis: float

    @property
    def total(self) -> float:
        """All parts together."""
        return self.web + self.worker + self.thinking + self.postgres + self.redis


def work(people: float, tables: float, cost: Costs, habits: Habits) -> Work:
    """Return what ``people`` at so many tables, all in play, cost."""
    moves = tables / habits.move_seconds
    turns = moves * habits.ai_share
    # an AI player's move is pushed like a person's, but needs no request
    return Work(
        (moves * cost.web_move_ms + people * habits.sockets * cost.socket_ms_a_second) / 1000,
        (moves * cost.worker_move_ms + turns * cost.worker_turn_ms) / 1000,
        turns * habits.thinking_share * cost.thinking_turn_ms / 1000,
        moves * cost.postgres_move_ms / 1000,
        moves * cost.redis_move_ms / 1000,
    )


def needs(people: int, cost: Costs, habits: Habits = Habits()) -> Needs:
    """Return what ``people`` who play at the same time need."""
    tables = ceil(_tables(people, habits))
    done = work(people, tables, cost, habits)
    sockets = people * habits.sockets
    webs = max(2, ceil(done.web / habits.busy), ceil(sockets / habits.most_sockets))
    workers = max(1, ceil(done.worker / habits.busy))
    thinkers = max(1, ceil(done.thinking / habits.busy))
    memory = webs * cost.web_mib + (workers + thinkers) * cost.worker_mib
    memory += sockets * (cost.socket_kib + habits.packed_kib) / 1024
    return Needs(
        people,
        tables,
        tables / habits.move_seconds,
        webs,
        workers,
        thinkers,
        done.postgres / habits.busy,
        done.redis / habits.busy,
        memory / 1024,
    )


def _tables(people: float, habits: Habits) -> float:
    return people / (habits.seats * (1 - habits.ai_share))


def people_on(cores: float, cost: Costs, habits: Habits = Habits()) -> int:
    """Return how many people so many cores hold, PostgreSQL and Redis among what runs there."""
    one = work(1, _tables(1, habits), cost, habits).total
    return floor(cores * habits.busy / one)


def strong_seats(cost: Costs, habits: Habits = Habits()) -> int:
    """Return for how many seats of strong AI players, each of which has its turn once a round, one core thinks."""
    return floor(1000 * habits.busy * habits.seats * habits.move_seconds / cost.strong_turn_ms)


def held(cost: Costs, habits: Habits = Habits()) -> list[tuple[str, str]]:
    """Return what machines hold, in words: rows of what there is, and what it is enough for."""
    rows = [(name, f"{people_on(cores, cost, habits):,} people") for name, cores in MACHINES.items()]
    return [*rows, ("one core that thinks", f"{strong_seats(cost, habits):,} seats of strong AI players")]


def row(need: Needs) -> tuple[str, ...]:
    """Return needs as a row under ``HEADINGS``."""
    return (
        f"{need.people:,}",
        f"{need.tables:,}",
        f"{need.moves:,.0f}",
        f"{need.webs:,}",
        f"{need.table_workers:,}",
        f"{need.thinking_workers:,}",
        f"{need.cores:,}",
        f"{need.postgres_cores:,.1f} cores",
        f"{need.redis_cores:,.1f} cores",
        f"{need.memory_gib:,.1f} GiB",
    )


def table(cost: Costs, people: Sequence[int] = PEOPLE) -> str:
    """Return the generated part of the page, in Markdown: the measured costs, what so many people need, and what
    machines hold."""
    needed = [HEADINGS, ["---:"] * len(HEADINGS), *(row(needs(count, cost)) for count in people)]
    machines = [("what there is", "holds"), ("---", "---"), *held(cost)]
    return (
        f"Measured {cost.measured} on {cost.machine}. Processor time of a person's move that four watch: web "
        f"{cost.web_move_ms:.1f} ms, workers {cost.worker_move_ms:.1f} ms, PostgreSQL {cost.postgres_move_ms:.1f} ms, "
        f"Redis {cost.redis_move_ms:.2f} ms. An AI player's turn: {cost.worker_turn_ms:.1f} ms, with thought "
        f"{cost.thinking_turn_ms:.0f} ms, of the strong ones {cost.strong_turn_ms:.0f} ms. An idle socket: "
        f"{cost.socket_kib:.0f} KiB, {Habits().packed_kib:.0f} more where pushes are packed, and "
        f"{cost.socket_ms_a_second:.3f} ms a second. A web process: {cost.web_mib:.0f} MiB, a worker "
        f"{cost.worker_mib:.0f} MiB.\n\n{_markdown(needed)}\n\n{_markdown(machines)}"
    )


def _markdown(rows: Iterable[Sequence[str]]) -> str:
    return "\n".join("| " + " | ".join(one) + " |" for one in rows)


def write(cost: Costs) -> None:
    """Write measured costs into ``capacity.json`` and the page."""
    COSTS.write_text(json.dumps(asdict(cost), indent=2) + "\n")
    PAGE.write_text(filled(PAGE.read_text(), cost))


def filled(page: str, cost: Costs) -> str:
    """Return the page with a new table between its markers."""
    before, _begin, rest = page.partition(BEGIN)
    _old, _end, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table(cost)}\n\n{END}{after}"
