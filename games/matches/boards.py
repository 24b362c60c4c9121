"""Boards: the deals of a duplicate, each played at several sealed tables as one match per table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from games.accounts.models import User
from games.foundation.transactions import write
from games.matches import services
from games.matches.models import Board, Hand, Match, Player, RoomBoard
from games.matches.settled_deals import settle
from games.rooms import wishes
from games.rooms.models import USUAL_LEVEL, Room, Seat
from games.rooms.presence import GOODBYE, is_here
from games.rooms.services import RoomSettings, opened
from games.rules.core import Game


def settle_boards(game: Game, options: Mapping[str, Any], count: int, first: int) -> list[Board]:
    """Store ``count`` new boards of a game and return them. ``first``: the number of the first in the whole series."""
    deals = [settle(game, options, number) for number in range(first, first + count)]
    return Board.objects.bulk_create([Board(**asdict(deal)) for deal in deals])


def open_table(
    game: Game,
    options: Mapping[str, Any],
    players: Mapping[int, User],
    dealt: Mapping[int, Board],
    *,
    in_all: int,
    name: str,
    clock: int,
    away_from: datetime | None = None,
) -> Room:
    """Open a sealed table where people, by seat, play some boards, by their numbers, out of all (``in_all``) that a
    duplicate has, and deal the first; AI players take the other seats. ``clock``: seconds for a turn, 0 for no clock.
    ``away_from``: people who have not opened the table by then count as absent."""
    settings = RoomSettings(name=name, onlookers=False, take_over=False, chat=False, clock=clock)
    left_at = away_from - GOODBYE if away_from is not None else None
    with write():
        host = players[min(players)]
        room = opened(host, game.key, options, settings, sealed=True)
        Seat.objects.filter(room=room).update(user=None, level=USUAL_LEVEL)
        for number, user in players.items():
            Seat.objects.filter(room=room, number=number).update(user=user, level="", left_at=left_at)
        wishes.end(*players.values())
        Room.objects.filter(pk=room.pk).update(waiting=False, boards=max(dealt), all_boards=in_all)
        room.refresh_from_db()
        RoomBoard.objects.bulk_create(
            RoomBoard(room=room, number=number, board=board) for number, board in dealt.items()
        )
        deal_next(room)
    return room


def awaited(seats: Iterable[Seat], now: datetime) -> set[int]:
    """Return for whom the next deal waits, by id: people who are away, unless their account is closed or suspended.
    ``seats``: those of a table, with their users."""
    return {seat.user.pk for seat in seats if seat.user and seat.user.is_active and not is_here(seat, now)}


def deal_next(room: Room) -> Match | None:
    """Deal the next board of a table; return None if one is being played, all have been dealt, or the table is closed
    (``Room.boards`` is then the current one)."""
    with write():
        room = Room.objects.select_for_update(no_key=True).get(pk=room.pk)
        if room.board >= room.boards:
            return None
        row = RoomBoard.objects.filter(room=room, match=None).select_related("board").first()
        if row is None or Match.objects.filter(room=room, ended_at=None).exists():
            return None
        match = Match.objects.create(room=room, game=room.game, options=room.options, practice=True)
        seats = services.seats_of(room)
        Player.objects.bulk_create(
            Player(match=match, seat=seat.number, user_id=seat.user_id, level=seat.level) for seat in seats.values()
        )
        RoomBoard.objects.filter(pk=row.pk).update(match=match)
        Room.objects.filter(pk=room.pk).update(board=row.number)
        board = row.board
        hand = Hand(match=match, number=1, context=board.context, deck=board.deck)
        hand.salt, hand.secret, hand.seeds = bytes(board.salt), bytes(board.secret), [None] * len(seats)
        services.begin_hand(hand, seats)
    return match
