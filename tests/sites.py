"""The site in its own processes: embedded, or on PostgreSQL and Redis with a worker beside it."""

from __future__ import annotations

import atexit
import fcntl
import hashlib
import os
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import psycopg
import redis

from cardsite.deploy import stack
from tests import services
from tests.console import Console
from tests.programs import Program, python

ROOT = Path(__file__).resolve().parents[1]
#: All queues, for a single worker.
QUEUES = "table,thinking,review"
#: A program ends with the thread that started it, however that ends.
LEASH = services.leash("TERM")


def migrations() -> str:
    """Return a fingerprint of all migrations, our own and those of the locked libraries."""
    files = [*sorted(ROOT.glob("games/*/migrations/*.py")), ROOT / "requirements.txt"]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def shipped() -> str:
    """Return a fingerprint of the files that a release ships: migrations, static files, puzzles."""
    places = (ROOT / "static", ROOT / "games" / "puzzles")
    found = (file for place in places for file in place.rglob("*") if "__pycache__" not in file.parts)
    files = sorted(file for file in found if file.is_file())
    contents = (hashlib.sha256(file.read_bytes()).digest() for file in files)
    return hashlib.sha256(migrations().encode() + repr(files).encode() + b"".join(contents)).hexdigest()[:16]


def _cached_path(name: str, make: Callable[[Path], None]) -> Path:
    """Return a file or folder of ``var/tests`` that is made once and kept for later runs of the same code.

    Migrating takes seconds, a copy none. If processes begin together, one makes it and the others wait."""
    path = ROOT / "var" / "tests" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            part = path.with_name(f".{path.name}")
            shutil.rmtree(part, ignore_errors=True)
            part.unlink(missing_ok=True)
            make(part)
            part.replace(path)
    return path


def _migrate(**environment: str) -> None:
    _manage("migrate", "--verbosity", "0", **environment)


def _prepare(**environment: str) -> None:
    _manage("prepare", SIFANG_MANIFEST="0", **environment)


def _manage(*command: str, **environment: str) -> None:
    variables = os.environ | {"DATABASE_URL": "", "REDIS_URL": ""} | environment
    subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=variables, check=True)


def _make_sqlite(part: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="sifang-") as var:
        _migrate(SIFANG_VAR=var)
        _put_in_one_file(Path(var) / "sifang.sqlite3")
        shutil.copy(Path(var) / "sifang.sqlite3", part)


def _put_in_one_file(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    database.close()


@cache
def migrated() -> Path:
    """Return a fully migrated SQLite database, to copy."""
    return _cached_path(f"{migrations()}.sqlite3", _make_sqlite)


@cache
def prepared() -> Path:
    """Return a folder with the output of ``manage.py prepare``: a SQLite database, and static files under their own
    names, which sites share."""
    return _cached_path(f"{shipped()}.prepared", _make_prepared)


def _make_prepared(part: Path) -> None:
    part.mkdir()
    shutil.copy(migrated(), part / "sifang.sqlite3")
    _prepare(SIFANG_VAR=str(part))
    _put_in_one_file(part / "sifang.sqlite3")


class Site:
    """The site served by ``manage.py serve`` on its own port and database."""

    def __init__(self, **environment: str) -> None:
        self.var = Path(tempfile.mkdtemp(prefix="sifang-"))
        self.environment = {
            **{k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}},
            "SIFANG_VAR": str(self.var),
            "SIFANG_AI_PACE": "0.02,0.05",
            "SIFANG_MANIFEST": "0",
            # compiling takes a core a minute, and would end after the site is gone
            "SIFANG_COMPILE": "0",
            "SIFANG_PRESSES_A_SECOND": "0",
            "SIFANG_GUESTS_A_MINUTE": "1000",
            # the test sets the pace of a draw and the time of a result, whoever sits there
            "SIFANG_SHORT_DRAW": "1000000",
            "SIFANG_RESULTS_STAY": "0",
            **environment,
        }
        self.port = stack.free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: Program | None = None
        #: what is run; a test may run the site with a fault built in
        self.program = ["manage.py"]
        #: whether each start prepares the data, as after a release or a restore, even if they are a copy
        self.prepares = False
        self._is_copy = False
        self._console: Console | None = None

    def prepare(self) -> None:
        """Create a database for this code as a copy, if there is none yet."""
        if (self.var / "sifang.sqlite3").exists():
            return
        shutil.copy(prepared() / "sifang.sqlite3", self.var)
        if self.environment["SIFANG_MANIFEST"] == "0":
            self.environment["SIFANG_STATIC"] = str(prepared() / "static")
            self._is_copy = True

    def start(self, timeout: float = 120.0, dies: int | None = None) -> None:
        """Start the server and return when it answers, or has died as expected with status ``dies``."""
        self.prepare()
        trust = ["--prepared"] if self._is_copy and not self.prepares else []
        self.process = self._start_program(*self.program, "serve", *trust, "--port", str(self.port))
        end = time.monotonic() + timeout
        while True:
            try:
                urllib.request.urlopen(self.url + "/healthz", timeout=1).read()
                return
            except OSError:
                status = self.process.poll()  # polled once: it may die between two calls
                if status is not None and status == dies:
                    return
                assert status is None, (self.var / "log").read_text()
                assert time.monotonic() < end, "the site did not start"
                time.sleep(0.05)

    def _start_program(self, *words: str) -> Program:
        return Program(python, *words, environment=self.environment, log=self.var / "log")

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Stop the server and return its exit status."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(60)

    def run(self, code: str) -> str:
        """Run Python inside the site's Django; return its output."""
        result = self._ask(code=code)
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout.strip()

    def command(self, *words: object, ok: bool = True) -> str:
        """Run a management command on the site's data; return its output. ``ok``: whether it must succeed or fail."""
        result = self._ask(command=[str(word) for word in words])
        assert (result.returncode == 0) == ok, result.stdout + result.stderr
        return result.stdout + result.stderr

    def _ask(self, **request: object) -> subprocess.CompletedProcess[str]:
        if self._console is not None and self._console.environment != self.environment:
            self._console.close()
            self._console = None
        if self._console is None:
            self._console = Console(self.environment, self.var / "log")
        return self._console.ask(**request)

    def remove(self) -> None:
        """Remove the site's data."""
        if self._console is not None:
            self._console.close()
            self._console = None
        shutil.rmtree(self.var, ignore_errors=True)

    def log(self) -> str:
        """Return what the server wrote to standard error."""
        return (self.var / "log").read_text()


