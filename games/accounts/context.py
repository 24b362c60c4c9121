"""The template context about the viewer, which every page needs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.accounts import notifications
from games.accounts.models import Notification, User

#: Preferences that scripts and styles read, as attributes of the page.
HABITS = ("cards", "sounds", "vibrate", "motion", "tap", "passes", "forced")


def avatar_letter(name: str) -> str:
    """Return the letter of a person's avatar: the first Chinese character of the name, else its first letter."""
    return next((letter for letter in name if "\u4e00" <= letter <= "\u9fff"), name[:1].upper())


def avatar(user: User) -> dict[str, str]:
    """Return a person's avatar: its letter, and one of three colours."""
    return {"letter": avatar_letter(user.name), "look": "abc"[user.pk % 3]}


def viewer(request: HttpRequest) -> dict[str, Any]:
    """Give templates ``me``: name, avatar, theme, deck, habits, the number of unread notifications, and whether one of
    them is about a moderation decision; empty for anonymous visitors."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {"me": {}}
    kinds = SimpleLazyObject(lambda: notifications.unread_kinds(user))
    return {
        "me": {
            "name": user.name,
            "guest": user.is_guest,
            "avatar": avatar(user),
            "theme": user.prefs.get("theme", ""),
            "deck": user.prefs.get("deck", ""),
            "habits": [(key, user.prefs[key]) for key in HABITS if user.prefs.get(key)],
            "unread": SimpleLazyObject(lambda: len(kinds)),
            "decided": SimpleLazyObject(lambda: Notification.Kind.DECIDED in kinds),
        }
    }
