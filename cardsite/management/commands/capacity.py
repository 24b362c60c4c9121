"""``manage.py capacity PEOPLE``: print the resources that a number of people need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from cardsite.deploy import capacity, capacity_report


class Command(BaseCommand):
    help = "Compute processes, cores and memory from what was measured (cardsite/deploy/capacity.json)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("people", type=int, nargs="*", default=list(capacity_report.PEOPLE))
        for habit in fields(capacity.Habits):
            parser.add_argument(f"--{habit.name.replace('_', '-')}", type=type(habit.default), default=habit.default)

    def handle(self, *args: Any, people: list[int], **options: Any) -> None:
        for count in people:
            _check_bounds("People", count, capacity.PEOPLE_BOUNDS)
        for name, bounds in capacity.BOUNDS.items():
            _check_bounds(f"--{name.replace('_', '-')}", options[name], bounds)
        habits = capacity.Habits(**{habit.name: options[habit.name] for habit in fields(capacity.Habits)})
        cost = capacity.costs()
        self._show(
            [capacity_report.HEADINGS, *(capacity_report.row(capacity.needs(count, cost, habits)) for count in people)]
        )
        self.stdout.write("")
        self._show([capacity_report.HELD, *capacity_report.held(cost, habits)])
        self.stdout.write("")
        self.stdout.write(capacity_report.thinks(cost, habits))

    def _show(self, rows: Sequence[Sequence[str]]) -> None:
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            self.stdout.write("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))


def _check_bounds(name: str, number: float, bounds: tuple[float, float]) -> None:
    least, most = bounds
    if not least <= number <= most:  # NaN is outside too
        raise CommandError(f"{name} must lie between {least:,} and {most:,}, not {number:,}.")
