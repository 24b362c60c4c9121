"""Reviews of a person's decisions in a hand: requesting one, and making them in the background.

The rows are the queue; a task only wakes a worker. A worker claims a row by updating it, and the claim of a worker
that died expires.
"""

from __future__ import annotations

import logging
import threading
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.dispatch import Signal
from django.utils import timezone

from games.accounts.models import User
from games.ai import thinking
from games.ai.review import VERSION, JudgedDecision, mean_loss
from games.community.models import Review
from games.foundation.events import send_task
from games.foundation.rate_limit import RateLimit
from games.foundation.transactions import write
from games.matches.fold import Folded, start
from games.matches.models import Entry, Hand
from games.rules.core import Game

log = logging.getLogger(__name__)

#: Sent with ``review`` in the transaction that stores its results.
review_done = Signal()
#: The preference for turning positions of one's reviews into puzzles, and its values once answered.
PUZZLES, AGREED, DECLINED = "puzzles", "on", "off"
#: Rate limit of reviews per person.
REQUESTS = RateLimit("reviews", 20, 60 * 60)
#: How long a claim is valid, and after how many tries a review is given up.
CLAIM_EXPIRES = timedelta(seconds=thinking.REVIEW_CAP + 60)
MOST_TRIES = 3
#: A process makes one review at a time, however many tasks it receives.
_making = threading.Lock()


def ask(user: User, hand_id: int, seat: int) -> Review:
    """Return the review of a person's own seat in a scored hand; request one if there is none or it was given up.

    Raises ``RateLimited``.
    """
    existing = Review.objects.filter(hand_id=hand_id, seat=seat).first()
    if existing is not None and not given_up(existing):
        return existing
    REQUESTS.check(user.pk)
    with write():
        review, _created = Review.objects.get_or_create(hand_id=hand_id, seat=seat, defaults={"user": user})
        Review.objects.filter(pk=review.pk, done_at=None, tries__gte=MOST_TRIES).update(tries=0, begun_at=None)
        transaction.on_commit(wake_worker, robust=True)
    return review


def answer_of(user: User) -> str:
    """Return a person's answer about puzzles from their reviews: ``AGREED``, ``DECLINED``, or "" before they answer."""
    return str(user.prefs.get(PUZZLES, ""))


def given_up(review: Review) -> bool:
    """Return whether a review has failed ``MOST_TRIES`` times."""
    expired = review.begun_at is None or review.begun_at < timezone.now() - CLAIM_EXPIRES
    return review.done_at is None and review.tries >= MOST_TRIES and expired


def wake_worker() -> None:
    """Queue the task that makes reviews; if it is lost, the scheduler runs it within a minute."""
    send_task("games.community.tasks.look_back")


def make_all() -> int:
    """Make all requested reviews one by one; return their number.

    Return 0 if this process is already making reviews: it will make these too.
    """
    count = 0
    while _pending().exists() and _making.acquire(blocking=False):
        try:
            while (review := _claim()) is not None:
                count += _make(review)
        except thinking.Stopped:
            return count
        finally:
            _making.release()
    return count


def are_pending() -> bool:
    """Return whether any unclaimed reviews are waiting."""
    return _pending().exists()


def _pending() -> QuerySet[Review]:
    """Return the unclaimed reviews, oldest first, failed ones last."""
    expired = Q(begun_at=None) | Q(begun_at__lt=timezone.now() - CLAIM_EXPIRES)
    return Review.objects.filter(expired, done_at=None, tries__lt=MOST_TRIES).order_by("tries", "asked_at", "pk")


def _claim() -> Review | None:
    """Claim and return the first pending review; only one of several workers gets it."""
    while True:
        review = _pending().select_related("hand__match").first()
        if review is None:
            return None
        unchanged = Q(begun_at=None) if review.begun_at is None else Q(begun_at=review.begun_at)
        now = timezone.now()
        with write():
            unclaimed = Review.objects.filter(unchanged, pk=review.pk, done_at=None)
            if unclaimed.update(begun_at=now, tries=F("tries") + 1):
                review.begun_at = now
                return review


def _make(review: Review) -> bool:
    """Make a claimed review and store it; return whether that succeeded.

    If the AI's process fails, the review is retried later. After any other error it is given up: the same hand would
    fail again.
    """
    row = Review.objects.filter(pk=review.pk, done_at=None)
    try:
        results = _results(review)
    except thinking.Stopped:
        with write():
            row.update(begun_at=None, tries=F("tries") - 1)
        raise
    except thinking.WorkerFailed as fault:
        log.error("second look %s failed (%s)", review.pk, fault)
        with write():
            row.update(begun_at=None)
        return False
    except Exception:
        log.exception("second look %s cannot be made", review.pk)
        with write():
            row.update(begun_at=None, tries=MOST_TRIES)
        return False
    with write():
        is_ours = bool(row.update(done_at=timezone.now(), **results))
        if is_ours:
            review.decisions = results["decisions"]
            review_done.send(Review, review=review)
    return is_ours


def _results(review: Review) -> dict[str, Any]:
    """Make a review and return the fields to store."""
    folded, actions, own = played(review)
    # the same hand and seat always get the same review
    seed = int.from_bytes(f"{VERSION}/{bytes(review.hand.salt).hex()}/{review.seat}".encode())
    judged = thinking.make_review(
        folded.game.key, folded.setup, actions, review.seat, own, seed, apart=settings.THINK_APART
    )
    decisions = [written(folded.game, decision) for decision in judged]
    return {"decisions": decisions, "mean_loss": mean_loss(judged) if judged else None}


def played(review: Review) -> tuple[Folded, list[Any], list[int]]:
    """Return the hand before its first action, its actions, and the indices of those made by the person themselves,
    not by an AI player in their absence."""
    hand: Hand = review.hand
    folded = start(hand)
    rows = Entry.objects.filter(hand=hand).order_by("seq").values_list("seq", "action", "by")
    state, actions, own = folded, [], []
    for seq, raw, by in rows:
        action = state.read(raw)
        actions.append(action)
        state = state.after(action)
        if action.seat == review.seat and by == Entry.By.PERSON:
            own.append(seq)
    return folded, actions, own


def written(game: Game, judged: JudgedDecision) -> dict[str, Any]:
    """Return a decision as it is stored, with its actions as in a record."""
    return {
        "at": judged.at,
        "made": game.write_action(judged.action),
        "loss": round(judged.loss, 3),
        "error": round(judged.error, 3),
        "marked": judged.marked,
        "hindsight": None if judged.hindsight is None else round(judged.hindsight, 3),
        "choices": [
            {"action": game.write_action(choice.action), "loss": round(choice.loss, 3), "error": round(choice.error, 3)}
            for choice in judged.choices
        ],
    }
