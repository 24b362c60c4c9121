"""People, sessions and tables for a bench, made in the Django of the site that is measured.

``python -m tests.bench.people TABLES`` makes those of the stock way, whose settings know no game. Both print JSON:
``tables`` as [code, session of each seat], ``idle`` as codes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from tests.sessions import session_of

SEATS = 4


def seat_all(tables: int, idle: int = 0) -> None:
    """Open tables of All Fours for four people with a match begun, and further ones that are only watched."""
    people = _people(tables)
    _print(people, tables, _seated, [_seated(*people[:SEATS]) for _ in range(idle)])


def _people(tables: int) -> list[Any]:
    from django.contrib.auth import get_user_model

    return [get_user_model().objects.create(username=f"bench-{number}") for number in range(SEATS * tables)]


def _print(people: list[Any], tables: int, code: Callable[..., str], idle: list[str]) -> None:
    groups = [people[SEATS * at : SEATS * (at + 1)] for at in range(tables)]
    made = [[code(*group), *map(session_of, group)] for group in groups]
    print(json.dumps({"tables": made, "idle": idle}))


def _seated(*who: Any) -> str:
    from tests.matches.tables import match_of

    for person in who:
        person.name = person.username
        person.save(update_fields=["name"])
    return match_of("all-fours", *who, options={"players": SEATS}).room.code


def main(tables: int) -> None:
    """Make the stock way's database and people; its tables are numbers."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, interactive=False, run_syncdb=True)
    numbers = iter(range(tables))
    _print(_people(tables), tables, lambda *group: str(next(numbers)), [])


if __name__ == "__main__":
    main(int(sys.argv[1]))
