"""The sites under load, each on data of its own: the real one, also as a stack, and the ones it is compared with.

Reads ``/proc`` itself because no library for that is locked; other processes start as tests start them.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cardsite.deploy.stack import free_port
from tests.bench.tables import Real, Table
from tests.bench.wire import Person
from tests.sites import LEASH, ROOT, Site

Made = Mapping[str, list[list[str]]]
Running = tuple["Server", Made]
SITE = {
    # The next hand is dealt as soon as one is scored: both count against the site.
    "SIFANG_NEXT_HAND_SECONDS": "0",
    # Hands are dealt at once.
    "SIFANG_DRAW_PACE": "0.001",
    "SIFANG_LAST_CALL": "0",
    # All requests come from this machine.
    "SIFANG_LINES_PER_ADDRESS": "100000",
}
#: The flags of ``manage.py serve``, for the stock way and the lean reference.
FLAGS = {
    "host": "127.0.0.1",
    "ws": "websockets-sansio",
    "ws-max-size": "4096",
    "ws-per-message-deflate": "true",
    "lifespan": "off",
    "log-level": "warning",
    "timeout-graceful-shutdown": "5",
}


@dataclass(frozen=True, slots=True)
class Server:
    """A process that listens on a loopback port."""

    pid: int
    port: int = 0

    def memory(self) -> float:
        """Return the resident memory of the process and its children, in KiB."""
        pages = sum(int((proc(pid, "statm").split() or [0, 0])[1]) for pid in _tree(self.pid))
        return pages * os.sysconf("SC_PAGE_SIZE") / 1024

    def cpu(self) -> float:
        """Return the seconds of processor time used so far by the process and its children."""
        stats = [proc(pid, "stat").rpartition(")")[2].split()[11:13] for pid in _tree(self.pid)]
        return sum(int(ticks) for stat in stats for ticks in stat) / os.sysconf("SC_CLK_TCK")


def proc(pid: int, name: str) -> str:
    """Return what the kernel reports on a process; nothing once it has ended."""
    try:
        return Path(f"/proc/{pid}/{name}").read_text()
    except OSError:
        return ""


def _tree(pid: int) -> list[int]:
    return [pid, *(one for child in proc(pid, f"task/{pid}/children").split() for one in _tree(int(child)))]


@contextmanager
def served(site: Site, tables: int, idle: int = 0, stored: int = 0, all_games: bool = False) -> Iterator[Running]:
    """Run a site of the tests; yield its server and its people.

    The tables are of All Fours, or of ``all_games`` in turn; beside them there are ``idle`` ones that nobody plays at
    and as many ``stored`` hands."""
    try:
        site.prepare()
        code = f"from tests.bench import lives, people\npeople.seat_all({tables}, {idle}, {all_games})"
        made = json.loads(site.run(code + f"\nlives.store({stored})" * bool(stored)))
        try:
            site.start()
            yield Server(site.process.pid if site.process else os.getpid(), site.port), made
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
        made = json.loads(subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True).stdout)
        port = free_port()
        command = [sys.executable, "-m", "uvicorn", f"tests.bench.floor.{way}:application", "--port", str(port)]
        command += ["--no-access-log", "--no-server-header", *(f"--{name}={value}" for name, value in FLAGS.items())]
        process = subprocess.Popen([*LEASH, *command], cwd=ROOT, env=env)
        try:
            while not _listens(port):
                assert process.poll() is None, f"{way} did not start"
                time.sleep(0.05)
            yield Server(process.pid, port), made
        finally:
            process.terminate()
            process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as trial:
        return not trial.connect_ex(("127.0.0.1", port))


async def seated(server: Server, made: Made, kind: type[Table] = Real) -> list[Table]:
    """Connect everybody at a server's tables, in batches."""
    tables = [kind(code, [Person(server.port, one) for one in sessions]) for code, *sessions in made["tables"]]
    for at in range(0, len(tables), 10):
        await asyncio.gather(*(table.join() for table in tables[at : at + 10]))
    await asyncio.sleep(0.5)
    return tables


async def crowd(server: Server, made: Made, each: int) -> tuple[list[Person], float]:
    """Let ``each`` people watch each idle table; return them, and by how many KiB a socket the server grew."""
    session, before = made["tables"][0][1], server.memory()
    people = [Person(server.port, session) for _ in range(each * len(made["idle"]))]
    for person, code in zip(people, made["idle"] * each, strict=True):
        await person.watch(f"/ws/t/{code}/", lambda message, now: None)
    await asyncio.sleep(3)
    return people, (server.memory() - before) / len(people)
