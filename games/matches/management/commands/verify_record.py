"""``manage.py verify_record FILE``: check hand records (defined in ``games.rules.record``)."""

from __future__ import annotations

import io
import json
import sys
from typing import Any, TextIO

from django.core.management import BaseCommand, CommandError, CommandParser

from games.rules.record import answers


class Command(BaseCommand):
    help = "Play records again from their decks and print one answer a line. Exit 0 only if all are ok."

    # The rules need no database or settings.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a file of JSON Lines, or - for standard input")
        parser.add_argument("--deal", help="proofs of the deals (sifang-deal/1 and /2), one a record in its order")

    def handle(self, *args: Any, file: str, deal: str | None, **options: Any) -> None:
        try:
            with _open(file) as stream:
                if deal is None:
                    ok = self._answer(stream, None)
                else:
                    with _open(deal) as proofs:
                        ok = self._answer(stream, proofs)
        except OSError as error:
            raise CommandError(f"Cannot read {error.filename}: {error.strerror}.", returncode=2) from error
        if not ok:
            sys.exit(1)

    def _answer(self, stream: TextIO, proofs: TextIO | None) -> bool:
        ok = True
        for answer in answers(stream, proofs):
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
            ok = ok and answer["ok"]
        return ok


def _open(name: str) -> TextIO:
    """Return a file to read, ``-`` for standard input. Bytes that are not UTF-8 make only their own
    line malformed."""
    if name == "-":
        return io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="surrogateescape")
    return open(name, encoding="utf-8", errors="surrogateescape")
