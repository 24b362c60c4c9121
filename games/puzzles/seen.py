"""The puzzles whose answers a browser has shown to somebody without an account, noted in its session."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from games.accounts.models import User
from games.puzzles.models import Attempt

#: The session's key, and how many of the latest puzzles it keeps.
KEY, MOST = "puzzles", 300


def of(request: HttpRequest) -> list[int]:
    """Return the primary keys of the puzzles that this browser has shown, the latest last."""
    return list(request.session.get(KEY, ()))


def note(request: HttpRequest, *shown: int) -> None:
    """Note that this browser has shown the answers to puzzles, by primary key."""
    request.session[KEY] = [*(pk for pk in of(request) if pk not in shown), *shown][-MOST:]


def note_what_guest_saw(request: HttpRequest, guest: User, **_signal: Any) -> None:
    """Note what a guest has answered who has now signed in to an account, in a new session."""
    if shown := list(Attempt.objects.filter(user=guest).order_by("-pk").values_list("puzzle", flat=True)[:MOST]):
        note(request, *reversed(shown))
