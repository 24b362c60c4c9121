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
#: What a table's pace makes of the usual time from card to card.
PACES = {Room.Pace.QUICK: 0.5, Room.Pace.USUAL: 1.0, Room.Pace.SLOW: 2.0}
#: Seconds that a short draw waits for a person who may show cards.
MAY_SHOW = 2.5
#: A card that comes by this much sooner lies already: clocks count in parts of seconds.
EARLY = 1e-6
#: A task that comes this little early acts at once.
SLACK = timedelta(milliseconds=20)
#: A press that was on its way when the clock ran out still counts.
GRACE = timedelta(seconds=1)
#: How long the result of a hand that is played over days may be looked at, where not everybody has asked for the next.
RESULT_OVER_DAYS = timedelta(hours=1)


def pace() -> timedelta:
    """Return how long an AI player waits. Drawn before anyone looks at its cards, so that the
    time it takes tells nothing."""
    low, high = settings.AI_PACE
    return timedelta(seconds=_chance.uniform(low, high))


# --- the draw ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawPlan:
    """How a live draw is dealt: ``step`` cards at a time, ``seconds`` from one step to the next, and ``MAY_SHOW``
    seconds more after each card of ``pauses``, counted from 1, which ends a step."""

    step: int
    seconds: float
    pauses: tuple[int, ...] = ()

    def time_of(self, count: int) -> float:
        """Return the seconds from the beginning of the draw until card number ``count`` lies."""
        steps = -(-count // self.step) - 1
        return steps * self.seconds + MAY_SHOW * sum(pause <= steps * self.step for pause in self.pauses)

    def dealt(self, passed: float, total: int) -> int:
        """Return how many of ``total`` cards lie after so many seconds; one step at least."""
        steps = range(self.step, total + self.step, self.step)
        lying = bisect_right(steps, passed + EARLY, key=self.time_of)
        return min(total, self.step * max(1, lying))


def draw_plan(hand: Hand) -> DrawPlan:
    """Return how a hand's draw is dealt: as planned with the deal. One that was dealt before there were plans goes
    at the room's pace."""
    plan = hand.draw_plan or {}
    if "step" in plan:
        return DrawPlan(plan["step"], plan["seconds"], tuple(plan["pauses"]))
    return DrawPlan(1, card_seconds(hand.match.room))


def plan_draw(room: Room, folded: Folded, seats: Mapping[int, Seat]) -> dict[str, Any] | None:
    """Return, as ``Hand.draw_plan``, how the cards of a live draw come, None where there is none: at the room's
    pace, but where one person plays against AI players a round at a time, in ``SHORT_DRAW`` seconds at most, with a
    pause when the person comes to hold more that they may show: only onlookers could see it, and AI players do not."""
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
    """Return the plan of a draw to which another person has come: the pace stays, the last call is for all."""
    return {name: value for name, value in plan.items() if name != "alone"} if plan else plan


def card_seconds(room: Room) -> float:
    """Return the seconds from card to card of a live draw at this table."""
    return PACES[Room.Pace(room.pace)] * float(settings.DRAW_PACE)


def dealt(hand: Hand, folded: Folded, now: datetime) -> int | None:
    """Return how many cards the clock has dealt, or None where no draw runs."""
    total = folded.drawing
    if not total or hand.drawn_at is None:
        return None
    return draw_plan(hand).dealt((now - hand.drawn_at).total_seconds(), total)


def next_card(hand: Hand, folded: Folded, now: datetime) -> float | None:
    """Return the seconds until a draw shows its next card, None where it has none or does not run."""
    count = dealt(hand, folded, now)
    if count is None or count >= folded.drawing:
        return None
    assert hand.drawn_at is not None
    return draw_plan(hand).time_of(count + 1) - (now - hand.drawn_at).total_seconds() + 0.005


def draw_ends(hand: Hand, folded: Folded) -> datetime:
    """Return when a live draw is closed: after the last card, and the last call where somebody
    might still declare. At a table with people that is judged on public grounds alone; whoever plays against AI
    players is waited for where they hold something to show."""
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
    if holds_play(hand, folded) and (claim := claim_of(hand)) is not None:
        return max(now, claim.ends)
    if any(seats[seat].played_by for seat in folded.state.to_act):
        return now + pace() * PACES[Room.Pace(hand.match.room.pace)]
    ends = deadline(hand)
    times = [ends + GRACE] if ends is not None else []
    if leaver := who_left(folded, seats, now):
        assert leaver.left_at is not None
        times.append(max(leaver.left_at + GOODBYE, now + pace()))
    return min(times, default=None)


def who_left(folded: Folded, seats: Mapping[int, Seat], now: datetime) -> Seat | None:
    """Return the seat of a person who is to act and whose page has said goodbye, the longest ago first; None
    where nobody who is there waits for them: whoever plays alone finds the table as they left it, and whoever plays
    over days comes when they have time."""
    leavers = [seats[number] for number in folded.state.to_act if not seats[number].played_by]
    leavers = [seat for seat in leavers if seat.left_at is not None and not seat.room.over_days]
    if not leavers or not any(seat.left_at is None for seat in present(seats.values(), now)):
        return None
    return min(leavers, key=lambda seat: seat.left_at or now)


# --- between hands -------------------------------------------------------------------------------


def next_deal(seats: Collection[Seat], now: datetime) -> datetime | None:
    """Return when the hand after a scored one is dealt though not everybody has asked for it; None where the
    one person who sits there goes on when they like, and nobody waits to play with the next hand."""
    people = sum(seat.user_id is not None or seat.reserved_for_id is not None for seat in seats)
    if settings.RESULTS_STAY and people == 1:
        return None
    if any(seat.room.over_days for seat in seats):
        return now + RESULT_OVER_DAYS
    return now + timedelta(seconds=settings.NEXT_HAND_SECONDS)


def present(seats: Collection[Seat], now: datetime) -> list[Seat]:
    """Return the seats whose owners are there and play themselves."""
    return [seat for seat in seats if seat.user_id is not None and not seat.autoplay and is_here(seat, now)]


def is_deserted(seats: Collection[Seat], now: datetime) -> bool:
    """Say whether a table has people and none of them is there: the house deals them no hand. Whoever plays over days
    is there until the house keeps their seat."""
    people = [seat for seat in seats if seat.user_id is not None]
    if any(seat.room.over_days for seat in people):
        return all(seat.autoplay for seat in people)
    return bool(people) and not present(seats, now)
