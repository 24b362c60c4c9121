"""``manage.py load_puzzles``: add the puzzles that come with the site; ``prepare`` runs it."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand

from games.puzzles import shipped


class Command(BaseCommand):
    help = "Add the puzzles that come with the site and are not there yet. Safe to run twice."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{shipped.load():,} puzzles added.")
