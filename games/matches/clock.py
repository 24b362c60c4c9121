"""When the house must act on a hand: AI turns, turn clocks, the live draw, the next deal."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.conf import settings

from games.matches.fold import Folded
from games.matches.models import Hand
from games.rooms.models import Room, Seat
from games.rooms.presence import GOODBYE, is_here
from games.rules import live_draw

_chance = secrets.SystemRandom()
#: What a table's pace makes of the usual time from card to card.
PACES = {Room.Pace.QUICK: 0.5, Room.Pace.USUAL: 1.0, Room.Pace.SLOW: 2.0}
#: A task that comes this little early acts at once.
SLACK = timedelta(milliseconds=20)
#: A press that was on its way when the clock ran out still counts.
GRACE = timedelta(seconds=1)


def pace() -> timedelta:
    """Return how long an AI player waits. Drawn before anyone looks at its cards, so that the
    time it takes tells nothing."""
    low, high = settings.AI_PACE
    return timedelta(seconds=_chance.uniform(low, high))


# --- the draw ------------------------------------------------------------------------------------


def card_seconds(room: Room) -> float:
    """Return the seconds from card to card of a live draw at this table."""
    return PACES[Room.Pace(room.pace)] * float(settings.DRAW_PACE)


def dealt(hand: Hand, folded: Folded, now: datetime) -> int | None:
    """Return how many cards the clock has dealt, or None where no draw runs."""
    total = folded.drawing
    if not total or hand.drawn_at is None:
        return None
    passed = (now - hand.drawn_at).total_seconds()
    return max(1, min(total, 1 + int(passed / card_seconds(hand.match.room))))


def draw_ends(hand: Hand, folded: Folded) -> datetime:
    """Return when a live draw is closed: after the last card, and the last call where somebody
    might still declare (judged on public grounds alone)."""
    assert hand.drawn_at is not None
    seconds = folded.drawing * card_seconds(hand.match.room)
    if live_draw.may_still_declare(folded.game, folded.state):
        seconds += settings.LAST_CALL
    return hand.drawn_at + timedelta(seconds=seconds)


# --- turns ---------------------------------------------------------------------------------------


def people_to_act(folded: Folded, seats: Mapping[int, Seat]) -> set[int]:
    """Return the seats whose owners are to act themselves."""
    if folded.state.result is not None or folded.drawing:
        return set()
    return {seat for seat in folded.state.to_act if not seats[seat].played_by}


def turn_began(hand: Hand, before: set[int], after: set[int], actor: int | None, now: datetime) -> datetime | None:
    """Return when the turn of the people to act began. It goes on for those who were to act and
    still are: what others do in the meantime gives nobody more time."""
    if not after:
        return None
    waiting_on = after & before - {actor}
    return hand.turn_at if waiting_on and hand.turn_at is not None else now


def deadline(hand: Hand) -> datetime | None:
    """Return when the clock of the people to act runs out, or None without a clock or a turn."""
    seconds = hand.match.room.clock
    return hand.turn_at + timedelta(seconds=seconds) if seconds and hand.turn_at is not None else None


def due(hand: Hand, folded: Folded, seats: Mapping[int, Seat], now: datetime) -> datetime | None:
    """Return when the house must look at this hand again; None while a person may take their time.

    ``hand.turn_at`` is that of the folded hand.
    """
    if folded.state.result is not None or folded.drawing:
        return now
    if any(seats[seat].played_by for seat in folded.state.to_act):
        return now + pace()
    ends = deadline(hand)
    times = [ends + GRACE] if ends is not None else []
    if leaver := who_left(folded, seats, now):
        assert leaver.left_at is not None
        times.append(max(leaver.left_at + GOODBYE, now + pace()))
    return min(times, default=None)


def who_left(folded: Folded, seats: Mapping[int, Seat], now: datetime) -> Seat | None:
    """Return the seat of a person who is to act and whose page has said goodbye, the longest ago first; None
    where nobody who is there waits for them: whoever plays alone finds the table as they left it."""
    leavers = [seats[number] for number in folded.state.to_act if not seats[number].played_by]
    leavers = [seat for seat in leavers if seat.left_at is not None]
    if not leavers or not any(seat.left_at is None for seat in present(seats.values(), now)):
        return None
    return min(leavers, key=lambda seat: seat.left_at or now)


# --- between hands -------------------------------------------------------------------------------


def present(seats: Collection[Seat], now: datetime) -> list[Seat]:
    """Return the seats whose owners are there and play themselves."""
    return [seat for seat in seats if seat.user_id is not None and not seat.autoplay and is_here(seat, now)]


def is_deserted(seats: Collection[Seat], now: datetime) -> bool:
    """Say whether a table has people and none of them is there: the house deals them no hand."""
    return any(seat.user_id is not None for seat in seats) and not present(seats, now)
