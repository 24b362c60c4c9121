"""Reports of players to the operators, with evidence: table, hand, chat."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.accounts.models import Report, User
from games.community import moderation
from games.foundation.transactions import write
from games.matches.models import Hand, Player
from games.rooms.chat import PHRASES, SHOWN
from games.rooms.models import Message, Room, Seat

#: How many reports are read at once.
BATCH = 200


def report(reporter: User, reported: User, reason: str, text: str, code: str = "") -> Report:
    """Report a player. ``code``: the table where it happened, if the reporter names one.

    The evidence is copied now: later the chat may be gone, the table closed and the hand over. Moderators are notified.
    """
    room = shared_room(reporter, reported, code)
    hand = None
    if room is not None:
        hands = Hand.objects.filter(match__room=room, replaced_by=None).order_by("-pk")
        hand = hands.values_list("pk", flat=True).first()
    with write():
        row = Report.objects.create(
            reporter=reporter,
            reported=reported,
            reason=reason,
            text=text,
            room=room.code if room is not None else "",
            hand=hand,
            talk=talk_of(room) if room is not None else [],
        )
        moderation.call_for(row)
    return row


def shared_room(one: User, other: User, code: str = "") -> Room | None:
    """Return the room with this code if both have been there, otherwise the newest room where both have been."""
    rooms = Room.objects.filter(_was_there(one) & (_was_there(other) | _spoke(other))).order_by("-pk")
    return (rooms.filter(code=code).first() if code else None) or rooms.first()


def talk_of(room: Room) -> list[dict[str, Any]]:
    """Return the newest messages of a table, oldest first."""
    newest = room.messages.select_related("user").order_by("-pk")[:SHOWN]
    return [
        {
            "at": message.at.isoformat(timespec="seconds"),
            "user": message.user_id,
            "name": message.user.name,
            "said": PHRASES[message.phrase].text if message.phrase in PHRASES else message.text,
        }
        for message in reversed(newest)
    ]


def lock(user: User) -> None:
    """Lock the reports that change when a person is erased: by them, about them, and of tables where they have spoken.
    Lock the person before (``accounts.services.lock``)."""
    concerned = Q(reporter=user) | Q(reported=user) | Q(room__in=_rooms_of_talk(user))
    list(Report.objects.select_for_update(no_key=True).filter(concerned).order_by("pk").values_list("pk"))


def forget_reporter(user: User) -> None:
    """Remove a person's name and words from the reports they wrote."""
    Report.objects.filter(reporter=user).update(reporter=None, text="")


def remove_talk(user: User) -> None:
    """Remove a person's messages from the reports about the tables where they have spoken. Call it before the messages
    are deleted, with the reports locked."""
    rows = Report.objects.filter(room__in=_rooms_of_talk(user)).order_by("pk")
    for pk, talk in rows.values_list("pk", "talk"):
        _keep_others(pk, talk, {user.pk})


def _rooms_of_talk(user: User) -> QuerySet[Message, dict[str, Any]]:
    return Message.objects.filter(user=user).values("room__code")


def remove_erased_talk() -> None:
    """Remove the messages of all erased people from all reports, also what ``remove_talk`` has not found: of guests
    taken along, whose messages are an account's, and of tables that are gone."""
    rows, last = Report.objects.exclude(talk=[]).order_by("pk").values_list("pk", "talk"), 0
    while batch := list(rows.filter(pk__gt=last)[:BATCH]):
        last = batch[-1][0]
        people = {line["user"] for _pk, talk in batch for line in talk}
        erased = set(User.objects.filter(pk__in=people, deleted_at__isnull=False).values_list("pk", flat=True))
        for pk, talk in batch:
            _keep_others(pk, talk, erased)


def _keep_others(report_id: int, talk: list[dict[str, Any]], people: Container[int]) -> None:
    """Store the ``talk`` of a report without the messages of some people, by id."""
    others = [line for line in talk if line["user"] not in people]
    if len(others) < len(talk):
        with write():
            Report.objects.filter(pk=report_id).update(talk=others)


def _was_there(user: User) -> Q:
    return Q(Exists(Seat.objects.filter(room=OuterRef("pk"), user=user))) | Q(
        Exists(Player.objects.filter(match__room=OuterRef("pk"), user=user))
    )


def _spoke(user: User) -> Q:
    return Q(Exists(Message.objects.filter(room=OuterRef("pk"), user=user)))
