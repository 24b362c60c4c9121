"""``manage.py tidy``: remove idle guests and empty tables, like the daily task."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandParser

from games.community import retention


class Command(BaseCommand):
    help = "Remove guests who never came back, tables where nobody played, sessions that ran out. Never a hand."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only count")

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        swept = retention.sweep(dry=dry_run)
        verb = "would be" if dry_run else "were"
        self.stdout.write(
            f"{swept.guests:,} guests who left nothing and {swept.rooms:,} empty tables {verb} removed, "
            f"{swept.erased:,} guests who have played {verb} erased, {swept.sessions:,} sessions had run out."
        )
        if swept.has_more and not dry_run:
            self.stdout.write("There are more: run it again.")
