"""The services that tests use: a Redis without persistence and a PostgreSQL cluster, started for the tests only.

Each process of a test run has its own, which ends with it, so nothing else on the machine is touched and parallel
runs do not interfere. ``TEST_POSTGRES`` and ``TEST_REDIS`` name other servers to use: the workers of a run share
them, each with its own databases.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path

import psycopg
import pytest
import redis

from cardsite.deploy.stack import free_port

#: Seconds that a service has to answer.
PATIENCE = 30.0
#: Number of this worker in a run that has several.
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


def unless_here(missing: str) -> None:
    """Skip, with its name, if something is missing; CI has everything."""
    if missing:
        if os.environ.get("CI"):
            pytest.fail(f"CI needs {missing}.")
        pytest.skip(f"{missing} is not here")


def leash(sign: str) -> list[str]:
    """Return a command prefix so that the command gets a signal when its parent process ends in any way."""
    return ["setpriv", "--pdeathsig", sign] if shutil.which("setpriv") else []


@cache
def postgres() -> str:
    """Return the address of this process's PostgreSQL, without a database name; start one if none is given."""
    if url := os.environ.get("TEST_POSTGRES"):
        return url
    own = OwnPostgres()
    own.start()
    atexit.register(own.remove)
    return own.url


@cache
def redis_url() -> str:
    """Return the address of this process's Redis database; start a server if none is given."""
    if url := os.environ.get("TEST_REDIS"):
        server, _, number = url.rpartition("/")
        return f"{server}/{int(number) + WORKER}"
    own = OwnRedis()
    own.start()
    atexit.register(own.kill)
    return own.url


def missing() -> str:
    """Return which service of the large site is missing here, or ""."""
    if not os.environ.get("TEST_POSTGRES") and OwnPostgres.missing():
        return "PostgreSQL"
    if not os.environ.get("TEST_REDIS") and OwnRedis.missing():
        return "Redis"
    return ""


class OwnRedis:
    """A Redis that forgets everything when it is killed."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def missing() -> bool:
        """Return whether this machine has none."""
        return shutil.which("redis-server") is None

    def start(self) -> None:
        """Start it, and return when it answers."""
        command = [
            *leash("KILL"),
            "redis-server",
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        client, end = redis.Redis.from_url(self.url), time.monotonic() + PATIENCE
        while True:
            try:
                client.ping()
                return
            except redis.RedisError:
                assert time.monotonic() < end, "Redis did not start"
                time.sleep(0.02)

    def kill(self) -> None:
        """Kill it, with all its data."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(20)


class OwnPostgres:
    """A PostgreSQL cluster in its own folder, run by the user ``postgres`` if we are root."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="sifang-pg-"))
        self.port = free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self._user: dict[str, object] = {}
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            self._user = {"user": "postgres", "group": "postgres", "extra_groups": []}
        data = str(self.folder / "data")
        command = [str(self.programs() / "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8"]
        subprocess.run([*command, "--no-locale"], check=True, capture_output=True, cwd="/", **self._user)  # type: ignore[call-overload]

    @staticmethod
    def programs() -> Path:
        """Return the folder of the newest PostgreSQL's programs."""
        paths = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4]))
        return paths[-1].parent if paths else Path("/nowhere")

    @classmethod
    def missing(cls) -> bool:
        """Return whether this machine has none."""
        return not (cls.programs() / "postgres").exists()

    def start(self) -> None:
        """Start it, and return when it answers; after a kill, when it has recovered."""
        command = [
            *leash("INT"),
            str(self.programs() / "postgres"),
            "-D",
            str(self.folder / "data"),
            "-p",
            str(self.port),
        ]
        command += ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.folder}"]
        command += ["-c", "shared_buffers=64MB", "-c", "max_connections=200"]
        # The operating system still has what a killed process wrote; only a crash of the machine would lose it.
        command += ["-c", "fsync=off", "-c", "full_page_writes=off"]
        log = subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/", **self._user)  # type: ignore[call-overload]
        end = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(f"{self.url}/postgres", connect_timeout=2).close()
                return
            except psycopg.Error:
                assert time.monotonic() < end, "PostgreSQL did not start"
                time.sleep(0.05)

    def kill(self) -> None:
        """Kill the server and all its processes at once."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for pid in (self.process.pid, *map(int, children)):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.process.wait(20)
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def remove(self) -> None:
        """Kill it and remove its folder."""
        if self.process is not None and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
