"""The sites under load, each on data of its own: the real one, also as a stack, and the ones it is compared with."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import psutil

from tests.bench.tables import Real, Table
from tests.bench.wire import Person
from tests.sites import LEASH, ROOT, Site

Seats = Mapping[str, list[list[str]]]
Running = tuple["Server", Seats]
SITE = {
    # The next hand is dealt as soon as one is scored: both count against the site.
    "SIFANG_NEXT_HAND_SECONDS": "0",
    # Hands are dealt at once.
    "SIFANG_DRAW_PACE": "0.001",
    "SIFANG_LAST_CALL": "0",
    # All requests come from this machine.
    "SIFANG_SOCKETS_PER_ADDRESS": "100000",
}
#: The flags of ``manage.py serve``, for the stock way and the lean reference.
FLAGS = ["--ws=websockets-sansio", "--ws-max-size=4096", "--ws-per-message-deflate=true", "--lifespan=off"]
FLAGS += ["--log-level=warning", "--no-access-log", "--no-server-header", "--timeout-graceful-shutdown=5"]


class Server(psutil.Process):
    """A process that listens on a loopback port, with its children."""

    def __init__(self, pid: int, port: int = 0) -> None:
        super().__init__(pid)
        self.port = port

    def memory(self) -> float:
        """Return their resident memory, in KiB."""
        return sum(one.memory_info().rss for one in (self, *self.children(recursive=True))) / 1024

    def cpu(self) -> float:
        """Return the seconds of processor time they have used so far."""
        return sum(sum(one.cpu_times()[:2]) for one in (self, *self.children(recursive=True)))


@contextmanager
def served(site: Site, tables: int, idle: int = 0, stored: int = 0, all_games: bool = False) -> Iterator[Running]:
    """Run a site of the tests; yield its server and who sits where.

    The tables are of All Fours, or of ``all_games`` in turn; beside them there are ``idle`` ones that nobody plays at
    and as many ``stored`` hands."""
    try:
        site.prepare()
        code = f"from tests.bench import lives, people\npeople.seat_all({tables}, {idle}, {all_games})"
        seats = json.loads(site.run(code + f"\nlives.store({stored})" * bool(stored)))
        try:
            site.start()
            yield Server(site.process.pid if site.process else os.getpid(), site.port), seats
        finally:
            site.stop()
    finally:
        site.remove()


@contextmanager
def other(way: str, tables: int, size: int) -> Iterator[Running]:
    """Run the lean reference or the stock way; ``size``: bytes of a picture."""
    with tempfile.TemporaryDirectory() as data:
        settings = {"DJANGO_SETTINGS_MODULE": "tests.bench.floor.settings", "BENCH_DATA": data}
        env = {**os.environ, **settings, "BENCH_WAY": way, "BENCH_BYTES": str(size)}
        command = [sys.executable, "-m", "tests.bench.people", str(tables)]
        seats = json.loads(subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True).stdout)
        with socket.create_server(("127.0.0.1", 0)) as listening:  # those who connect wait until it serves
            port, fd = listening.getsockname()[1], listening.fileno()
            command = [sys.executable, "-m", "uvicorn", f"tests.bench.floor.{way}:application", "--fd", str(fd), *FLAGS]
            process = subprocess.Popen([*LEASH, *command], cwd=ROOT, env=env, pass_fds=[fd])
        try:
            yield Server(process.pid, port), seats
        finally:
            process.terminate()
            process.wait()


async def seated(server: Server, seats: Seats, kind: type[Table] = Real) -> list[Table]:
    """Connect everybody at a server's tables, in batches."""
    tables = [kind(code, [Person(server.port, one) for one in sessions]) for code, *sessions in seats["tables"]]
    for at in range(0, len(tables), 10):
        await asyncio.gather(*(table.join() for table in tables[at : at + 10]))
    await asyncio.sleep(0.5)
    return tables


async def crowd(server: Server, seats: Seats, each: int) -> tuple[int, float]:
    """Let a person watch each idle table over ``each`` sockets; return the sockets, and the server's KiB for each."""
    before = server.memory()
    sockets = [pair for pair in zip(seats["crowd"], seats["idle"], strict=True) for _ in range(each)]
    for session, code in sockets:
        await Person(server.port, session).watch(f"/ws/t/{code}/", lambda message, now: None)
    await asyncio.sleep(3)
    return len(sockets), (server.memory() - before) / len(sockets)
