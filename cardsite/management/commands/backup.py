"""``manage.py backup FOLDER``: write a snapshot of the database to a file; the site may be running."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from cardsite.backups import archive


class Command(BaseCommand):
    help = "Back up the database, SQLite or PostgreSQL, into a folder. The site may run."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--keep", type=int, help="remove all but so many of the newest")

    def handle(self, *args: Any, folder: Path, keep: int | None, **options: Any) -> None:
        if keep is not None and keep < 1:
            raise CommandError("Keep at least one.")
        try:
            path = archive.back_up(folder)
        except (archive.BackupRefused, OSError) as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"{path} ({path.stat().st_size:,} bytes)")
        for old in archive.prune(folder, keep) if keep else []:
            self.stdout.write(f"{old} removed")
