"""Report what the measured costs imply: the needs of a number of people, how many a machine holds, and waiting times.

``python -m tests.bench.capacity`` measures the costs on the large site and updates ``capacity.json`` and the tables of
OPERATING.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from cardsite.deploy.capacity import COSTS, HERE, USUAL, Costs, Habits, Needs, needs, people_on, strong_seats
from cardsite.deploy.simulation import simulate

PAGE = HERE / "OPERATING.md"
BEGIN, END = "<!-- capacity -->", "<!-- end of capacity -->"
#: The rows of the second table: number of cores by description.
MACHINES = {"one core": 1, "four cores": 4, "ten machines of four cores": 40}
#: The rows of the page's table: people online at once.
PEOPLE = (100, 1_000, 5_000, 20_000, 100_000)
HEADINGS = ("people", "tables", "moves/s", "web", "table workers", "thinking", "cores", "PostgreSQL", "Redis", "memory")
HELD = ("what there is", "people", "busy", "half of the moves are shown within", "99 of 100 within")


def held(cost: Costs, habits: Habits = USUAL) -> list[tuple[str, ...]]:
    """Return how many people machines hold, as rows under ``HELD``; load and waiting times are simulated."""
    rows = []
    for name, cores in MACHINES.items():
        people = people_on(cores, cost, habits)
        load = simulate(people, cores, cost, habits)
        rows.append((name, f"{people:,}", f"{100 * load.busy:.0f} %", f"{load.p50:.0f} ms", f"{load.p99:.0f} ms"))
    return rows


def thinks(cost: Costs, habits: Habits = USUAL) -> str:
    """Return a sentence that says for how many strong AI players one core can think."""
    return f"One core that thinks holds {strong_seats(cost, habits):,} seats of strong AI players."


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
    """Return the generated part of the page in Markdown: measured costs, resources by number of people, and people per
    machine."""
    needed = [HEADINGS, ["---:"] * len(HEADINGS), *(row(needs(count, cost)) for count in people)]
    machines = [HELD, ("---", *["---:"] * (len(HELD) - 1)), *held(cost)]
    return (
        f"Measured {cost.measured} on {cost.machine}. Processor time of a person's move that four watch: web "
        f"{cost.web_move_ms:.1f} ms, workers {cost.worker_move_ms:.1f} ms, PostgreSQL {cost.postgres_move_ms:.1f} ms, "
        f"Redis {cost.redis_move_ms:.2f} ms. An AI player's turn: {cost.worker_turn_ms:.1f} ms, with thought "
        f"{cost.thinking_turn_ms:.0f} ms, of the strong ones {cost.strong_turn_ms:.0f} ms. An idle socket, whose "
        f"pushes are packed: {cost.socket_kib:.0f} KiB and {cost.socket_ms_a_second:.3f} ms a second. A web process: "
        f"{cost.web_mib:.0f} MiB, a worker {cost.worker_mib:.0f} MiB.\n\n"
        f"{_markdown(needed)}\n\n{_markdown(machines)}\n\n{thinks(cost)}"
    )


def _markdown(rows: Iterable[Sequence[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def write(cost: Costs) -> None:
    """Write measured costs to ``capacity.json`` and the page."""
    COSTS.write_text(json.dumps(asdict(cost), indent=2) + "\n")
    PAGE.write_text(filled(PAGE.read_text(), cost))


def filled(page: str, cost: Costs) -> str:
    """Return the page with a new table between its markers."""
    before, _begin, rest = page.partition(BEGIN)
    _old, _end, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table(cost)}\n\n{END}{after}"
