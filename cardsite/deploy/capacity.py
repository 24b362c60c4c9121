"""How many processes, cores and how much memory so many people need, from what was measured.

``capacity.json`` holds the costs; ``python -m tests.bench.capacity`` measures them anew on the
large set-up and writes them here and into OPERATING.md.
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
#: People at once that the page's table is for.
PEOPLE = (100, 1_000, 5_000, 20_000, 100_000)
HEADINGS = ("people", "tables", "moves/s", "web", "table workers", "thinking", "cores", "PostgreSQL", "Redis", "memory")


@dataclass(frozen=True, slots=True)
class Costs:
    """What was measured: milliseconds of processor time, and memory."""

    measured: str
    machine: str
    # of a person's move, in each part of the site
    web_move_ms: float
    worker_move_ms: float
    postgres_move_ms: float
    redis_move_ms: float
    # of an AI player's turn that needs no thought, and of one that does
    worker_turn_ms: float
    thinking_turn_ms: float
    # of a socket that is open and idle, and whose pushes are not packed
    socket_kib: float
    socket_ms_a_second: float
    # of a process that does nothing yet
    web_mib: float
    worker_mib: float


@dataclass(frozen=True, slots=True)
class Habits:
    """What people are taken to do; an operator who knows better says so."""

    seats: int = 4
    # seconds from one move of a table to the next
    move_seconds: float = 2.5
    # of all seats, those of AI players, and of these, those that think
    ai_share: float = 0.25
    thinking_share: float = 0.2
    # how busy a process may be on average: the rest is for evenings and for quick answers
    busy: float = 0.5
    # sockets that one person has open: his table's, and his own for news
    sockets: int = 2
    # memory more for each where pushes are packed, as browsers ask for (SIFANG_DEFLATE)
    packed_kib: float = 35.0
    # sockets that one web process holds at most
    most_sockets: int = 5_000


#: People, and each habit: what it is at least and at most, for it to be anybody's.
MANKIND = (0, 10_000_000_000)
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
    """What so many people need."""

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
    """Return what was measured last."""
    return Costs(**json.loads(COSTS.read_text()))


def needs(people: int, cost: Costs, habits: Habits = Habits()) -> Needs:
    """Return what so many people at tables at the same time need."""
    tables = ceil(people / (habits.seats * (1 - habits.ai_share)))
    moves = tables / habits.move_seconds
    turns = moves * habits.ai_share
    thoughts = turns * habits.thinking_share
    # An AI player's move is pushed like a person's: what it spares is the request.
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


def row(found: Needs) -> tuple[str, ...]:
    """Return needs as a row under ``HEADINGS``."""
    return (
        f"{found.people:,}",
        f"{found.tables:,}",
        f"{found.moves:,.0f}",
        f"{found.webs:,}",
        f"{found.table_workers:,}",
        f"{found.thinking_workers:,}",
        f"{found.cores:,}",
        f"{found.postgres_cores:,.1f} cores",
        f"{found.redis_cores:,.1f} cores",
        f"{found.memory_gib:,.1f} GiB",
    )


def table(cost: Costs, people: Sequence[int] = PEOPLE) -> str:
    """Return the page's part: what was measured, and what follows."""
    lines = [HEADINGS, ["---:"] * len(HEADINGS), *(row(needs(count, cost)) for count in people)]
    marked = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return (
        f"Measured {cost.measured} on {cost.machine}. Processor time of a person's move that four watch: web "
        f"{cost.web_move_ms:.1f} ms, workers {cost.worker_move_ms:.1f} ms, PostgreSQL {cost.postgres_move_ms:.1f} ms, "
        f"Redis {cost.redis_move_ms:.2f} ms. An AI player's turn: {cost.worker_turn_ms:.1f} ms, with thought "
        f"{cost.thinking_turn_ms:.0f} ms. An idle socket: {cost.socket_kib:.0f} KiB, {Habits().packed_kib:.0f} more "
        f"where pushes are packed, and {cost.socket_ms_a_second:.3f} ms a second. A web process: "
        f"{cost.web_mib:.0f} MiB, a worker {cost.worker_mib:.0f} MiB.\n\n{marked}"
    )


def write(cost: Costs) -> None:
    """Keep what was measured, and write the page's table from it."""
    COSTS.write_text(json.dumps(asdict(cost), indent=2) + "\n")
    PAGE.write_text(filled(PAGE.read_text(), cost))


def filled(page: str, cost: Costs) -> str:
    """Return the page with its table between the marks."""
    before, _begin, rest = page.partition(BEGIN)
    _old, _end, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table(cost)}\n\n{END}{after}"
