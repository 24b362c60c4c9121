"""Capacity planning: the processes, cores and memory that a number of people need, from measured costs.

``capacity.json`` holds the costs. ``python -m tests.bench.capacity`` measures them on the large site and updates
``capacity.json`` and the table of OPERATING.md.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path

HERE = Path(__file__).resolve().parent
COSTS, PAGE = HERE / "capacity.json", HERE / "OPERATING.md"
BEGIN, END = "<!-- capacity -->", "<!-- end of capacity -->"
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
    # per turn of an AI player, by policy and by search
    worker_turn_ms: float
    thinking_turn_ms: float
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


def needs(people: int, cost: Costs, habits: Habits = Habits()) -> Needs:
    """Return what ``people`` who play at the same time need."""
    tables = ceil(people / (habits.seats * (1 - habits.ai_share)))
    moves = tables / habits.move_seconds
    turns = moves * habits.ai_share
    thoughts = turns * habits.thinking_share
    # an AI player's move is pushed like a person's, but needs no request
    sockets = people * habits.sockets
    web = (moves * cost.web_move_ms + sockets * cost.socket_ms_a_second) / 1000
    worker = (moves * cost.worker_move_ms + turns * cost.worker_turn_ms) / 1000
    webs = max(2, ceil(web / habits.busy), ceil(sockets / habits.most_sockets))
    workers = max(1, ceil(worker / habits.busy))
    thinkers = max(1, ceil(thoughts * cost.thinking_turn_ms / 1000 / habits.busy))
    memory = webs * cost.web_mib + (workers + thinkers) * cost.worker_mib
    memory += sockets * (cost.socket_kib + habits.packed_kib) / 1024
    return Needs(
        people,
        tables,
        moves,
        webs,
        workers,
        thinkers,
        moves * cost.postgres_move_ms / 1000 / habits.busy,
        moves * cost.redis_move_ms / 1000 / habits.busy,
        memory / 1024,
    )


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
    """Return the generated part of the page, in Markdown: the measured costs and the table of needs."""
    lines = [HEADINGS, ["---:"] * len(HEADINGS), *(row(needs(count, cost)) for count in people)]
    markdown = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return (
        f"Measured {cost.measured} on {cost.machine}. Processor time of a person's move that four watch: web "
        f"{cost.web_move_ms:.1f} ms, workers {cost.worker_move_ms:.1f} ms, PostgreSQL {cost.postgres_move_ms:.1f} ms, "
        f"Redis {cost.redis_move_ms:.2f} ms. An AI player's turn: {cost.worker_turn_ms:.1f} ms, with thought "
        f"{cost.thinking_turn_ms:.0f} ms. An idle socket: {cost.socket_kib:.0f} KiB, {Habits().packed_kib:.0f} more "
        f"where pushes are packed, and {cost.socket_ms_a_second:.3f} ms a second. A web process: "
        f"{cost.web_mib:.0f} MiB, a worker {cost.worker_mib:.0f} MiB.\n\n{markdown}"
    )


def write(cost: Costs) -> None:
    """Write measured costs into ``capacity.json`` and the page."""
    COSTS.write_text(json.dumps(asdict(cost), indent=2) + "\n")
    PAGE.write_text(filled(PAGE.read_text(), cost))


def filled(page: str, cost: Costs) -> str:
    """Return the page with a new table between its markers."""
    before, _begin, rest = page.partition(BEGIN)
    _old, _end, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table(cost)}\n\n{END}{after}"
