"""Puzzles from the reviews («second looks») of people who agree to it, made in the background.

A finished review of a person who agrees becomes a ``Candidate``. An idle worker claims one, has a long search judge
its clearest positions twice, and stores the first that is clear both times; then it deletes the candidate. If killed
or run twice it makes the same puzzle, which is stored once. Only what the seat knew is stored (``making.draft_of``);
no row leads from a puzzle back to a person, a hand or a day.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import set_preference
from games.ai import thinking
from games.ai.bot import bot
from games.community import reviews
from games.community.models import Review
from games.foundation.events import send_task
from games.foundation.rate_limit import RateLimited
from games.foundation.transactions import write
from games.puzzles import judging, limits, making, services
from games.puzzles.making import Draft
from games.puzzles.models import Candidate, Puzzle
from games.replays.spent_deals import spent_hands
from games.rules import record

log = logging.getLogger(__name__)
#: How long a claim is valid, and after how many tries a candidate is given up.
CLAIM_EXPIRES = timedelta(seconds=thinking.SPARE_CAP * 4)
MOST_TRIES = 2
#: How many of a review's clearest positions are judged.
LOOKS = 3
#: A game with this many puzzles needs no more.
ENOUGH = 2000
#: A process judges one candidate at a time, however many tasks it receives.
_judging = threading.Lock()


# --- consent -------------------------------------------------------------------------------------


def answer(user: User, review: Review, agrees: bool) -> None:
    """Store a person's answer to the question shown once, under one of their reviews. If they agree, that review is
    searched too; a later answer only affects later reviews."""
    with write():
        before = reviews.answer_of(User.objects.select_for_update(no_key=True).get(pk=user.pk))
        set_preference(user, reviews.PUZZLES, reviews.AGREED if agrees else reviews.DECLINED)
        if agrees and not before:
            _add_candidate(review)


def note(review: Review, **_signal: Any) -> None:
    """Make a new review a candidate if its person agrees."""
    if reviews.answer_of(User.objects.get(pk=review.user_id)) == reviews.AGREED:
        _add_candidate(review)


def _add_candidate(review: Review) -> None:
    if review.decisions and spent_hands().filter(pk=review.hand_id).exists():
        Candidate.objects.get_or_create(review=review)
        transaction.on_commit(wake_worker, robust=True)


def wake_worker() -> None:
    """Queue the task that judges candidates; if it is lost, the scheduler runs it within minutes."""
    send_task("games.puzzles.tasks.judge")


# --- judging -------------------------------------------------------------------------------------


def judge_next() -> bool:
    """Judge one candidate unless reviews are pending; return whether there may be another one to judge."""
    if reviews.are_pending() or not _judging.acquire(blocking=False):
        return False
    try:
        candidate = _claimed()
        return candidate is not None and _judge(candidate)
    finally:
        _judging.release()


def _claimed() -> Candidate | None:
    """Claim and return the next candidate, which only one of several workers gets. Delete candidates that were tried
    too often."""
    now = timezone.now()
    free = Candidate.objects.filter(Q(begun_at=None) | Q(begun_at__lt=now - CLAIM_EXPIRES))
    with write():
        free.filter(tries__gte=MOST_TRIES).delete()
        row = free.select_for_update(of=("self",)).select_related("review").order_by("tries", "pk").first()
        if row is not None:
            Candidate.objects.filter(pk=row.pk).update(begun_at=now, tries=F("tries") + 1)
    return row


def _judge(candidate: Candidate) -> bool:
    """Judge a claimed candidate and store its puzzle; return whether another candidate may be judged now."""
    rows = Candidate.objects.filter(pk=candidate.pk)
    try:
        draft = _draft(candidate.review)
    except (thinking.GaveWay, thinking.Stopped, RateLimited):
        with write():
            rows.update(begun_at=None, tries=F("tries") - 1)
        return False
    except thinking.WorkerFailed as fault:
        log.error("a second look could not be searched for a puzzle (%s)", fault)
        with write():
            rows.update(begun_at=None)
        return False
    except Exception as fault:  # only its type: its text may name cards
        log.error("a second look cannot be searched for a puzzle (%s)", type(fault).__name__)
        draft = None
    with write():
        person = User.objects.select_for_update(no_key=True).get(pk=candidate.review.user_id)
        is_ours = bool(rows.delete()[0])
        may_be_shown = _agrees(person) and spent_hands().filter(pk=candidate.review.hand_id).exists()
        if draft is not None and is_ours and may_be_shown:
            services.store([draft], Puzzle.Source.REVIEW)
    return True


def _draft(review: Review) -> Draft | None:
    """Return the puzzle made from a review, or None. Raises ``WorkerFailed`` and ``RateLimited``."""
    hand = spent_hands().select_related("match").filter(pk=review.hand_id).first()
    if hand is None or not _agrees(User.objects.get(pk=review.user_id)):
        return None
    review.hand = hand
    folded, actions, _own = reviews.played(review)
    key = folded.game.key
    worlds = judging.worlds_of(key)
    if not worlds or services.open_puzzles(key).count() >= ENOUGH:
        return None
    value = record.write(folded.game, folded.setup, actions, None)
    for index in list(_clearest(review))[:LOOKS]:
        at = sum(action.recorded for action in actions[:index])
        if not judging.choices_of(judging.position(value, at, review.seat).view):
            continue
        limits.POSITIONS.check("all")
        arguments = (making.draft_of, value, at, review.seat, worlds)
        draft: Draft | None = thinking.in_spare_time(*arguments, apart=settings.THINK_APART)
        if draft is not None:
            return draft
    return None


def _clearest(review: Review) -> Iterator[int]:
    """Yield the indices of the decisions, clearest first, whose best choice the review found better than every other
    one it considered."""
    least = bot(review.hand.match.game).worth_telling or 0.0
    clearest = []
    for decision in review.decisions:
        others = decision["choices"][1:]
        if others and all(choice["loss"] >= least and choice["loss"] > 2 * choice["error"] for choice in others):
            clearest.append((min(choice["loss"] / max(choice["error"], 0.01) for choice in others), decision["at"]))
    for _clearness, at in sorted(clearest, reverse=True):
        yield at


def _agrees(person: User) -> bool:
    """Return whether a person agrees and has an active account."""
    return person.is_active and reviews.answer_of(person) == reviews.AGREED
