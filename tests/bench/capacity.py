"""``python -m tests.bench.capacity``: measure what moves and sockets cost on the large set-up.

Processor time, read from the processes, and not the clock: a busy machine changes it little. Needs
PostgreSQL and Redis (``TEST_POSTGRES``, ``TEST_REDIS``). Writes ``cardsite/deploy/capacity.json``
and the table in OPERATING.md.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import redis
import uvloop

from cardsite.deploy import capacity, stack
from tests import services
from tests.bench.load import at_rate, taken
from tests.bench.move_to_push import SITE, seated, site
from tests.bench.report import _processor
from tests.bench.servers import Server, python, running, told
from tests.bench.tables import AllFours
from tests.bench.wire import Person

#: Tables that play, moves a second at all of them, and for how long.
TABLES, RATE, SECONDS = 10, 20.0, 20.0
#: Tables and sockets that only watch.
IDLE, EACH = 100, 10
#: Turns of AI players that are counted.
TURNS, THOUGHTS = 300, 20
AI_TABLES = """
from tests.matches.tables import match_of
for _ in range({tables}):
    match_of("all-fours", "{level}", "{level}")
"""


def main() -> None:
    """Measure, print and write."""
    with ExitStack() as used:
        database, url = used.enter_context(_database())
        environment = {"DATABASE_URL": url, "REDIS_URL": services.redis_url()}
        found = uvloop.run(_moves(used, environment, database))
    for level, name, turns in (("policy", "worker_turn_ms", TURNS), ("intermediate", "thinking_turn_ms", THOUGHTS)):
        with _database() as (_name, url):
            found[name], found["worker_mib"] = _turns(
                level, turns, {"DATABASE_URL": url, "REDIS_URL": services.redis_url()}
            )
    cost = capacity.Costs(
        measured=f"{datetime.now(UTC):%Y-%m-%d}", machine=f"{os.cpu_count()} cores ({_processor()})", **found
    )
    capacity.write(cost)
    print(capacity.table(cost))


@contextmanager
def _database() -> Iterator[tuple[str, str]]:
    """Make a database for the time of the block; give its name and address."""
    name = f"sifang_capacity_{secrets.token_hex(4)}"
    redis.Redis.from_url(services.redis_url()).flushdb()
    with psycopg.connect(f"{services.postgres()}/postgres", autocommit=True) as connection:
        connection.execute(f'create database "{name}"')
        try:
            yield name, f"{services.postgres()}/{name}"
        finally:
            connection.execute(f'drop database "{name}" with (force)')


async def _moves(used: ExitStack, environment: dict[str, str], database: str) -> dict[str, float]:
    """Return what people's moves cost, and idle sockets."""
    server, made = used.enter_context(site(TABLES, IDLE, **environment))
    env = {**SITE, **environment, "SIFANG_VAR": os.environ.get("SIFANG_VAR", "var")}
    worker = used.enter_context(running(stack.worker("all", "table,thinking,review", "threads", 4), env))
    tables = await seated(server, made, AllFours)
    await at_rate(tables, RATE, 3.0)
    parts = _parts(server, Server(worker.pid, 0), database)
    before = {name: read() for name, read in parts.items()}
    await at_rate(tables, RATE, SECONDS)
    spent = {name: read() - before[name] for name, read in parts.items()}
    moves = len(taken(tables)[0])
    memory = server.memory()
    people = [Person(server.port, made["tables"][0][1]) for _ in range(IDLE * EACH)]
    for person, code in zip(people, made["idle"] * EACH, strict=True):
        await person.watch(f"/ws/t/{code}/", lambda message, now: None)
    await asyncio.sleep(3)
    grown, idle = server.memory() - memory, server.cpu()
    await asyncio.sleep(SECONDS)
    return {
        **{f"{name}_move_ms": 1000 * seconds / moves for name, seconds in spent.items()},
        "socket_kib": grown / len(people),
        "socket_ms_a_second": 1000 * (server.cpu() - idle) / SECONDS / len(people),
        "web_mib": memory / 1024,
    }


def _parts(web: Server, worker: Server, database: str) -> dict[str, Callable[[], float]]:
    """Return how to read the processor time of each part, in seconds."""
    return {
        "web": web.cpu,
        "worker": worker.cpu,
        "postgres": lambda: sum(Server(pid, 0).cpu() for pid in _backends(database)),
        "redis": _redis_cpu,
    }


def _backends(database: str) -> list[int]:
    """Return PostgreSQL's processes that serve a database on this machine."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = path.read_bytes()
        except OSError:
            continue
        if command.startswith(b"postgres:") and database.encode() in command:
            found.append(int(path.parent.name))
    return found


def _redis_cpu() -> float:
    said: Any = redis.Redis.from_url(services.redis_url()).info("cpu")
    return float(said["used_cpu_user"] + said["used_cpu_sys"])


def _turns(level: str, turns: int, environment: dict[str, str]) -> tuple[float, float]:
    """Return milliseconds of a worker's processor time for an AI player's turn, and its memory."""
    env = {**SITE, **environment, "SIFANG_AI_PACE": "0,0"}
    told(python("manage.py", "prepare"), env)
    told(python("manage.py", "shell", "--no-imports", "-c", AI_TABLES.format(tables=4, level=level)), env)
    with running(stack.worker("all", "table,thinking,review", "threads", 4), env) as process:
        worker = Server(process.pid, 0)
        acted = _wait_for(environment["DATABASE_URL"], 1)
        before = worker.cpu()
        done = _wait_for(environment["DATABASE_URL"], acted + turns)
        return 1000 * (worker.cpu() - before) / (done - acted), worker.memory() / 1024


def _wait_for(url: str, count: int) -> int:
    """Wait until AI players have acted so often; return how often they have."""
    with psycopg.connect(url, autocommit=True) as connection:
        while True:
            row = connection.execute("select count(*) from hands_entry where by = 'ai'").fetchone()
            if row is not None and row[0] >= count:
                return int(row[0])
            time.sleep(0.05)


if __name__ == "__main__":
    main()
