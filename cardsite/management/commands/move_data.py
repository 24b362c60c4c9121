"""``manage.py move_data FILE``: move all data of the embedded site's SQLite file into PostgreSQL."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import DatabaseError

from cardsite.backups import transfer
from games.foundation.embedded import data_lock


class Command(BaseCommand):
    help = "Move all data from SQLite into the empty PostgreSQL database that DATABASE_URL names."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the embedded site's sifang.sqlite3; it is only read")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if not file.is_file():
            raise CommandError(f"{file} is no file.")
        try:
            lock = data_lock.acquire(file.parent)  # so that nobody plays on in the old database
            call_command("migrate", verbosity=0, interactive=False)
            moved = transfer.move(file)
        except (transfer.TransferRefused, data_lock.DataInUse, sqlite3.DatabaseError, DatabaseError) as refused:
            raise CommandError(str(refused)) from None
        lock.close()
        for label, rows in sorted(moved.items()):
            if rows:
                self.stdout.write(f"{rows:>10,}  {label}")
        self.stdout.write(f"{sum(moved.values()):>10,}  rows in all, each compared")
        self.stdout.write(
            "Set SECRET_KEY to what stands in secret-key beside the old file, so that nobody is signed out."
        )
        try:
            call_command("check_hands", stdout=self.stdout, stderr=self.stderr)
        except CommandError as faults:
            raise CommandError(
                "All data have moved. Some hands do not agree with their entries, which is no fault of the move: "
                f"the old database has the same. {faults}"
            ) from None
