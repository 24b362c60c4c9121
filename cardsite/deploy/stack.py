"""The large site in plain processes on one machine: web processes behind nginx, workers, scheduler.

It is for trials and fault tests, which run without root or Docker and must kill and restart single processes.
Production uses the units in ``systemd/``.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardsite.deploy import probe

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
#: Seconds that a process has to exit, and seconds until a dead one is restarted.
END_SECONDS, RESTART_SECONDS = 20.0, 0.5


def web(port: int) -> list[str]:
    """Return the command of a web process; database and static files must already be prepared."""
    return [sys.executable, "manage.py", "serve", "--prepared", "--port", str(port)]


def worker(name: str, queues: str, pool: str, concurrency: int) -> list[str]:
    """Return the command of a worker. ``pool`` is ``threads`` for database work, ``prefork`` for AI searches."""
    options = ["--hostname", f"{name}@%h", "--queues", queues, "--pool", pool, "--concurrency", str(concurrency)]
    return [*celery("worker"), *options, "--loglevel", "WARNING", "--without-gossip", "--without-mingle"]


def scheduler() -> list[str]:
    """Return the command of the only scheduler, which keeps no state on disk."""
    return [*celery("beat"), "--loglevel", "WARNING", "--scheduler", "celery.beat:Scheduler", "--pidfile="]


def celery(job: str) -> list[str]:
    """Return the beginning of a Celery command."""
    return [sys.executable, "-m", "celery", "-A", "cardsite", "-q", job]


def free_port() -> int:
    """Return a free port below the ephemeral range, so that no client socket takes it before the server does.

    Raises ``OSError`` if none is free.
    """
    for _ in range(100):
        port = 12_000 + secrets.randbelow(20_000)
        with socket.socket() as probing, contextlib.suppress(OSError):
            probing.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


@dataclass
class Job:
    """One process of the stack, restarted when it dies."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    died_at: float = 0.0


class Stack:
    """The processes, their log and their folder. ``environment`` sets DATABASE_URL and REDIS_URL."""

    def __init__(self, environment: Mapping[str, str], folder: Path, port: int, webs: int = 2) -> None:
        self.environment = {"SIFANG_PROXIES": "127.0.0.1", **environment}  # nginx is in front of the web processes
        self.folder = folder
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.ports = [free_port() for _ in range(webs)]
        folder.mkdir(parents=True, exist_ok=True)
        self.webs = [Job(f"web-{number}", web(number)) for number in self.ports]
        unpooled = {"SIFANG_DB_POOL": "0"}
        self.others = [
            Job("worker-table", worker("table", "table", "threads", 4)),
            Job("worker-thinking", worker("thinking", "thinking,review", "prefork", 2), unpooled),
            Job("scheduler", scheduler(), unpooled),
            Job("nginx", ["nginx", "-p", str(folder), "-c", str(self.write_nginx()), "-e", "stderr"]),
        ]

    @property
    def jobs(self) -> list[Job]:
        """All processes, in start order."""
        return [*self.webs, *self.others]

    def start(self, timeout: float = 60.0) -> None:
        """Prepare the database, start all processes, and wait until the web processes are ready."""
        prepare = [sys.executable, "manage.py", "prepare"]
        subprocess.run(prepare, cwd=ROOT, env=self.environment, check=True)  # noqa: S603  our own command
        for job in self.jobs:
            self.begin(job)
        for number in self.ports:
            self._wait(number, timeout)

    def begin(self, job: Job) -> None:
        """Start one process."""
        with (self.folder / "log").open("ab") as log:
            job.process = subprocess.Popen(  # noqa: S603  our own commands
                job.command,
                cwd=ROOT,
                env={**self.environment, **job.environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C reaches only the stack, which ends its processes in order
            )

    def tend(self) -> list[str]:
        """Restart processes that have died; return their names."""
        restarted = []
        for job in self.jobs:
            if job.process is None or job.process.poll() is None:
                continue
            job.died_at = job.died_at or time.monotonic()
            if time.monotonic() - job.died_at >= RESTART_SECONDS:
                job.died_at = 0.0
                self.begin(job)
                restarted.append(job.name)
        return restarted

    def roll(self, timeout: float = 60.0) -> None:
        """Restart the web processes one by one, as in a rolling deploy."""
        for job, number in zip(self.webs, self.ports, strict=True):
            self.end(job)
            self.begin(job)
            self._wait(number, timeout)

    def end(self, job: Job, how: int = signal.SIGTERM) -> None:
        """End one process; use SIGKILL if it does not exit in time."""
        process, job.process = job.process, None
        if process is None:
            return
        if process.poll() is None:
            process.send_signal(how)
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def stop(self) -> None:
        """End all processes, nginx first and the web processes last, so that running requests finish."""
        for job in reversed(self.jobs):
            self.end(job)

    def write_nginx(self) -> Path:
        """Write nginx's configuration for these ports and return its path."""
        servers = "\n".join(f"    server 127.0.0.1:{number} max_fails=0;" for number in self.ports)
        user = "user root;" if os.geteuid() == 0 else ""
        temp_paths = "\n".join(
            f"  {name}_temp_path {self.folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        text = f"""{user}
daemon off;
pid {self.folder}/nginx.pid;
error_log stderr crit;
events {{ worker_connections 4096; }}
http {{
{temp_paths}
  include {HERE}/nginx/common.conf;
  upstream sifang {{
    least_conn;
{servers}
    keepalive 32;
  }}
  upstream rooms {{
    hash $room consistent;
{servers}
    keepalive 32;
  }}
  map $room $site {{
    default rooms;
    "" sifang;
  }}
  server {{
    listen 127.0.0.1:{self.port};
    access_log {self.folder}/access.log sifang;
    set $forwarded_proto http;
    set $back_soon {HERE}/nginx/back-soon.html;
    include {HERE}/nginx/locations.conf;
  }}
}}
"""
        path = self.folder / "nginx.conf"
        path.write_text(text)
        return path

    def _wait(self, port: int, timeout: float) -> None:
        why_not = probe.wait_for(f"http://127.0.0.1:{port}/readyz", timeout)
        if why_not:
            raise RuntimeError(f"web process at {port}: {why_not}\n{(self.folder / 'log').read_text()[-2000:]}")
