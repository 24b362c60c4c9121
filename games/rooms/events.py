"""Telling a room's sockets, on commit, that there is a newer picture: a hint that may be lost."""

from __future__ import annotations

import time
from secrets import token_hex

from django.db import transaction

from games.foundation.events import send_to_group


def group(code: str) -> str:
    """Return the channel group of a room's sockets."""
    return f"room.{code}"


def push(code: str, version: int | None = None) -> None:
    """Tell the sockets of a room that there is a newer picture; ``version``: that of the room, where it is known."""
    # All sockets of a process hear of one change; by its mark they know that it is one.
    message = {"type": "room.changed", "code": code, "mark": token_hex(4), "at": time.time()}
    send_to_group(group(code), message if version is None else message | {"version": version})


def changed(code: str) -> None:
    """On commit: push the room's new picture."""
    transaction.on_commit(lambda: push(code), robust=True)
