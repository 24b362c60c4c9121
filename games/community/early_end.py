"""Ending a match before its end, by a person who plays it with AI players alone."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext_noop as N_

from games.accounts.models import User
from games.community import rating_rules
from games.community.rating_rules import why_match_unrated
from games.foundation.transactions import write
from games.matches import seating, services
from games.matches.fold import fold
from games.matches.models import Match
from games.rooms import seats as rooms
from games.rooms.access import sits_alone
from games.rooms.models import Room, Seat
from games.rooms.seats import RequestRefused

NOT_ALONE = N_("This match is not yours alone, so you cannot end it.")


def end_match(room: Room, user: User, match_id: int) -> None:
    """End the match that a person plays with AI players alone, and have them leave the table. A rated match is lost, as
    if they had abandoned it; of any other nobody has won or lost anything. If no match is running they just leave, or
    have left already. Raises ``RequestRefused`` to whoever has no seat or does not play alone (``is_own``), and if
    another match is running than ``match_id``, which may be rated unlike that one."""
    with write():
        room, hand, seats = seating.in_play(room)
        if hand is not None and fold(hand).state.result is not None:
            services.score(hand.pk)  # it may have ended the match
            room, hand, seats = seating.in_play(room)
        if hand is not None:
            own = rooms.own_seat(list(seats.values()), user)
            if not is_own(room, list(seats.values()), hand.match, user):
                raise RequestRefused(NOT_ALONE)
            if hand.match_id != match_id:
                raise RequestRefused(seating.MOVED_ON)
            services.abandon(hand.match_id, _losers(hand.match, own) if is_rated(hand.match) else None)
        elif not any(seat.user_id == user.pk for seat in seats.values()):
            return  # a second press
        rooms.leave(room, user)


def is_own(room: Room, seats: Collection[Seat], match: Match, user: User) -> bool:
    """Return whether a person may end a running match, because nobody else has, will have or had a seat in it. Other
    tables play a sealed deal too, and where a turn may take days a match goes on by itself."""
    if room.sealed or room.over_days or not sits_alone(seats, user):
        return False
    if any(seat.reserved_for_id is not None for seat in seats):
        return False
    return not match.players.filter(user__isnull=False).exclude(user=user).exists()


def is_rated(match: Match) -> bool:
    """Return whether a running match will be rated, so that it is lost by leaving it."""
    return not why_match_unrated(match, list(match.players.select_related("user")))


def is_rated_for(match: Match, user: User) -> bool:
    """Return whether a match, if it is rated, is so for a person, too: not if they entered it as a guest and have an
    account since."""
    return any(rating_rules.is_rated(row) for row in match.players.filter(user=user).select_related("user"))


def _losers(match: Match, own: Seat) -> list[int]:
    """Return the seats on the side of a person's own."""
    game, options = match.room.rules, match.room.resolved()
    return [seat for seat in range(game.seats(options)) if game.side(seat, options) == game.side(own.number, options)]