#: What runs beside the web process of a large site.
JOBS = tuple(command[1:] for command in (stack.worker("all", QUEUES, "threads", 2), stack.scheduler()))


@cache
def make_template(postgres: str, is_prepared: bool = False) -> str:
    """Make a fully migrated database to copy; return its name. It goes with its server.
    ``is_prepared``: ``manage.py prepare`` makes it, with what a release ships."""
    name = f"sifang_template_{secrets.token_hex(6)}"
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f'create database "{name}"')
    atexit.register(_drop, postgres, name)
    url = f"{postgres}/{name}"

    def make(part: Path) -> None:
        if is_prepared:
            _copy(postgres, make_template(postgres), name)
            _prepare(DATABASE_URL=url, SIFANG_STATIC=str(prepared() / "static"))
        else:
            _migrate(DATABASE_URL=url)
        subprocess.run(["pg_dump", "--no-owner", "--file", part, url], check=True)

    dump = _cached_path(f"{shipped()}.prepared.sql" if is_prepared else f"{migrations()}.sql", make)
    with psycopg.connect(url) as connection:
        is_empty = connection.execute("select to_regclass('django_migrations')").fetchone() == (None,)
    if is_empty:
        command = ["psql", "--quiet", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", "--file", str(dump), url]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return name


def _copy(postgres: str, template: str, name: str) -> None:
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f'drop database "{name}" with (force)')
        connection.execute(f'create database "{name}" template "{template}"')


def _drop(postgres: str, name: str) -> None:
    with suppress(psycopg.OperationalError), psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f'drop database if exists "{name}" with (force)')


class LargeSite(Site):
    """The same code on PostgreSQL and Redis: a web process, a worker, a scheduler."""

    #: what runs beside the web process
    jobs = JOBS

    def __init__(self, postgres: str = "", redis_url: str = "", **environment: str) -> None:
        self.postgres, redis_url = postgres or services.postgres(), redis_url or services.redis_url()
        self.database = f"sifang_{secrets.token_hex(6)}"
        self._as_postgres(f'create database "{self.database}"')
        redis.Redis.from_url(redis_url).flushdb()
        super().__init__(DATABASE_URL=f"{self.postgres}/{self.database}", REDIS_URL=redis_url, **environment)
        if self.environment["SIFANG_MANIFEST"] == "0":
            self.environment["SIFANG_STATIC"] = str(prepared() / "static")
        self.beside: list[Program] = []

    def _as_postgres(self, statement: str) -> None:
        with psycopg.connect(f"{self.postgres}/postgres", autocommit=True) as connection:
            connection.execute(statement)

    def prepare(self) -> None:
        """Copy the database of ``make_template`` if the site's own is still empty."""
        with psycopg.connect(f"{self.postgres}/{self.database}") as connection:
            if connection.execute("select to_regclass('django_migrations')").fetchone() != (None,):
                return
        self._is_copy = self.environment["SIFANG_MANIFEST"] == "0"
        _copy(self.postgres, make_template(self.postgres, self._is_copy), self.database)

    def start(self, timeout: float = 120.0) -> None:
        """Start web process, worker and scheduler; return when the web process answers."""
        super().start(timeout)
        self.start_beside()

    def start_beside(self) -> None:
        """Start worker and scheduler."""
        self.beside = [self._start_program(*job) for job in self.jobs]

    def tend(self) -> None:
        """Restart what has ended by itself, such as a worker that had gone deaf, as a supervisor does."""
        for at, process in enumerate(self.beside):
            if process.poll() is not None:
                self.beside[at] = self._start_program(*self.jobs[at])

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
        self._as_postgres(f'drop database "{self.database}" with (force)')


class StackSite(LargeSite):
    """The whole of ``make stack``: two web processes behind nginx, two workers, a scheduler."""

    def __init__(self, **environment: str) -> None:
        super().__init__(**environment)
        self.stack = stack.Stack(self.environment, self.var, self.port)

    def start(self, timeout: float = 60.0) -> None:
        """Start everything; return when the site can be reached."""
        self.prepare()
        self.stack.start(timeout)

    def stop(self, how: int = signal.SIGTERM) -> int:
        """End everything."""
        self.stack.stop()
        return 0
