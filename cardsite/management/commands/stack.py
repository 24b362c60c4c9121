"""``manage.py stack``: run the large site on this machine in plain processes, until Ctrl-C."""

from __future__ import annotations

import os
import shutil
import signal
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from cardsite.deploy.stack import Stack

#: The services used if the environment names none.
DATABASE = "postgres://postgres@127.0.0.1:5432/sifang_stack"
REDIS = "redis://127.0.0.1:6379/5"


class Command(BaseCommand):
    help = "Start web processes behind nginx, workers and a scheduler on PostgreSQL and Redis. Ctrl-C ends all."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8080)
        parser.add_argument("--webs", type=int, default=2)

    def handle(self, *args: Any, port: int, webs: int, **options: Any) -> None:
        if not shutil.which("nginx"):
            raise CommandError("The stack needs nginx on this machine.")
        database, queue = os.environ.get("DATABASE_URL", DATABASE), os.environ.get("REDIS_URL", REDIS)
        create_database(database)
        try:
            redis.Redis.from_url(queue, socket_connect_timeout=3).ping()
        except redis.RedisError as away:
            raise CommandError(f"Redis does not answer at {queue}: {away}") from None
        folder = Path(settings.VAR) / "stack"
        environment = {**os.environ, "DATABASE_URL": database, "REDIS_URL": queue, "SIFANG_VAR": str(folder)}
        environment.setdefault("SIFANG_LOG_FORMAT", "json")
        stack = Stack(environment, folder, port, webs)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.default_int_handler)
        self.stdout.write("Starting; the log is in " + str(folder / "log"))
        try:
            stack.start()
            self.stdout.write(self.style.SUCCESS(f"Sifang is open at {stack.url}/  (Ctrl-C closes it)"))
            self.stdout.flush()
            while True:
                for name in stack.tend():
                    self.stdout.write(f"{name} had ended and was started again")
                time.sleep(0.25)
        except KeyboardInterrupt:
            self.stdout.write("Closing.")
        finally:
            stack.stop()


def create_database(url: str) -> None:
    """Create the database that a URL names unless it exists. Raises ``CommandError``."""
    parts = urlsplit(url)
    name = parts.path.lstrip("/")
    try:
        with psycopg.connect(
            urlunsplit(parts._replace(path="/postgres")), autocommit=True, connect_timeout=3
        ) as server:
            if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                server.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
    except psycopg.OperationalError as away:
        raise CommandError(f"PostgreSQL does not answer at {parts.hostname}:{parts.port}: {away}") from None
