"""Matching people who wish to play the same game, and announcing tables to them.

One transaction turns wishes into a table with its seats and locks these people's rows: run concurrently or killed at
any point, it opens each table once or not at all, and no wish is lost. People who were missed, because two wished at
the same instant or a process died, are found by the next run (``tasks.bring_together``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

from django.utils import timezone

from games.accounts import notifications
from games.accounts.models import Notification, User
from games.community.models import Rating
from games.community.ratings import NEW
from games.foundation.rate_limit import RateLimit
from games.foundation.transactions import write
from games.plugins.cover import options_of
from games.rooms import wishes
from games.rooms.access import access_lists, may_see_room
from games.rooms.models import USUAL_CLOCK, Mute, Room
from games.rooms.seats import RequestRefused, RoomNotFound, occupy, sit
from games.rooms.services import RoomSettings, free_public_seat, opened
from games.rules.registry import GAMES

#: How many people who wish to play one game a run considers, longest waiting first; and how many are notified of one
#: table.
MOST, MOST_NOTIFIED = 50, 10
#: How often one person who wishes to play is called by the same person, who may have opened a table by mistake; by all
#: guests, because anybody can become a new one at every press; and by all accounts.
CALLS_OF_ONE = RateLimit("wishers-called-by-one", 2, 10 * 60)
CALLS_OF_GUESTS = RateLimit("wishers-called-by-guests", 3, 10 * 60)
CALLS_OF_ACCOUNTS = RateLimit("wishers-called-by-accounts", 10, 10 * 60)
#: Why an invitation was sent because of a wish: a table was opened for them, somebody plays, or (for people who are
#: away) somebody has the same wish.
TOGETHER, PLAYS, WAITS = "together", "plays", "waits"


def bring_together(game: str) -> list[Room]:
    """Open tables for people who are here and wish to play a game; return the tables. Everybody at them is seated and
    notified, and their wishes end."""
    rooms = []
    while (room := _one_table(game)) is not None:
        rooms.append(room)
    _call(game)
    return rooms


def bring_all_together() -> int:
    """Run ``bring_together`` for every game that several people wish to play; return the number of tables opened."""
    games = list(wishes.here(timezone.now()).values_list("game", flat=True))
    return sum(len(bring_together(game)) for game in sorted(set(games)) if games.count(game) > 1 and game in GAMES)


def sit_with_others(user: User, game: str, options: Mapping[str, Any]) -> Room | None:
    """Seat a person at a table where others wait for another player, and return it; None if there is none, or somebody
    was quicker. Of equally full tables, choose the one whose players are nearest in rating."""
    place = free_public_seat(user, game, options, partial(_strengths, game))
    if place is None:
        return None
    room, number = place
    try:
        sit(room, user, number)
    except (RequestRefused, RoomNotFound):
        return None
    return room


def tell_of(room: Room, host: User) -> None:
    """Tell people who wish to play a game, and are here or can be reached by push, that somebody plays it. The table
    must be open to anyone and use the rules of «Play now», which they wish for."""
    if not (room.findable or room.visibility == Room.Visibility.PUBLIC) or room.is_learning:
        return
    if room.options != options_of(room.rules):
        return
    now = timezone.now()
    matching = [
        rows.filter(game=room.game).exclude(user=host).select_related("user")[:MOST_NOTIFIED]
        for rows in (wishes.here(now), wishes.away(now))
    ]
    people = [row.user for rows in matching for row in rows][:MOST_NOTIFIED]
    lists = access_lists([person.pk for person in people])
    seats = list(room.seats.all()) if people else []
    for person in _not_called_enough([person for person in people if may_see_room(room, seats, person, lists)], host):
        _mark_outdated(person)
        notifications.notify(person, Notification.Kind.INVITED, host, room=room.code, wish=PLAYS)


def _call(game: str) -> None:
    """Tell people who wish to play a game but are away that somebody is waiting, the first who has no block with them:
    once they open a page, their table opens."""
    now = timezone.now()
    away = [wish.user for wish in wishes.away(now).filter(game=game).select_related("user")[:MOST_NOTIFIED]]
    here = wishes.here(now).filter(game=game).select_related("user")
    waiting = [wish.user for wish in here[:MOST_NOTIFIED]] if away else []
    if not waiting:
        return
    data = {"game": game, "wish": WAITS}
    blocks = access_lists([person.pk for person in (*waiting, *away)]).blocks
    calls = Notification.objects.filter(user__in=away, sender__in=waiting, data=data, read_at=None)
    called_before = set(calls.values_list("user_id", "sender_id"))
    for caller in waiting:
        people = [person for person in away if caller.pk not in blocks.get(person.pk, ())]
        away = [person for person in away if person not in people]
        people = [person for person in people if (person.pk, caller.pk) not in called_before]
        for person in _not_called_enough(people, caller):
            notifications.notify(person, Notification.Kind.INVITED, caller, **data)


def _not_called_enough(people: Sequence[User], caller: User) -> list[User]:
    """Count a call to each of these people; return those who have not had too many and have not muted the caller."""
    muted = set(Mute.objects.filter(user__in=people, muted=caller).values_list("user", flat=True)) if people else ()
    of_all = CALLS_OF_GUESTS if caller.is_guest else CALLS_OF_ACCOUNTS
    return [
        person
        for person in people
        if person.pk not in muted
        # their own first: whoever calls too often uses up no calls of others
        and not CALLS_OF_ONE.wait(f"{person.pk}:{caller.pk}")
        and not of_all.wait(person.pk)
    ]


def _mark_outdated(person: User) -> None:
    """Mark earlier notifications of tables as read: the newest says what the person wants to know."""
    notifications.mark_read(person, kind=Notification.Kind.INVITED, data__wish=PLAYS)


def _one_table(game: str) -> Room | None:
    """Open one table for people who wish to play a game, if two of them may sit together."""
    with write():
        now = timezone.now()
        wishing = list(wishes.here(now).filter(game=game).values_list("user_id", flat=True)[:MOST])
        if len(wishing) < 2:
            return None
        # lock in order of ids: this prevents deadlocks, and a person with two wishes is seated once; lock all their
        # wishes, since whoever sits down has none left
        rows = User.objects.select_for_update(no_key=True).filter(pk__in=wishing, is_active=True).order_by("pk")
        people = {person.pk: person for person in rows}
        wishes.lock(*people)
        waiting = list(wishes.here(now).filter(game=game, user__in=people).values_list("user_id", flat=True))
        options = options_of(GAMES[game])
        seats = GAMES[game].seats(GAMES[game].resolve(options))
        group = [people[pk] for pk in _group(waiting, access_lists(waiting).blocks, _strengths(game, waiting), seats)]
        if not group:
            return None
        host = group[0]
        room = opened(host, game, options, RoomSettings(visibility=Room.Visibility.PUBLIC, clock=USUAL_CLOCK))
        free = list(room.seats.order_by("number"))[1:]
        for seat, person in zip(free, group[1:], strict=False):
            occupy(seat, person)
        wishes.end(*group)
        for person in group:
            other = next(member for member in group if member != person)
            _mark_outdated(person)
            notifications.notify(person, Notification.Kind.INVITED, other, room=room.code, wish=TOGETHER)
    return room


def _strengths(game: str, people: Collection[int]) -> dict[int, float]:
    """Return people's ratings at a game, by id; unrated people get a newcomer's rating."""
    rated = dict(Rating.objects.filter(game=game, user__in=people).values_list("user_id", "mu"))
    return {pk: rated.get(pk, NEW) for pk in people}


def _group(
    waiting: Sequence[int], blocks: Mapping[int, Collection[int]], strengths: Mapping[int, float], seats: int
) -> list[int]:
    """Return which of the waiting people (longest first) sit down at a table of ``seats`` seats: the first who can be
    matched, and those nearest in rating, with no block between any two. Empty if no two match."""
    for first in waiting:
        group = [first]
        others = [pk for pk in waiting if pk != first]
        for other in sorted(others, key=lambda pk: abs(strengths[pk] - strengths[first])):
            if len(group) < seats and not set(blocks.get(other, ())) & set(group):
                group.append(other)
        if len(group) > 1:
            return group
    return []
