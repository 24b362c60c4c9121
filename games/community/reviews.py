"""Second looks: asking for one, and making those that were asked for, in the background.

The rows are the truth: a task only says that there is something to do. Whoever does it claims a
row by changing it; a claim of somebody who died over it lapses.
"""

from __future__ import annotations

import logging
import threading
from datetime import timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from games.accounts.models import User
from games.ai import thinking
from games.ai.review import VERSION, Judged, mean_loss
from games.community.models import Review
from games.foundation.rate_limit import RateLimit
from games.foundation.transactions import write
from games.matches.fold import Folded, start
from games.matches.models import Entry, Hand
from games.rules.core import Game

log = logging.getLogger(__name__)

#: so many second looks a person may ask for
ASKED = RateLimit("reviews", 20, 60 * 60)
#: a claim lapses after this; a look is given up after so many
LAPSES = timedelta(seconds=thinking.REVIEW_CAP + 60)
MOST_TRIES = 3
#: one at a time in a process, whatever number of tasks say that there is something to do
_at_it = threading.Lock()


def ask(user: User, hand_id: int, seat: int) -> Review:
    """Ask for a second look at a person's own seat of a scored hand, or return the one there is;
    one that was given up is tried anew. ``RateLimited`` where they have asked for many."""
    known = Review.objects.filter(hand_id=hand_id, seat=seat).first()
    if known is not None and not given_up(known):
        return known
    ASKED.check(user.pk)
    with write():
        review, _made = Review.objects.get_or_create(hand_id=hand_id, seat=seat, defaults={"user": user})
        Review.objects.filter(pk=review.pk, done_at=None, tries__gte=MOST_TRIES).update(tries=0, begun_at=None)
        transaction.on_commit(tell, robust=True)
    return review


def given_up(review: Review) -> bool:
    """Say whether nobody tries to make a second look any more."""
    lapsed = review.begun_at is None or review.begun_at < timezone.now() - LAPSES
    return review.done_at is None and review.tries >= MOST_TRIES and lapsed


def tell() -> None:
    """Say that there is something to look at. The task is named and not imported: it calls this module."""
    try:
        current_app.send_task("games.community.tasks.look_back")
    except (OSError, OperationalError):
        log.warning("task lost: look back")  # beat, or the embedded worker, comes by


def make_all() -> int:
    """Make the second looks that were asked for, one after another; return how many. Nothing where
    this process is at it already: it will come to those too."""
    made = 0
    while _open().exists() and _at_it.acquire(blocking=False):
        try:
            while (review := _claimed()) is not None:
                made += _make(review)
        except thinking.Stopped:
            return made
        finally:
            _at_it.release()
    return made


def _open() -> Any:
    """Return the rows that wait for somebody, the oldest first; one that has failed waits behind them."""
    lapsed = Q(begun_at=None) | Q(begun_at__lt=timezone.now() - LAPSES)
    return Review.objects.filter(lapsed, done_at=None, tries__lt=MOST_TRIES).order_by("tries", "asked_at", "pk")


def _claimed() -> Review | None:
    """Claim the first row that waits for somebody: of many who try one gets it."""
    while True:
        review = _open().select_related("hand__match").first()
        if review is None:
            return None
        mine = Q(begun_at=None) if review.begun_at is None else Q(begun_at=review.begun_at)
        now = timezone.now()
        with write():
            open_still = Review.objects.filter(mine, pk=review.pk, done_at=None)
            if open_still.update(begun_at=now, tries=F("tries") + 1):
                review.begun_at = now
                return review


def _make(review: Review) -> bool:
    """Make a second look and store it; where that fails it waits for its next try. One that cannot
    be made is given up: the same hand would fail again, while others wait."""
    mine = Review.objects.filter(pk=review.pk, done_at=None)
    try:
        found = _found(review)
    except thinking.Stopped:
        with write():
            mine.update(begun_at=None, tries=F("tries") - 1)
        raise
    except thinking.WorkerFailed as fault:
        log.error("second look %s failed (%s)", review.pk, fault)
        with write():
            mine.update(begun_at=None)
        return False
    except Exception:
        log.exception("second look %s cannot be made", review.pk)
        with write():
            mine.update(begun_at=None, tries=MOST_TRIES)
        return False
    with write():
        return bool(mine.update(done_at=timezone.now(), **found))


def _found(review: Review) -> dict[str, Any]:
    """Return what is stored of a second look, made now."""
    folded, actions, which = _played(review)
    key = f"{bytes(review.hand.salt).hex()}/{review.seat}"
    judged = thinking.look_back(
        folded.game.key, folded.setup, actions, review.seat, which, _seed(key), apart=settings.THINK_APART
    )
    decisions = [written(folded.game, one) for one in judged]
    return {"decisions": decisions, "mean_loss": mean_loss(judged) if judged else None}


def _seed(key: str) -> int:
    """Return the seed of a review: the same hand and seat again is the same review."""
    return int.from_bytes(f"{VERSION}/{key}".encode())


def _played(review: Review) -> tuple[Folded, list[Any], list[int]]:
    """Return the hand before its first action, its actions, and which of them the person made
    himself: what the house did for him while he was away is not his."""
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


def written(game: Game, judged: Judged) -> dict[str, Any]:
    """Return a decision as it is stored: the actions as a record holds them."""
    return {
        "at": judged.at,
        "made": game.write_action(judged.made),
        "loss": round(judged.loss, 3),
        "error": round(judged.error, 3),
        "marked": judged.marked,
        "hindsight": None if judged.hindsight is None else round(judged.hindsight, 3),
        "choices": [
            {"action": game.write_action(one.action), "loss": round(one.loss, 3), "error": round(one.error, 3)}
            for one in judged.choices
        ],
    }
