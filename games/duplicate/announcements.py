"""What people are told about the events they have entered, on the site and off it (``community.listings``)."""

from __future__ import annotations

from collections.abc import Iterable

from games.accounts.models import Notification, User
from games.accounts.notifications import mark_read, notify_all
from games.duplicate.models import Event
from games.rooms.models import Room

Kind = Notification.Kind


def tell_of_table(event: Event, people: Iterable[User], room: Room, number: int) -> None:
    """Tell people that a round begins at their table."""
    notify_all(people, Kind.ROUND, None, **_about(event), room=room.code, round=number)


def tell_it_is_off(event: Event, people: Iterable[User]) -> None:
    """Tell people that an event does not take place because too few have entered."""
    notify_all(people, Kind.ROUND, None, **_about(event), off=True)


def tell_it_is_called_off(event: Event, people: Iterable[User]) -> None:
    """Tell people that an event's host has called it off."""
    notify_all(people, Kind.ROUND, None, **_about(event), off="called off")


def tell_who_left(event: Event, people: Iterable[User], leaver: User) -> None:
    """Tell people that a partner has left; the notification goes with the partner's account, like their name."""
    notify_all(people, Kind.ROUND, leaver, **_about(event), off="left")


def concerns_no_more(event: Event, user: User) -> None:
    """Mark as read what a person was told of an event: they have left it."""
    mark_read(user, kind=Kind.ROUND, data__event=event.slug)


def _about(event: Event) -> dict[str, str]:
    return {"event": event.slug, "game": event.game, "name": event.name}
