"""Taking a move back: at a learning table, and wherever the match is not rated. This is for a person who plays
against AI players only; among people all of them are asked first (``consent``).

No record is changed. The hand is laid aside, and one with the same deal and only the entries before
the move takes its number and its place. The match is never rated from then on.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils import timezone

from games.foundation.transactions import write
from games.matches import clock, events, services
from games.matches.claim_state import claim_of
from games.matches.fold import Folded, fold
from games.matches.models import Entry, Hand, Match
from games.rooms.models import Room, Seat
from games.rules.core import View

#: Moves of a draw are not taken back: others have seen them, and the cards come by the clock.
OF_THE_DRAW = frozenset({"declare", "close"})


class NothingToTakeBack(Exception):
    """The person has made no move in this hand, or sits with other people."""


def may_take_back(room: Room, seats: Collection[Seat], view: View, unrated: bool = False) -> bool:
    """Return whether the person with this view may take a move back, as far as they know. What the clock played
    for them is not their move. ``unrated``: the match is not rated anyway."""
    if room.sealed or view.seat is None or view.result is not None or not (room.is_learning or unrated):
        return False
    own = [action for action in view.memory if action.seat == view.seat]
    return bool(own) and own[-1].do not in OF_THE_DRAW and _is_alone(seats, view.seat)


def take_back(hand_id: int, seat: int, *, seq: int, unrated: bool = False) -> Hand:
    """Take back a person's latest move, and what AI players have done since; return the hand that
    takes the place of the present one. Raise ``Stale`` if the hand has moved on meanwhile, ``NothingToTakeBack``
    if they may take nothing back."""
    with write():
        hand, before, seats = locked_at(hand_id, seq)
        upto = _latest(hand, seat)
        if upto is None or not may_take_back(hand.match.room, seats.values(), before.view(seat), unrated):
            raise NothingToTakeBack
        return lay_aside(hand, seats, upto)


def locked_at(hand_id: int, seq: int) -> tuple[Hand, Folded, dict[int, Seat]]:
    """Return a hand, locked, its state and the seats. Raise ``Stale`` if it is not at ``seq`` or not in play."""
    hand = services.locked(hand_id)
    before = fold(hand)
    if seq != before.seq or hand.replaced_by_id is not None or hand.match.ended_at is not None:
        raise services.Stale
    return hand, before, services.seats_of(hand.match.room)


def lay_aside(hand: Hand, seats: Mapping[int, Seat], upto: int) -> Hand:
    """Lay a locked hand aside; return the one in its place, with only its first ``upto`` entries."""
    # it may be unrated for a reason that passes, such as an AI player that is not measured yet
    Match.objects.filter(pk=hand.match_id).update(unrated=True)
    # No hand in play has number 0: its number goes to the hand in its place.
    Hand.objects.filter(pk=hand.pk).update(number=0, due_at=None, turn_at=None)
    copy = _copy(hand, upto)
    Hand.objects.filter(pk=hand.pk).update(replaced_by=copy)
    now, folded = timezone.now(), fold(copy, stored=False)
    # a refused claim stays, because all have seen those cards; but not if other cards may be kept now
    if (claim := claim_of(copy)) is not None and (claim.goes_on or folded.state.phase != "play"):
        copy.claim = None
    copy.turn_at = now if clock.people_to_act(folded, seats) else None
    copy.due_at = clock.due(copy, folded, seats, now)
    copy.save(update_fields=["claim", "turn_at", "due_at"])
    hand.match.room.touch()
    events.moved(hand.match.room, copy.pk, copy.version, copy.due_at)
    return copy


def _copy(hand: Hand, upto: int) -> Hand:
    """Store a copy of a hand with only its first ``upto`` entries, by whom they were made. Salt and
    deck are the same: the commitment holds, and AI players choose as they did before."""
    copy = Hand.objects.get(pk=hand.pk)
    copy.pk, copy.number, copy.version, copy.due_at, copy._state.adding = None, hand.number, upto, None, True
    copy.take_back_requests = None
    copy.save()
    entries = Entry.objects.filter(hand_id=hand.pk, seq__lt=upto).order_by("seq")
    Entry.objects.bulk_create(Entry(hand=copy, seq=e.seq, action=e.action, by=e.by, key=e.key) for e in entries)
    return copy


def _latest(hand: Hand, seat: int) -> int | None:
    """Return the place of a person's latest own move in a hand."""
    moves = Entry.objects.filter(hand_id=hand.pk, by=Entry.By.PERSON, action__seat=seat).order_by("-seq")
    for seq, action in moves.values_list("seq", "action"):
        return None if action["do"] in OF_THE_DRAW else seq
    return None


def _is_alone(seats: Collection[Seat], seat: int) -> bool:
    """Return whether a person plays only with AI players and nobody is to join."""
    return all(row.level and row.reserved_for_id is None for row in seats if row.number != seat)
