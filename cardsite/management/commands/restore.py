"""``manage.py restore FILE``: replace the database with a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import connection

from cardsite.backups import archive
from games.foundation.embedded import data_lock


class Command(BaseCommand):
    help = "Bring back a backup. The site must be stopped; the backup may be of an older release."
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="the backup takes the place of what is there")

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        if not file.is_file():
            raise CommandError(f"{file} is no file.")
        try:
            lock = data_lock.acquire(settings.VAR) if connection.vendor == "sqlite" else None
            count = archive.restore(file, replace)
        except (archive.BackupRefused, data_lock.DataInUse) as refused:
            raise CommandError(str(refused)) from None
        if lock is not None:
            lock.close()
        if count:
            self.stdout.write(f"{count} accounts are again what has become of them since: deleted, suspended or open.")
        call_command("check_hands", stdout=self.stdout)
