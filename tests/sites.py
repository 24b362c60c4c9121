"""The site in processes of its own: embedded, or on PostgreSQL and Redis with a worker beside it."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import psycopg
import redis

from cardsite.deploy import stack

ROOT = Path(__file__).resolve().parents[1]
POSTGRES = os.environ.get("TEST_POSTGRES", "postgres://postgres@127.0.0.1:5432")
# Tests that run side by side must not take one another's tasks; 9 is that of the run itself.
_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
REDIS = os.environ.get("TEST_REDIS", f"redis://127.0.0.1:6379/{(8, 10, 11, 12, 13, 14, 15)[_worker % 7]}")
#: All that a single worker takes from.
QUEUES = "table,thinking,review"
#: A site goes with the thread of the tests that started it, however these end.
LEASH = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []


class Site:
    """The site served by ``manage.py serve`` on a port and a database of its own."""

    def __init__(self, **environment: str) -> None:
        self.var = Path(tempfile.mkdtemp(prefix="sifang-"))
        self.environment = {
            **{k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}},
            "SIFANG_VAR": str(self.var),
            "SIFANG_AI_PACE": "0.02,0.05",
            "SIFANG_MANIFEST": "0",
            "SIFANG_PRESSES_A_SECOND": "0",
            **environment,
        }
        self.port = stack.free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        #: what is run; a test may run the site with a fault built in
        self.program = ["manage.py"]

    def start(self, timeout: float = 120.0, dies: int | None = None) -> None:
        """Start the server and return when it answers, or has died as it should, with status ``dies``."""
        self.process = subprocess.Popen(
            [*LEASH, sys.executable, *self.program, "serve", "--port", str(self.port)],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=open(self.var / "log", "ab"),  # noqa: SIM115  lives as long as the process
        )
        end = time.monotonic() + timeout
        while True:
            try:
                urllib.request.urlopen(self.url + "/healthz", timeout=1).read()
                return
            except OSError:
                if dies is not None and self.process.poll() == dies:
                    return
                assert self.process.poll() is None, (self.var / "log").read_text()
                assert time.monotonic() < end, "the site did not start"
                time.sleep(0.05)

    def stop(self, how: int = signal.SIGTERM) -> int:
        """End the server and return its exit status."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(60)

    def run(self, code: str) -> str:
        """Run Python inside the site's Django; return what it prints."""
        done = subprocess.run(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", code],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def remove(self) -> None:
        """Remove what the site kept."""
        shutil.rmtree(self.var, ignore_errors=True)

    def log(self) -> str:
        """Return what the server wrote to standard error."""
        return (self.var / "log").read_text()


#: What runs beside the web process of a large site.
JOBS = (stack.worker("all", QUEUES, "threads", 2), stack.scheduler())


class LargeSite(Site):
    """The same code on PostgreSQL and Redis: a web process, a worker, a scheduler."""

    def __init__(self, postgres: str = POSTGRES, redis_url: str = REDIS, **environment: str) -> None:
        self.database, self.postgres = f"sifang_{secrets.token_hex(6)}", postgres
        with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
            connection.execute(f'create database "{self.database}"')
        redis.Redis.from_url(redis_url).flushdb()
        super().__init__(DATABASE_URL=f"{postgres}/{self.database}", REDIS_URL=redis_url, **environment)
        self.beside: list[subprocess.Popen[bytes]] = []

    def start(self, timeout: float = 120.0) -> None:
        """Start web process, worker and scheduler; return when the first answers."""
        super().start(timeout)
        self.start_beside()

    def start_beside(self) -> None:
        """Start worker and scheduler."""
        self.beside = [self._begun(job) for job in JOBS]

    def tend(self) -> None:
        """Start again what has ended by itself, as a supervisor does: a worker that had gone deaf."""
        for at, process in enumerate(self.beside):
            if process.poll() is not None:
                self.beside[at] = self._begun(JOBS[at])

    def _begun(self, job: list[str]) -> subprocess.Popen[bytes]:
        with open(self.var / "log", "ab") as log:
            return subprocess.Popen([*LEASH, *job], cwd=ROOT, env=self.environment, stdout=log, stderr=log)

    def stop(self, how: int = signal.SIGTERM) -> int:
        """End all processes; return the web process's exit status."""
        for process in self.beside:
            process.send_signal(how)
        status = super().stop(how)
        self.stop_beside(how)
        return status

    def stop_beside(self, how: int = signal.SIGTERM) -> None:
        """End worker and scheduler."""
        for process in self.beside:
            process.send_signal(how)
        for process in self.beside:
            process.wait(20)
        self.beside.clear()

    def remove(self) -> None:
        """Drop the database too."""
        super().remove()
        with psycopg.connect(f"{self.postgres}/postgres", autocommit=True) as connection:
            connection.execute(f'drop database "{self.database}" with (force)')


class StackSite(LargeSite):
    """The whole of ``make stack``: two web processes behind nginx, two workers, a scheduler."""

    def __init__(self, **environment: str) -> None:
        super().__init__(**environment)
        self.stack = stack.Stack(self.environment, self.var, self.port)

    def start(self, timeout: float = 60.0) -> None:
        """Start everything; return when people can come."""
        self.stack.start(timeout)

    def stop(self, how: int = signal.SIGTERM) -> int:
        """End everything."""
        self.stack.stop()
        return 0


def services_missing() -> str:
    """Return which service of the large site cannot be reached, or ""."""
    try:
        psycopg.connect(f"{POSTGRES}/postgres", connect_timeout=2).close()
    except psycopg.Error:
        return "PostgreSQL"
    try:
        redis.Redis.from_url(REDIS, socket_connect_timeout=2).ping()
    except redis.RedisError:
        return "Redis"
    return ""
