"""When the house must act on a hand: AI turns, turn clocks, the live draw, the next deal."""

from __future__ import annotations

import secrets
from bisect import bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from games.matches.claim_state import claim_of, holds_play
from games.matches.fold import Folded
from games.matches.models import Hand
from games.rooms.models import Room, Seat
from games.rooms.presence import GOODBYE, is_here
from games.rules import live_draw

_chance = secrets.SystemRandom()
#: Factor by which a table's pace multiplies the usual time from card to card.
PACES = {Room.Pace.QUICK: 0.5, Room.Pace.USUAL: 1.0, Room.Pace.SLOW: 2.0}
#: Seconds that a short draw waits for a person who may show cards.
MAY_SHOW = 2.5
#: A card due within this time counts as dealt, to allow for floating-point error.
EARLY = 1e-6
#: A task that runs early by no more than this acts at once.
SLACK = timedelta(milliseconds=20)
#: A press that was on its way when the clock ran out still counts.
GRACE = timedelta(seconds=1)
#: How long the result of a hand played over days stays if not everybody has asked for the next hand.
RESULT_OVER_DAYS = timedelta(hours=1)


def pace() -> timedelta:
    """Return how long an AI player waits. Drawn before it looks at its cards, so that the delay reveals nothing."""
    low, high = settings.AI_PACE
    return timedelta(seconds=_chance.uniform(low, high))


