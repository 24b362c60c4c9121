"""A socket that watches a table, as the hub knows it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import AnonymousUser

from games.accounts.models import User

#: The picture of who has been sent none: so far behind the first that they are sent every part of it.
NEVER = -2000
_numbers = itertools.count()


class Watcher:
    """One socket's picture: who looks at which room in which language, and what was sent."""

    __slots__ = (
        *("code", "end", "gone", "language", "moves", "number", "picture", "seat_id", "send", "session", "shown"),
        "user",
    )

    def __init__(self, code: str, user: User | AnonymousUser, language: str, send: Any, end: Any = None) -> None:
        self.code = code
        self.user = user if isinstance(user, User) else None
        self.language = language
        self.send = send
        self.end = end
        self.number = next(_numbers)
        # the viewer's seat when they were last drawn
        self.seat_id: int | None = None
        self.shown: dict[str, int] = {}
        # hung up: a look that began before counts them no more
        self.gone = False
        # the key of the session that the line was opened with
        self.session: str | None = None
        self.picture = self.moves = NEVER


def looking_on(watching: Iterable[Watcher]) -> dict[str, int]:
    """Return how many without a seat watch each room here; a person in two tabs is one."""
    people: dict[str, set[tuple[str, int]]] = {}
    for watcher in watching:
        one = ("", watcher.number) if watcher.user is None else ("user", watcher.user.pk)
        people.setdefault(watcher.code, set()).update([one] if watcher.seat_id is None and not watcher.gone else [])
    return {code: len(ones) for code, ones in people.items()}
