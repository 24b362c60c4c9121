"""``python -m tests.bench.capacity``: measure what moves and sockets cost on the large set-up.

Measures the processes' CPU time rather than wall-clock time: a busy machine changes it little. Uses PostgreSQL and
Redis. Writes ``cardsite/deploy/capacity.json`` and the table in OPERATING.md; ``--small`` only prints.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import psutil
import psycopg
import redis
import uvloop

from cardsite.deploy import capacity, capacity_report, stack
from tests.bench.contenders import SITE, Server, crowd, seated, served
from tests.bench.load import at_rate
from tests.bench.report import cores
from tests.bench.tables import Figures
from tests.sites import LargeSite

#: Tables in play, moves a second over all of them; tables and sockets that only watch.
TABLES, RATE, IDLE, EACH = 10, 20.0, 100, 10
#: AI players among themselves at every game, match after match: their turns are what is measured.
AI_TABLES = """
from games.rules.registry import GAMES
from tests.matches.tables import match_of
for key, game in GAMES.items():
    match_of(key, *["{level}"] * game.seats(game.resolve({{}})))
"""
#: A site that has run for minutes has its kernels compiled.
COMPILE = (
    "from django.conf import settings\nfrom games.ai import compiling\ncompiling.compile_here(settings.COMPILED_CODE)"
)
#: What runs beside the web process where AI players are measured: workers as ``make stack`` has them.
WORKERS = (stack.worker("table", "table", "threads", 4), stack.worker("thinking", "thinking,review", "prefork", 1))
#: Whose turns are measured: the level, the cost's name, and which of these is read.
LEVELS = (("policy", "worker_turn_ms", 0), ("intermediate", "thinking_turn_ms", 1), ("strong", "strong_turn_ms", 1))


def main(small: bool) -> None:
    """Measure, print and write."""
    costs = uvloop.run(_moves(LargeSite(**SITE), 2.0 if small else 20.0))
    for level, name, job in LEVELS:
        costs[name], costs["worker_mib"] = _turns(level, job, 20 if small else 400)
    cost = capacity.Costs(measured=f"{datetime.now(UTC):%Y-%m-%d}", machine=cores(), **costs)
    if not small:
        capacity_report.write(cost)
    print(capacity_report.table(cost))


async def _moves(site: LargeSite, seconds: float) -> dict[str, float]:
    """Return what people's moves and idle sockets cost."""
    with served(site, TABLES, IDLE) as (server, seats):
        tables = await seated(server, seats)
        await at_rate(tables, RATE, 3.0, Figures())
        parts = _parts(site, server)
        before = {name: read() for name, read in parts.items()}
        moves = await at_rate(tables, RATE, seconds, Figures())
        spent = {name: read() - before[name] for name, read in parts.items()}
        memory = server.memory()
        sockets, grown = await crowd(server, seats, EACH)
        idle = server.cpu()
        await asyncio.sleep(seconds)
        return {
            **{f"{name}_move_ms": 1000 * used / moves for name, used in spent.items()},
            "socket_kib": grown,
            "socket_ms_a_second": 1000 * (server.cpu() - idle) / seconds / sockets,
            "web_mib": memory / 1024,
        }


def _parts(site: LargeSite, server: Server) -> dict[str, Callable[[], float]]:
    """Return how to read the processor time of each part, in seconds."""
    usage: Any = redis.Redis.from_url(site.environment["REDIS_URL"])
    return {
        "web": server.cpu,
        "worker": Server(site.beside[0].pid).cpu,
        "postgres": lambda: _postgres_cpu(site.database),
        "redis": lambda: sum(usage.info("cpu")[f"used_cpu_{kind}"] for kind in ("user", "sys")),
    }


def _postgres_cpu(database: str) -> float:
    """Return the seconds used by the PostgreSQL processes that serve a database on this machine."""
    commands = {process: " ".join(process.info["cmdline"] or []) for process in psutil.process_iter(["cmdline"])}
    backends = [process for process, line in commands.items() if line.startswith("postgres:") and database in line]
    return sum(sum(process.cpu_times()[:2]) for process in backends)


def _turns(level: str, job: int, turns: int) -> tuple[float, float]:
    """Return milliseconds of one worker's processor time for an AI player's turn, and its memory."""
    apart = {"SIFANG_DB_POOL": "0", "SIFANG_AI_PACE": "0.1,0.2"} if job else {"SIFANG_AI_PACE": "0,0"}
    site = LargeSite(**SITE, **apart, SIFANG_COMPILE="1")
    site.jobs = tuple(command[1:] for command in (*WORKERS, stack.scheduler()))
    try:
        site.prepare()
        if job:
            site.run(COMPILE)
        site.run(AI_TABLES.format(level=level))
        site.start_beside()
        worker = Server(site.beside[job].pid)
        first = _wait_for(site.environment["DATABASE_URL"], 2 * turns)  # its kernels are loaded
        before = worker.cpu()
        last = _wait_for(site.environment["DATABASE_URL"], first + turns)
        return 1000 * (worker.cpu() - before) / (last - first), worker.memory() / 1024
    finally:
        site.stop_beside()
        site.remove()


def _wait_for(url: str, count: int) -> int:
    """Wait until AI players have acted so often; return how often they did."""
    with psycopg.connect(url, autocommit=True) as connection:
        while True:
            row = connection.execute("select count(*) from hands_entry where by = 'ai'").fetchone()
            if row is not None and row[0] >= count:
                return int(row[0])
            time.sleep(0.05)


if __name__ == "__main__":
    main("--small" in sys.argv)
