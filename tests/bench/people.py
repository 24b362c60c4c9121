"""People, sessions and tables for a bench, made in a process beside the server.

``python -m tests.bench.people site TABLES IDLE`` against the site's database: so many tables of
All Fours for four people with a match begun, then so many tables for idle watchers;
``stock`` against the stock way's. Prints JSON: ``tables`` as [code, session of each seat],
``idle`` as codes.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

import django
from django.conf import settings

SEATS = 4


def main(who: str, tables: int, idle: int) -> dict[str, Any]:
    """Make them and return what a client needs to know."""
    django.setup()
    from django.contrib.auth import get_user_model
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False, run_syncdb=True)
    people = [get_user_model().objects.create(username=f"bench-{number}") for number in range(SEATS * tables)]
    sessions = [session_of(user) for user in people]
    if who == "stock":
        codes, watched = [str(number) for number in range(tables)], []
    else:
        codes = [seated(*people[SEATS * at : SEATS * (at + 1)]) for at in range(tables)]
        watched = [seated(*people[:SEATS]) for _ in range(idle)]
    return {
        "tables": [[code, *sessions[SEATS * at : SEATS * (at + 1)]] for at, code in enumerate(codes)],
        "idle": watched,
    }


def session_of(user: Any) -> str:
    """Log a user in and return the session's key."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    key: str = session.session_key
    return key


def seated(*who: Any) -> str:
    """Open a table of All Fours for four people, begin, and return its code."""
    from tests.matches.tables import match_of

    for person in who:
        person.name = person.username
        person.save(update_fields=["name"])
    return match_of("all-fours", *who, options={"players": SEATS}).room.code


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
