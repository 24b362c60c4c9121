"""Events as tests hold and play them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.duplicate import counting, rounds, services
from games.duplicate.models import Event, Sitting
from games.matches import boards
from games.matches.models import Hand, Match
from games.rooms.models import Room
from tests.replays.hands import finish
from tests.sessions import signed_in


def a_set(game: str = "winner", kind: str = "alone", scale: str = "difference", deals: int = 4, **fields: Any) -> Event:
    """Return a set that is open now."""
    now = timezone.now()
    return services.hold_set(game, {}, kind, scale, deals, now, now + timedelta(days=7), **fields)


def a_tournament(
    game: str = "all-fours", kind: str = "alone", scale: str = "difference", form: str = "swiss", **changed: Any
) -> Event:
    """Return a tournament that begins in half an hour, with two rounds of two deals."""
    fields = {"rounds": 2, "deals": 2, "minutes": 15, "begins": timezone.now() + timedelta(minutes=30)} | changed
    return services.hold_tournament(game, {}, kind, scale, form, **fields)


def begin(event: Event) -> Event:
    """Let the time of an event's next step come, and take that step."""
    due(event)
    rounds.advance(event.pk)
    event.refresh_from_db()
    return event


def due(event: Event) -> None:
    """Let the time of an event's next step come."""
    Event.objects.filter(pk=event.pk).update(due_at=timezone.now())


def play_deal(room: Room, seed: int = 7) -> Match:
    """Play the deal of a table to its end; return its match."""
    match = Match.objects.get(room=room, ended_at=None)
    finish(Hand.objects.select_related("match__room").get(match=match), seed=seed)
    return match


def play_table(room: Room, seed: int = 7) -> None:
    """Play all deals of a table, one after the other, and count them."""
    while True:
        play_deal(room, seed)
        if boards.deal_next(room) is None:
            break
    counting.count()


def play_set(event: Event, user: User, seed: int = 7) -> None:
    """Play all deals of a set for somebody who has entered alone."""
    for _ in range(20):
        try:
            room = services.sit_down(event, user)
        except services.EventRefused as refused:
            assert refused.reason == "done"
            return
        play_table(room, seed)
    raise AssertionError("the set never ended")


def page_of(event: Event, user: User) -> str:
    """Return the page of an event as somebody is shown it."""
    client = signed_in(user)
    return client.get(reverse("duplicate-event", args=[event.slug])).content.decode()


def tables(event: Event) -> list[Sitting]:
    """Return the tables of an event's present round."""
    rows = Sitting.objects.filter(event=event, round=event.round, room__isnull=False).select_related("room")
    return list(rows)
