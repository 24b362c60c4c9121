"""People, sessions and tables for a bench, made in the Django of the site that is measured.

``python -m tests.bench.people TABLES`` makes those of the stock way, whose settings know no game. Both print JSON:
``tables`` as [code, session of each seat], ``idle`` as codes.
"""

from __future__ import annotations

import json
import sys
from itertools import cycle
from typing import Any

from tests.sessions import session_of

SEATS = 4


def seat_all(tables: int, idle: int = 0, all_games: bool = False) -> None:
    """Open tables of All Fours for four people, or of all games in turn, with a match begun, and further ones that
    are only watched."""
    from games.rules.registry import GAMES
    from tests.matches.tables import match_of

    groups, rows = [_people(at, "username", "name") for at in range(tables)], []
    for key, group in zip(cycle(GAMES if all_games else ["all-fours"]), groups, strict=False):
        options = {"players": SEATS} if key == "all-fours" else {}
        at = group[: GAMES[key].seats(GAMES[key].resolve(options))]
        rows.append([match_of(key, *at, options=options).room.code, *map(session_of, at)])
    codes = [match_of("all-fours", *groups[0], options={"players": SEATS}).room.code for _ in range(idle)]
    crowd = [session_of(_people(tables + at, "username", "name")[0]) for at in range(idle)]
    print(json.dumps({"tables": rows, "idle": codes, "crowd": crowd}))


def _people(table: int, *fields: str) -> list[Any]:
    from django.contrib.auth import get_user_model

    people = get_user_model().objects
    return [people.create(**dict.fromkeys(fields, f"bench-{table}-{seat}")) for seat in range(SEATS)]


def main(tables: int) -> None:
    """Make the stock way's database and people; its tables are numbers."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, interactive=False, run_syncdb=True)
    print(json.dumps({"tables": [[str(at), *map(session_of, _people(at, "username"))] for at in range(tables)]}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
