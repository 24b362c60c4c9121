"""Services of links, uploaded records and deals played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.accounts.models import User
from games.foundation.transactions import write
from games.matches.models import Hand, Match
from games.matches.practice import practise
from games.replays.live_sharing import push_sharing
from games.replays.models import Again, Challenge, Share, TakenUp, Upload
from games.replays.records import digest
from games.replays.replay import Replay
from games.rooms.models import USUAL_LEVEL
from games.rules import live_draw
from games.rules.core import Action

#: Maximum number of uploaded records per person.
MOST_KEPT = 500


class UploadsFull(Exception):
    """The person has ``MOST_KEPT`` uploaded records."""


def store_upload(user: User, record: dict[str, Any]) -> Upload:
    """Store a verified record as a person's private replay, or return the existing one. Raises ``UploadsFull``."""
    with write():
        sha256 = digest(record)
        if existing := Upload.objects.filter(user=user, digest=sha256).first():
            return existing
        # Lock the person's row, so that concurrent uploads are counted one by one.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if Upload.objects.filter(user=user).count() >= MOST_KEPT:
            raise UploadsFull
        return Upload.objects.get_or_create(
            user=user, digest=sha256, defaults={"game": record["game"], "record": record}
        )[0]


def remove(user: User, pk: int) -> None:
    """Delete an uploaded record of a person, if it exists."""
    with write():
        Upload.objects.filter(user=user, pk=pk).delete()


def take_over(replay: Replay, number: int, seat: int, user: User) -> Match:
    """Let a person play on from a step of a hand, with AI players in the other seats.

    From a step during the draw, play begins at the end of the draw, with the trumps that were made.
    """
    course = replay.course
    while live_draw.drawing(course.game, course.steps[number].state):
        number += 1
    actions = [step.action for step in course.steps[1 : number + 1] if step.action is not None]
    return begin(replay, actions, number, seat, user)


def begin(replay: Replay, actions: Sequence[Action], number: int, seat: int, user: User) -> Match:
    """Let a person play a replay's deal after some actions. ``number`` is the step at which they begin."""
    course = replay.course
    name = _("Practice: %(name)s") % {"name": replay.name}
    with write():
        match = practise(user, course.game, course.setup, actions, seat, USUAL_LEVEL, name[:40])
        if replay.hand is not None:
            Again.objects.create(match=match, hand_id=replay.pk, step=number)
    return match


def answer(replay: Replay, user: User, seat: int, answers: Sequence[str]) -> TakenUp:
    """Store a person's seat and bids in the challenge of a hand; return the row, which holds what counts.

    The seat chosen first stays, and bids are only added to: whoever has seen a seat's cards or others' bids cannot
    choose again.
    """
    with write():
        # Lock the person's row, so that two windows do not choose two seats.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        row, _created = TakenUp.objects.get_or_create(hand_id=replay.pk, user=user, defaults={"seat": seat})
        if row.seat == seat and list(answers[: len(row.answers)]) == row.answers:
            row.answers = list(answers)
            row.save(update_fields=["answers"])
    return row


def take_up(replay: Replay, actions: Sequence[Action], row: TakenUp, user: User) -> Match:
    """Let a person begin the hand of a challenge, once; return the match, or the one begun earlier."""
    with write():
        # Lock the person's row, so that two windows do not begin two matches.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if match := earlier_match(replay, user):
            return match
        match = begin(replay, actions, 0, row.seat, user)
        TakenUp.objects.filter(pk=row.pk).update(match=match)
        return match


def earlier_match(replay: Replay, user: User) -> Match | None:
    """Return the match in which a person has already replayed a deal."""
    rows = Again.objects.filter(hand_id=replay.pk, match__players__user_id=user.pk)
    row = rows.select_related("match__room").first()
    return row.match if row is not None else None


def challenge(hand: Hand, user: User) -> Challenge:
    """Create the link by which others may play a deal, or return the existing one."""
    with write():
        return Challenge.objects.get_or_create(hand=hand, defaults={"made_by": user})[0]


def share(hand: Hand, user: User) -> Share:
    """Create the link that opens a hand's replay, or return the existing one."""
    with write():
        return Share.objects.get_or_create(hand=hand, defaults={"made_by": user})[0]


def unshare(hand: Hand) -> None:
    """Revoke the link of a hand."""
    with write():
        Share.objects.filter(hand=hand).delete()
        push_sharing(hand)
