"""``manage.py prepare``: bring database and static files up to this code, once a release."""

from __future__ import annotations

import hashlib
import os
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import BaseCommand, call_command
from django.db import connection

#: Number of PostgreSQL's lock under which one process migrates while others wait.
MIGRATING = 51_400_151


class Command(BaseCommand):
    help = "Migrate the database and collect static files. Safe to run twice, and in two places at once."

    def handle(self, *args: Any, **options: Any) -> None:
        migrate()
        if not settings.DEBUG:
            collect_static()


def migrate() -> None:
    """Migrate the database; of several that begin together one does it."""
    if connection.vendor != "postgresql":
        call_command("migrate", verbosity=0, interactive=False)
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        try:
            call_command("migrate", verbosity=0, interactive=False)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])


def collect_static() -> None:
    """Collect and compress static files, unless none has changed since they were last collected."""
    stand = sorted(
        (name, os.stat(storage.path(name)).st_mtime_ns, storage.size(name))
        for finder in get_finders()
        for name, storage in finder.list([])
    )
    fingerprint = hashlib.sha256(repr(stand).encode()).hexdigest()
    mark = settings.STATIC_ROOT / ".collected"
    if mark.exists() and mark.read_text() == fingerprint:
        return
    # Where old and new processes serve side by side, those of the old release stay.
    call_command("collectstatic", verbosity=0, interactive=False, clear=not settings.REDIS_URL)
    mark.write_text(fingerprint)