# --- the draw ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawPlan:
    """How a live draw is dealt: ``step`` cards at a time, ``seconds`` between steps, and ``MAY_SHOW`` seconds more
    after each card in ``pauses``, counted from 1, which ends a step."""

    step: int
    seconds: float
    pauses: tuple[int, ...] = ()

    def time_of(self, count: int) -> float:
        """Return the seconds from the start of the draw until card number ``count`` is dealt."""
        steps = -(-count // self.step) - 1
        return steps * self.seconds + MAY_SHOW * sum(pause <= steps * self.step for pause in self.pauses)

    def dealt(self, passed: float, total: int) -> int:
        """Return how many of ``total`` cards are dealt after ``passed`` seconds; at least one step."""
        steps = range(self.step, total + self.step, self.step)
        steps_done = bisect_right(steps, passed + EARLY, key=self.time_of)
        return min(total, self.step * max(1, steps_done))


def skip_key(all_dealt: bool) -> str:
    """Return the key in ``Hand.draw_plan`` of the seats that want the rest of the cards, or the last call to end."""
    return "end" if all_dealt else "rest"


def draw_plan(hand: Hand) -> DrawPlan:
    """Return how a hand's draw is dealt: by its stored plan or, for hands older than such plans, at the room's pace."""
    plan = hand.draw_plan or {}
    if "step" in plan:
        return DrawPlan(plan["step"], plan["seconds"], tuple(plan["pauses"]))
    return DrawPlan(1, card_seconds(hand.match.room))


def plan_draw(room: Room, folded: Folded, seats: Mapping[int, Seat]) -> dict[str, Any] | None:
    """Return the ``Hand.draw_plan`` of a live draw, or None if there is none. Usually it goes at the room's pace. If
    one person plays against AI players, a round comes at a time, in ``SHORT_DRAW`` seconds at most, with a pause when
    the person gets more that they may show: only onlookers could notice, AI players do not."""
    people = [seat.number for seat in seats.values() if seat.user_id is not None]
    total, step = folded.drawing, len(seats)
    if not total:
        return None
    longest = PACES[Room.Pace(room.pace)] * float(settings.SHORT_DRAW)
    if len(people) != 1 or card_seconds(room) * total <= longest:
        return {"step": 1, "seconds": card_seconds(room), "pauses": []}
    pauses, known = [], 0
    for count in range(step, total + 1, step):
        showable = len(live_draw.declarations(folded.game, folded.view(people[0], count)))
        if showable > known and count < total:
            pauses.append(count)
        known = max(known, showable)
    return {"step": step, "seconds": longest * step / total, "pauses": pauses, "alone": people[0]}


def for_several(plan: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return the plan of a draw that another person has joined: the pace stays, the last call is for everybody."""
    return {name: value for name, value in plan.items() if name != "alone"} if plan else plan


def card_seconds(room: Room) -> float:
    """Return the seconds from card to card of a live draw at this table."""
    return PACES[Room.Pace(room.pace)] * float(settings.DRAW_PACE)


def dealt(hand: Hand, folded: Folded, now: datetime) -> int | None:
    """Return how many cards the clock has dealt, or None if no draw is running."""
    total = folded.drawing
    if not total or hand.drawn_at is None:
        return None
    return draw_plan(hand).dealt((now - hand.drawn_at).total_seconds(), total)


def next_card(hand: Hand, folded: Folded, now: datetime) -> float | None:
    """Return the seconds until a draw shows its next card, or None if no card is left or no draw is running."""
    count = dealt(hand, folded, now)
    if count is None or count >= folded.drawing:
        return None
    assert hand.drawn_at is not None
    return draw_plan(hand).time_of(count + 1) - (now - hand.drawn_at).total_seconds() + 0.005


def draw_ends(hand: Hand, folded: Folded) -> datetime:
    """Return when a live draw closes: after the last card and, if somebody might still declare, the last call. At a
    table with several people only public facts decide that; a person alone with AI players gets the last call if they
    hold something to show."""
    assert hand.drawn_at is not None
    plan = draw_plan(hand)
    seconds = plan.time_of(folded.drawing) + plan.seconds
    alone = (hand.draw_plan or {}).get("alone")
    if alone is None:
        last_call = settings.LAST_CALL if live_draw.may_still_declare(folded.game, folded.state) else 0.0
    else:
        showable = live_draw.declarations(folded.game, folded.view(alone, folded.drawing))
        last_call = settings.LAST_CALL if showable else 0.0
    return hand.drawn_at + timedelta(seconds=seconds + last_call)


# --- turns ---------------------------------------------------------------------------------------


def people_to_act(folded: Folded, seats: Mapping[int, Seat]) -> set[int]:
    """Return the seats to act whose owners play themselves."""
    if folded.state.result is not None or folded.drawing:
        return set()
    return {seat for seat in folded.state.to_act if not seats[seat].played_by}


def turn_began(hand: Hand, before: set[int], after: set[int], actor: int | None, now: datetime) -> datetime | None:
    """Return when the turn of the people to act began. It continues for people who were to act and still are: what
    others do meanwhile gives nobody more time."""
    if not after:
        return None
    waiting_on = after & before - {actor}
    return hand.turn_at if waiting_on and hand.turn_at is not None else now


def deadline(hand: Hand) -> datetime | None:
    """Return when the clock of the people to act runs out, or None if there is no clock or no turn."""
    seconds = hand.match.room.clock
    return hand.turn_at + timedelta(seconds=seconds) if seconds and hand.turn_at is not None else None


def due(
    hand: Hand, folded: Folded, seats: Mapping[int, Seat], now: datetime, was_due: datetime | None = None
) -> datetime | None:
    """Return when the house must look at this hand again, or None while a person may take their time. ``hand.turn_at``
    must match the folded hand. ``was_due``: when the house was to look at this turn so far; its pause before it plays
    does not begin anew."""
    if folded.state.result is not None or folded.drawing:
        return now
    if holds_play(hand, folded) and (claim := claim_of(hand)) is not None:
        return max(now, claim.ends)
    if any(seats[seat].played_by for seat in folded.state.to_act):
        plays_at = now + pace() * PACES[Room.Pace(hand.match.room.pace)]
        return plays_at if was_due is None else min(was_due, plays_at)
    ends = deadline(hand)
    times = [ends + GRACE] if ends is not None else []
    if leaver := who_left(folded, seats, now):
        assert leaver.left_at is not None
        plays_at = now + pace()
        times.append(max(leaver.left_at + GOODBYE, plays_at if was_due is None else min(was_due, plays_at)))
    return min(times, default=None)


def who_left(folded: Folded, seats: Mapping[int, Seat], now: datetime) -> Seat | None:
    """Return the seat of the person to act who closed their page first, or None if nobody present is waiting for them.
    A person alone finds the table as they left it; people who play over days come when they have time."""
    leavers = [seats[number] for number in folded.state.to_act if not seats[number].played_by]
    leavers = [seat for seat in leavers if seat.left_at is not None and not seat.room.over_days]
    if not leavers or not any(seat.left_at is None for seat in present(seats.values(), now)):
        return None
    return min(leavers, key=lambda seat: seat.left_at or now)


# --- between hands -------------------------------------------------------------------------------


def next_deal(seats: Collection[Seat], now: datetime) -> datetime | None:
    """Return when the hand after a scored one is dealt even if not everybody has asked for it, or None if the only
    person at the table decides and nobody waits to join at the next hand."""
    if settings.RESULTS_STAY and count_people(seats) == 1:
        return None
    if any(seat.room.over_days for seat in seats):
        return now + RESULT_OVER_DAYS
    return now + timedelta(seconds=settings.NEXT_HAND_SECONDS)


def count_people(seats: Collection[Seat]) -> int:
    """Return how many people have a seat, or will with the next hand."""
    return sum(seat.user_id is not None or seat.reserved_for_id is not None for seat in seats)


def present(seats: Collection[Seat], now: datetime) -> list[Seat]:
    """Return the seats whose owners are present and play themselves."""
    return [seat for seat in seats if seat.user_id is not None and not seat.autoplay and is_here(seat, now)]


def is_deserted(seats: Collection[Seat], now: datetime) -> bool:
    """Return whether a table has people but none is present, so that no hand is dealt. People who play over days count
    as present until the house keeps their seat."""
    people = [seat for seat in seats if seat.user_id is not None]
    if any(seat.room.over_days for seat in people):
        return all(seat.autoplay for seat in people)
    return bool(people) and not present(seats, now)
