"""``manage.py check_hands``: play every stored hand again and compare."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError

from cardsite.backups.hand_check import TOLD, look_through


class Command(BaseCommand):
    help = "Look through all hands: entries without gaps, every one legal, every result its own."

    def handle(self, *args: Any, **options: Any) -> None:
        found = look_through()
        for fault in found.wrong[:TOLD]:
            self.stderr.write(fault)
        said = f"{found.hands:,} hands, {found.over:,} of them over, {found.entries:,} entries"
        if found.wrong:
            raise CommandError(f"{said}: {len(found.wrong):,} faults.")
        self.stdout.write(self.style.SUCCESS(f"{said}: all is well."))
