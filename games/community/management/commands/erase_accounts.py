"""``manage.py erase_accounts ID …``: erase accounts again that an old backup has restored."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from games.accounts.models import User
from games.community.account_deletion import delete_account, erase_account


class Command(BaseCommand):
    help = "Erase accounts for good, by number: after a restore, those that the log says were erased since."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ids", nargs="+", type=int, metavar="ID")

    def handle(self, *args: Any, ids: list[int], **options: Any) -> None:
        people = User.objects.in_bulk(ids)
        if unknown := sorted(set(ids) - set(people)):
            raise CommandError(f"There are no accounts {', '.join(map(str, unknown))}. Nothing was erased.")
        for pk in ids:
            if people[pk].deleted_at is None:
                delete_account(people[pk])
                erase_account(people[pk])
        self.stdout.write(f"{len(ids)} erased.")
