"""``manage.py prepare``: bring database and static files up to this code, once a release."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import BaseCommand, CommandParser, call_command
from django.db import connection

from cardsite.backups import erasures

#: Number of PostgreSQL's lock under which one process migrates while others wait.
MIGRATING = 51_400_151


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
    """Migrate the database; of several that begin together one does it."""
    if connection.vendor != "postgresql":
        _bring_up()
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        try:
            _bring_up()
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])


def _bring_up() -> None:
    call_command("migrate", verbosity=0, interactive=False)
    erasures.finish()  # where a restore was killed


def collect_static() -> None:
    """Collect and compress static files, unless none has changed since they were last collected."""
    fingerprint = contents()
    mark = settings.STATIC_ROOT / ".collected"
    if mark.exists() and mark.read_text() == fingerprint:
        return
    # Where old and new processes serve side by side, those of the old release stay.
    call_command("collectstatic", verbosity=0, interactive=False, clear=not settings.REDIS_URL)
    mark.write_text(fingerprint)


def contents() -> str:
    """Return a fingerprint of all static files: of what they hold, not of when they were written, for
    an image that goes to another machine loses parts of a second."""
    found = sorted(
        (name, hashlib.sha256(Path(storage.path(name)).read_bytes()).hexdigest())
        for finder in get_finders()
        for name, storage in finder.list([])
    )
    return hashlib.sha256(repr(found).encode()).hexdigest()
