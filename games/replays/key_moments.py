"""Steps of a hand worth going to: tricks won, choices before the play, turning points.

They come from the course alone. What others find (a review's doubtful plays) joins them as
``Replay.marks``; all are drawn and listed alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

from games.replays import action_sentences
from games.replays.timeline import Course, Trick
from games.rules.allfours.score import pips_of
from games.rules.cards import RANKS
from games.rules.core import N_, Cards, Said, Seat
from games.rules.shengji.score import threshold
from games.rules.winner.actions import Play
from games.rules.winner.combos import combo_of
from games.rules.winner.order import mask_of

TRICK, BID, TURN, REVIEW = "trick", "bid", "turn", "review"
#: Deeds by which trumps are made or a gift is settled, before the play.
CHOICES = frozenset({"stand", "beg", "run", "declare"})
#: Points of one trick that turn a hand of Forty, or of Eighty.
MUCH = {"forty": 15, "eighty": 25}
#: A side that won so many tricks in a row has been on a run.
RUN = 4
JACK = RANKS.index("J")
#: Cards with which somebody is almost out in Winner, as the table says it.
FEW = 3


@dataclass(frozen=True, slots=True)
class Mark:
    """One step worth going to: ``kind`` is one of the four words above, ``said`` tells why."""

    step: int
    kind: str
    said: Said = field(hash=False)


@lru_cache(maxsize=64)
def marks(course: Course) -> tuple[Mark, ...]:
    """Return the marks of a course, by step; of one step and kind the first alone."""
    found: dict[tuple[int, str], Mark] = {}
    for mark in (*_tricks(course), *_choices(course), *_turns(course)):
        found.setdefault((mark.step, mark.kind), mark)
    return tuple(sorted(found.values(), key=lambda mark: mark.step))


def _tricks(course: Course) -> Iterator[Mark]:
    for trick in course.tricks:
        yield Mark(trick.last, TRICK, trick.why[0])


def _choices(course: Course) -> Iterator[Mark]:
    for number, step in enumerate(course.steps):
        # The dealer's gift of a point; in Winner a card is given in return.
        given = step.action is not None and step.action.do == "give" and course.game.module == "allfours"
        if step.action is not None and (step.action.do in CHOICES or given):
            yield Mark(number, BID, action_sentences.deed(step.action))


def _turns(course: Course) -> Iterable[Mark]:
    found = {"allfours": _all_fours, "shengji": _shengji, "winner": _winner}.get(course.game.module)
    return (*(found(course) if found else ()), *_runs_ended(course))


def _pairs(course: Course) -> Iterator[tuple[Any, Any]]:
    """Yield each state with the one before it; the first is that of step 1."""
    states = [step.state for step in course.steps]
    return pairwise(states)


def _runs_ended(course: Course) -> Iterator[Mark]:
    """Yield where the lead goes over from a side that has won trick after trick."""
    run: list[Trick] = []
    for trick in course.tricks:
        if run and _side(course, run[-1].winner) != _side(course, trick.winner):
            if len(run) >= RUN:
                text = N_("The lead changes sides after %(tricks)s tricks: %(seat)s {takes|take} it.")
                yield Mark(trick.last, TURN, Said(text, {"tricks": len(run), "seat": Seat(trick.winner)}))
            run = []
        run.append(trick)


def _side(course: Course, seat: int) -> int:
    return course.game.side(seat, course.setup.options)


# --- game by game ------------------------------------------------------------------------------


def _all_fours(course: Course) -> Iterator[Mark]:
    """The trump jack caught; cards for Game, where the side that is ahead is another one."""
    counted, ahead = [0, 0], None
    for trick in course.tricks:
        state = course.steps[trick.last].state
        done = state.tricks[trick.number - 1]
        jack = state.trump * 13 + JACK
        if jack in done.cards:
            owner = (done.lead + done.cards.index(jack)) % course.game.seats(course.setup.options)
            if _side(course, owner) != _side(course, done.winner):
                text = N_("%(seat)s {catches|catch} the jack of trumps, %(card)s.")
                yield Mark(trick.last, TURN, Said(text, {"seat": Seat(done.winner), "card": Cards((jack,))}))
        counted[_side(course, trick.winner)] += pips_of(done.cards, state.trump, course.setup.options)
        first = None if counted[0] == counted[1] else int(counted[1] > counted[0])
        if first is not None and ahead is not None and first != ahead:
            text = N_("%(seat)s {goes|go} ahead for Game, %(mine)s to %(others)s.")
            places = {"seat": Seat(trick.winner), "mine": counted[first], "others": counted[1 - first]}
            yield Mark(trick.last, TURN, Said(text, places))
        ahead = ahead if first is None else first


def _shengji(course: Course) -> Iterator[Mark]:
    """The stage taken by points on the table; a trick that is worth much."""
    need, before = threshold(course.game.key == "eighty"), 0
    for trick in course.tricks:
        points = course.steps[trick.last].state.points
        if before < need <= points:
            text = N_("%(seat)s {brings|bring} the challengers to %(points)s points: the stage is theirs.")
            yield Mark(trick.last, TURN, Said(text, {"seat": Seat(trick.winner), "points": points}))
        elif trick.points >= MUCH[course.game.key]:
            text = N_("%(seat)s {captures|capture} %(points)s points in one trick.")
            yield Mark(trick.last, TURN, Said(text, {"seat": Seat(trick.winner), "points": trick.points}))
        before = points


def _winner(course: Course) -> Iterator[Mark]:
    """A bomb; the first who is almost out; somebody who is out before the hand is over."""
    almost = False
    for number, (before, after) in enumerate(_pairs(course), 1):
        action = course.steps[number].action
        if not isinstance(action, Play):
            continue
        left = after.hands[action.seat].bit_count()
        combo = combo_of(mask_of(action.cards), before.rules)
        places = {"seat": Seat(action.seat), "cards": Cards(action.cards), "left": left}
        if not left and after.result is None:
            yield Mark(number, TURN, Said(N_("%(seat)s {goes|go} out with %(cards)s."), places))
        elif combo is not None and combo.type == "four" and before.top is not None and before.top.type != "four":
            yield Mark(number, TURN, Said(N_("%(seat)s {bombs|bomb} with %(cards)s."), places))
        elif 0 < left <= FEW and not almost:
            yield Mark(
                number,
                TURN,
                Said(N_("%(seat)s {plays|play} %(cards)s and {is|are} almost out: %(left)s left."), places),
            )
        almost = almost or left <= FEW
