"""``manage.py prepare``: migrate the database and collect static files, once per release."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import BaseCommand, CommandParser, call_command
from django.db import connection

from cardsite.backups import erasures

#: Key of the PostgreSQL advisory lock under which one process migrates while others wait.
MIGRATION_LOCK = 51_400_151


class Command(BaseCommand):
    help = "Migrate the database and collect static files. Safe to run twice, and in two places at once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--files", action="store_true", help="static files alone: for a build without a database")

    def handle(self, *args: Any, files: bool, **options: Any) -> None:
        if not files:
            migrate()
        if not settings.DEBUG:
            collect_static()


def migrate() -> None:
    """Migrate the database and add the bundled puzzles. If several processes start together, one does the work while
    the others wait."""
    with _migration_lock():
        call_command("migrate", verbosity=0, interactive=False)
        call_command("load_puzzles", stdout=StringIO())
        erasures.finish()  # in case a restore was killed


@contextmanager
def _migration_lock() -> Iterator[None]:
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK])


def collect_static() -> None:
    """Collect and compress static files, unless none has changed since the last run."""
    digest = static_digest()
    digest_file = settings.STATIC_ROOT / ".collected"
    if digest_file.exists() and digest_file.read_text() == digest:
        return
    # The large site keeps the files of the old release: during a deploy old and new processes serve side by side.
    call_command("collectstatic", verbosity=0, interactive=False, clear=not settings.REDIS_URL)
    digest_file.write_text(digest)


def static_digest() -> str:
    """Return a SHA-256 of the contents of all static files: modification times change when an image is copied."""
    digests = sorted(
        (name, hashlib.sha256(Path(storage.path(name)).read_bytes()).hexdigest())
        for finder in get_finders()
        for name, storage in finder.list([])
    )
    return hashlib.sha256(repr(digests).encode()).hexdigest()
