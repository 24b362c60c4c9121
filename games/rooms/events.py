"""Notify a room's sockets, on commit, that the room has changed: a hint that may be lost."""

from __future__ import annotations

import time
from secrets import token_hex

from django.conf import settings
from django.db import transaction

from games.foundation.events import send_to_group


def group(code: str) -> str:
    """Return the channel group of a room's sockets."""
    return f"room.{code}"


def push(code: str, version: int | None = None) -> None:
    """Notify the sockets of a room of a change; ``version``: the room's, if known."""
    # All sockets of a process receive it; the mark tells them that it is the same change.
    message = {"type": "room.changed", "code": code, "mark": token_hex(4), "at": time.time()}
    send_to_group(group(code), message if version is None else message | {"version": version})


def push_elsewhere(code: str, version: int) -> None:
    """Notify the sockets of other processes of a change that this one draws for its own."""
    if settings.REDIS_URL:
        push(code, version)


def changed(code: str) -> None:
    """On commit, notify the sockets of a room."""
    transaction.on_commit(lambda: push(code), robust=True)
