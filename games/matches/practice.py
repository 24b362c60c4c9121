"""A match begun from a given deal: one that was played before, from the first card or later on.

The person takes one seat, AI players the others. Trumps are not made again: if cards were
drawn, the deal is given with the declarations as they were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from games.accounts.models import User
from games.foundation.transactions import write
from games.matches import clock, events, services, shuffling
from games.matches.fold import CLOSE, fold
from games.matches.models import Entry, Hand, Match, Player
from games.rooms.models import Room, Seat
from games.rooms.services import RoomSettings, open_room
from games.rules import live_draw, record
from games.rules.cards import names
from games.rules.core import Action, Game, Setup


@dataclass(frozen=True, slots=True)
class Origin:
    """The proof of a deal that is dealt to several people: the salt of its commitment and the secret of its shuffle."""

    salt: bytes
    secret: bytes


def practise(
    user: User, game: Game, setup: Setup, actions: Sequence[Action], seat: int, level: str, name: str
) -> Match:
    """Seat a person at their own table, where a hand is as it stood after these actions, and return
    its match. The match goes on after the hand like any other; it is not rated.

    The hand must not be over and no draw may run. Raises ``RateLimited`` if they have just opened many rooms.
    """
    return _begin(user, game, setup, actions, seat, RoomSettings(name=name, level=level), None)


def play_sealed(user: User, game: Game, setup: Setup, actions: Sequence[Action], seat: int, origin: Origin) -> Match:
    """Seat a person at a sealed table (``Room.sealed``), where a hand is as it stood after these actions; return its
    match, which is that one hand. AI players choose by ``origin``'s salt, so the same plays get the same answers."""
    settings = RoomSettings(onlookers=False, take_over=False, chat=False)
    return _begin(user, game, setup, actions, seat, settings, origin)


def keep_sealed(
    game: Game,
    setup: Setup,
    actions: Sequence[Action],
    players: Sequence[str],
    origin: Origin,
    result: Mapping[str, Any],
) -> Match:
    """Store a finished hand that AI players of these levels, by seat, played alone, as that of a sealed table where
    nobody ever sat; return its match."""
    now = timezone.now()
    with write():
        options = record.chosen(game, setup.options)
        room = Room.objects.create(
            game=game.key, options=options, waiting=False, sealed=True, onlookers=False, chat=False, closed_at=now
        )
        Seat.objects.bulk_create(Seat(room=room, number=at, level=level) for at, level in enumerate(players))
        match = Match.objects.create(room=room, game=game.key, options=options, practice=True, ended_at=now)
        Player.objects.bulk_create(Player(match=match, seat=at, level=level) for at, level in enumerate(players))
        hand = Hand(match=match, number=1, context=dict(setup.context), deck=names(setup.deck), version=len(actions))
        hand.salt, hand.secret, hand.seeds = origin.salt, origin.secret, [None] * len(players)
        hand.result, hand.scored_at = dict(result), now
        hand.save()
        Entry.objects.bulk_create(
            Entry(hand=hand, seq=seq, action=_raw(game, action), by=Entry.By.AI, key=f"house:{seq}")
            for seq, action in enumerate(actions)
        )
    return match


def _begin(
    user: User,
    game: Game,
    setup: Setup,
    actions: Sequence[Action],
    seat: int,
    settings: RoomSettings,
    origin: Origin | None,
) -> Match:
    with write():
        room = open_room(user, game.key, record.chosen(game, setup.options), settings, sealed=origin is not None)
        _seat(room, user, seat, settings.level)
        match = Match.objects.create(room=room, game=game.key, options=room.options, practice=True)
        rows = list(Seat.objects.filter(room=room).order_by("number"))
        Player.objects.bulk_create(
            Player(match=match, seat=row.number, user_id=row.user_id, level=row.level) for row in rows
        )
        _store_hand(match, game, setup, actions, origin)
    return match


def _seat(room: Room, user: User, seat: int, level: str) -> None:
    # The host sits on seat 0 of a new room; one person has one seat at a time.
    Seat.objects.filter(room=room).update(user=None, level=level)
    Seat.objects.filter(room=room, number=seat).update(user=user, level="", seen_at=timezone.now())
    Room.objects.filter(pk=room.pk).update(waiting=False)


def _store_hand(match: Match, game: Game, setup: Setup, actions: Sequence[Action], origin: Origin | None) -> None:
    """Store the hand with the actions made before."""
    now = timezone.now()
    is_drawn = bool(live_draw.drawing(game, live_draw.start(game, setup)))
    hand = Hand(match=match, number=1, context=dict(setup.context), deck=names(setup.deck))
    if origin is not None:
        hand.salt, hand.secret, hand.seeds = origin.salt, origin.secret, [None] * game.seats(setup.options)
    else:
        hand.promised = shuffling.prepare(match.room)
    hand.version, hand.drawn_at = len(actions), now if is_drawn else None
    hand.save()
    Entry.objects.bulk_create(
        Entry(hand=hand, seq=seq, action=_raw(game, action), by=Entry.By.HOUSE, key=f"given:{seq}")
        for seq, action in enumerate(actions)
    )
    folded = fold(hand, stored=False)
    seats = services.seats_of(match.room)
    hand.turn_at = now if clock.people_to_act(folded, seats) else None
    hand.due_at = clock.due(hand, folded, seats, now)
    hand.save(update_fields=["turn_at", "due_at"])
    events.moved(match.room, hand.pk, hand.version, hand.due_at)


def _raw(game: Game, action: Action) -> dict[str, Any]:
    return game.write_action(action) if action.recorded else dict(CLOSE)
