"""The puzzles whose answers a browser has shown to somebody without an account, noted in its session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from games.accounts.models import User
from games.puzzles.models import Attempt

#: The session's key, and how many of the latest puzzles it keeps: more than come with the site.
KEY, MOST = "puzzles", 3000


def of(request: HttpRequest) -> list[int]:
    """Return the primary keys of the puzzles that this browser has shown, the latest last."""
    return list(request.session.get(KEY, ()))


def note(request: HttpRequest, *shown: int) -> None:
    """Note that this browser has shown the answers to puzzles, by primary key."""
    request.session[KEY] = [*(pk for pk in of(request) if pk not in shown), *shown][-MOST:]


def note_what_guest_saw(request: HttpRequest, guest: User, earlier: Mapping[str, Any], **_signal: Any) -> None:
    """Note what a guest has answered who has now signed in or up, in a new session, and what this browser had shown
    ``earlier``, before they were a guest."""
    answered = Attempt.objects.filter(user=guest).order_by("-pk").values_list("puzzle", flat=True)[:MOST]
    if shown := [*earlier.get(KEY, ()), *reversed(answered)]:
        note(request, *dict.fromkeys(shown))
