"""Which people get which seats: the sides of a game, how many people play each, and who sits at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.accounts.models import User
from games.duplicate.models import Contestant, Event, Member, SideAssignment, Sitting
from games.rooms.models import Room
from games.rules.core import Game


def sides_of(game: Game, options: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side of a game. ``options`` are unresolved."""
    resolved = game.resolve(dict(options))
    sides: dict[int, list[int]] = {}
    for seat in range(game.seats(resolved)):
        sides.setdefault(game.side(seat, resolved), []).append(seat)
    return tuple(tuple(sides[side]) for side in sorted(sides))


def kinds_of(game: Game, options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return who may enter together at a game: pairs where partners share a side, teams where two sides meet."""
    sides = sides_of(game, options)
    kinds = [Event.Kind.ALONE]
    if min(map(len, sides)) > 1:
        kinds.append(Event.Kind.PAIR)
    if len(sides) == 2:
        kinds.append(Event.Kind.TEAM)
    return tuple(kinds)


def scales_of(game: Game, options: Mapping[str, Any], kind: str) -> tuple[str, ...]:
    """Return how an event may be scored, the usual scale first: as in bridge for partnerships, and by the difference in
    points if each plays alone."""
    if kind == Event.Kind.TEAM:
        return (Event.Scale.IMPS,)
    if min(map(len, sides_of(game, options))) > 1:
        return (Event.Scale.MATCHPOINTS, Event.Scale.IMPS)
    return (Event.Scale.DIFFERENCE,)


def size_of(event: Event) -> int:
    """Return how many people make up a contestant of an event."""
    if event.kind == Event.Kind.ALONE:
        return 1
    a_side = len(sides_of(event.rules, event.options)[0])
    return a_side if event.kind == Event.Kind.PAIR else 2 * a_side


def at_side(event: Event, members: Sequence[Member], side: int) -> list[Member]:
    """Return which of a contestant's members, by number, play a side: one half of a team, otherwise all."""
    members = sorted(members, key=lambda member: member.number)
    if event.kind != Event.Kind.TEAM:
        return members
    half = size_of(event) // 2
    return [member for member in members if member.number // half == side]


def half_of(event: Event, members: Sequence[Member], member: Member) -> int:
    """Return to which half of a team a member belongs: the side that it plays of a set."""
    return 0 if member in at_side(event, members, 0) else 1


def other_half_has_left(event: Event, contestant: Contestant, member: Member) -> bool:
    """Return whether the other half of a member's team has deals of a set to play, and nobody is left to play them."""
    if not event.is_set or event.kind != Event.Kind.TEAM:
        return False
    members = list(contestant.members.all())
    other = 1 - half_of(event, members, member)
    if any(one.is_playing for one in at_side(event, members, other)):
        return False
    return not contestant.side_assignments.filter(side=other, sitting__ended_at__isnull=False).exists()


def players(event: Event, by_side: Mapping[int, Contestant]) -> dict[int, User]:
    """Return the person in each seat of a table, given the contestant on each side. AI players take the other seats,
    and those of members who play no more."""
    sides = sides_of(event.rules, event.options)
    return {
        sides[side][member.number % len(sides[side])]: member.user
        for side, contestant in by_side.items()
        for member in at_side(event, list(contestant.members.all()), side)
        if member.is_playing
    }


def store_table(event: Event, number: int, by_side: Mapping[int, Contestant], room: Room | None) -> None:
    """Store a table of a round, inside a transaction, with the contestant on each side. It has no room if nobody of
    them is left: AI players play it when they play the house's own."""
    sitting = Sitting.objects.create(event=event, round=number, room=room)
    SideAssignment.objects.bulk_create(
        SideAssignment(sitting=sitting, contestant=contestant, round=number, side=side)
        for side, contestant in by_side.items()
    )
