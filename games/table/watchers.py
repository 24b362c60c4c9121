"""A socket watching a table, as the hub sees it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterable
from copy import copy
from typing import Any

from django.contrib.auth.models import AnonymousUser

from games.accounts.models import User

#: The picture of a watcher who has been sent none: far enough behind to be sent every part.
NEVER = -2000
_numbers = itertools.count()


class Watcher:
    """One socket: who watches which room in which language, and what they were sent."""

    __slots__ = (
        *("code", "end", "gone", "language", "listens", "moves", "number", "picture", "seat_id", "send", "session"),
        *("behind", "sending", "shown", "user"),
    )

    def __init__(self, code: str, user: User | AnonymousUser, language: str, send: Any, end: Any = None) -> None:
        self.code = code
        # A copy: the socket has a proxy of its user, and every picture asks them many times.
        self.user: User | None = copy(user) if isinstance(user, User) else None
        self.language = language
        self.send = send
        self.end = end
        # held while a message is on its way: one is sent at a time, in order
        self.sending = asyncio.Lock()
        # whether the room is drawn without them, because they have not accepted their last message yet
        self.behind = False
        self.number = next(_numbers)
        # the viewer's seat when they were last drawn
        self.seat_id: int | None = None
        self.shown: dict[str, int] = {}
        # whether a picture has been sent to them; ``shown`` is set earlier, when it is drawn
        self.listens = False
        # whether they have left: a check that began earlier no longer counts them
        self.gone = False
        # the session key that the socket was opened with
        self.session: str | None = None
        self.picture = self.moves = NEVER


def looking_on(watching: Iterable[Watcher]) -> dict[str, int]:
    """Return how many people without a seat watch each room here; two tabs count once."""
    people: dict[str, set[tuple[str, int]]] = {}
    for watcher in watching:
        one = ("", watcher.number) if watcher.user is None else ("user", watcher.user.pk)
        people.setdefault(watcher.code, set()).update([one] if watcher.seat_id is None and not watcher.gone else [])
    return {code: len(ones) for code, ones in people.items()}
