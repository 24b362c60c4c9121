"""``manage.py check_hands``: check every stored hand against its deck and its entries."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError

from cardsite.backups.hand_check import MOST_LISTED, check_all_hands


class Command(BaseCommand):
    help = "Look through all hands: entries without gaps, every one legal, every result its own."

    def handle(self, *args: Any, **options: Any) -> None:
        report = check_all_hands()
        for fault in report.wrong[:MOST_LISTED]:
            self.stderr.write(fault)
        summary = f"{report.hands:,} hands, {report.over:,} of them over, {report.entries:,} entries"
        if report.wrong:
            raise CommandError(f"{summary}: {len(report.wrong):,} faults.")
        self.stdout.write(self.style.SUCCESS(f"{summary}: all is well."))
