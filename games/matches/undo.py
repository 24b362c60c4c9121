"""Taking a move back at a learning table, against AI players only.

What was done stays as it was done. The hand is laid aside, and one with the same deal and only the
entries before the move takes its number and its place. The match is practice and counts nothing.
"""

from __future__ import annotations

from collections.abc import Collection

from django.utils import timezone

from games.foundation.transactions import write
from games.matches import clock, events, services
from games.matches.fold import Folded, fold
from games.matches.models import Entry, Hand
from games.rooms.models import Room, Seat
from games.rooms.seats import touch

#: PlayedTrick of a draw are not taken back: others have seen them, and the cards come by the clock.
OF_THE_DRAW = frozenset({"declare", "close"})


class NothingToTakeBack(Exception):
    """The person has made no move in this hand, or sits with other people."""


def may_take_back(room: Room, seats: Collection[Seat], hand: Hand, folded: Folded, seat: int) -> bool:
    """Say whether a person may take a move of theirs back."""
    return _is_his_alone(room, seats, seat) and folded.state.result is None and _latest(hand, seat) is not None


def take_back(hand_id: int, seat: int, *, seq: int) -> Hand:
    """Take back a person's latest move, and what AI players have done since; return the hand that
    takes the place of the present one. ``Stale`` where the hand has moved on meanwhile."""
    with write():
        hand = services.locked(hand_id)
        before = fold(hand)
        if seq != before.seq or hand.replaced_by_id is not None or hand.match.ended_at is not None:
            raise services.Stale
        seats = services.seats_of(hand.match.room)
        upto = _latest(hand, seat)
        if upto is None or not may_take_back(hand.match.room, seats.values(), hand, before, seat):
            raise NothingToTakeBack
        # 0 is no number of a hand in play: the number goes over to the hand that is laid now.
        Hand.objects.filter(pk=hand.pk).update(number=0, due_at=None, turn_at=None)
        again = _laid_again(hand, upto)
        Hand.objects.filter(pk=hand.pk).update(replaced_by=again)
        now, folded = timezone.now(), fold(again, stored=False)
        again.turn_at = now if clock.people_to_act(folded, seats) else None
        again.due_at = clock.due(again, folded, seats, now)
        again.save(update_fields=["turn_at", "due_at"])
        touch(hand.match.room)
        events.moved(hand.match.room.code, again.pk, again.version, again.due_at)
    return again


def _laid_again(hand: Hand, upto: int) -> Hand:
    """Store a hand of the same deal with the first entries of another, by whom they were made. All
    that made the deal is the same: the commitment holds, and AI players choose as they did before."""
    again = Hand.objects.get(pk=hand.pk)
    again.pk, again.number, again.version, again.due_at, again._state.adding = None, hand.number, upto, None, True
    again.save()
    kept = Entry.objects.filter(hand_id=hand.pk, seq__lt=upto).order_by("seq")
    Entry.objects.bulk_create(Entry(hand=again, seq=e.seq, action=e.action, by=e.by, key=e.key) for e in kept)
    return again


def _latest(hand: Hand, seat: int) -> int | None:
    """Return the place of a person's latest own move in a hand."""
    made = Entry.objects.filter(hand_id=hand.pk, by=Entry.By.PERSON, action__seat=seat).order_by("-seq")
    for seq, action in made.values_list("seq", "action"):
        return None if action["do"] in OF_THE_DRAW else seq
    return None


def _is_his_alone(room: Room, seats: Collection[Seat], seat: int) -> bool:
    """Say whether a person plays at a learning table with none but AI players."""
    return room.is_learning and all(row.level for row in seats if row.number != seat)
