"""What every page needs to know of its viewer: the context of base.html."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.accounts import notifications
from games.accounts.models import User

#: What scripts and styles read of ``User.prefs``, as attributes of the page.
HABITS = ("cards", "sounds", "vibrate", "motion", "forced")


def chop(name: str) -> str:
    """Return the letter on a person's name chop: the first Chinese one, else the first."""
    return next((letter for letter in name if "\u4e00" <= letter <= "\u9fff"), name[:1].upper())


def avatar(user: User) -> dict[str, str]:
    """Return what a person's avatar is drawn from: the letter, and one of three colours."""
    return {"letter": chop(user.name), "look": "abc"[user.pk % 3]}


def viewer(request: HttpRequest) -> dict[str, Any]:
    """Give templates ``me``: name, avatar, theme, deck, habits, unread notifications; empty for nobody."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {"me": {}}
    return {
        "me": {
            "name": user.name,
            "guest": user.is_guest,
            "avatar": avatar(user),
            "theme": user.prefs.get("theme", ""),
            "deck": user.prefs.get("deck", ""),
            "habits": [(key, user.prefs[key]) for key in HABITS if user.prefs.get(key)],
            "unread": SimpleLazyObject(lambda: notifications.unread(user)),
        }
    }
