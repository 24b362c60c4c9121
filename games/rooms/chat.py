"""Talk at a table: quick phrases, which each reads in his own language, and text, always as text."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from django.db.models import F, Q
from django.utils.translation import gettext_noop as N_

from games.accounts.models import Block, User
from games.accounts.names import shows_something
from games.foundation.rate_limit import RateLimit
from games.foundation.transactions import write
from games.rooms import seats as rooms
from games.rooms.models import Message, Mute, Room
from games.rooms.seats import Refused
from games.rooms.text_checks import hides

#: Messages one person may send within a span of time, and how long one may be.
TALK = RateLimit("talk", 5, 10)
LONGEST = 300
TOO_LONG = N_("That is too long: 300 characters at most.")
#: Messages shown at a table.
SHOWN = 40


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something often said: ``text`` for translation, ``term`` in Chinese."""

    text: str
    term: str


PHRASES = {
    "well": Phrase(N_("Well played!"), "打得好！"),
    "sorry": Phrase(N_("Sorry!"), "不好意思！"),
    "moment": Phrase(N_("One moment, please."), "等等。"),
    "again": Phrase(N_("Another one?"), "再来？"),
    "thanks": Phrase(N_("Thank you!"), "谢谢！"),
}


@dataclass(frozen=True, slots=True)
class Heard:
    """What has been said at a table, the oldest first, and who is deaf to whom."""

    messages: tuple[Message, ...] = ()
    muted: frozenset[tuple[int, int]] = frozenset()
    shut: frozenset[tuple[int, int]] = frozenset()

    def by(self, reader: User | None) -> list[Message]:
        """Return what one reader reads: nothing of those he has muted or is blocked with."""
        if reader is None:
            return list(self.messages)
        deaf = self.muted | self.shut
        return [message for message in self.messages if (reader.pk, message.user_id) not in deaf]


NOTHING_SAID = Heard()


def say(room: Room, user: User, text: str = "", phrase: str = "") -> None:
    """Say something at a table where one sits. ``Refused`` with the reason, ``TooMany`` with the
    seconds to wait."""
    if phrase and phrase not in PHRASES:
        raise Refused(N_("There is no such phrase."), status=422)
    text = "" if phrase else clean(text)
    with write():
        room, seats = rooms.locked(room)
        rooms.owned(seats, user)
        if not room.chat or room.closed_at is not None:
            raise Refused(N_("There is no talk at this table."), status=403)
        TALK.check(user.pk)
        Message.objects.create(room=room, user=user, text=text, phrase=phrase)
        Room.objects.filter(pk=room.pk).update(said=F("said") + 1)
        rooms.touch(room)


def clean(text: str) -> str:
    """Return a text as it is kept: composed, trimmed, in one line; ``Refused`` where it is
    empty, too long, or holds what cannot be seen."""
    if len(text) > 2 * LONGEST:
        raise Refused(TOO_LONG, status=422)
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    if not shows_something(text, "LNSP"):
        raise Refused(N_("Write something first."), status=422)
    if len(text) > LONGEST:
        raise Refused(TOO_LONG, status=422)
    if hides(text):
        raise Refused(N_("Some of these characters cannot be shown."), status=422)
    return text


def mute(reader: User, other_id: int, muted: bool) -> None:
    """Hear no more of somebody, or again."""
    with write():
        if not muted:
            Mute.objects.filter(user=reader, muted=other_id).delete()
        elif other_id != reader.pk and User.objects.filter(pk=other_id).exists():
            Mute.objects.get_or_create(user=reader, muted_id=other_id)


def heard(room: Room) -> Heard:
    """Return what has been said at a table."""
    if not room.said or not room.chat:
        return NOTHING_SAID
    newest = list(room.messages.select_related("user").order_by("-pk")[:SHOWN])
    authors = {message.user_id for message in newest}
    muted = Mute.objects.filter(muted__in=authors).values_list("user", "muted")
    blocks = Block.objects.filter(Q(blocker__in=authors) | Q(blocked__in=authors)).values_list("blocker", "blocked")
    shut = {pair for one, other in blocks for pair in ((one, other), (other, one))}
    return Heard(tuple(reversed(newest)), frozenset(muted), frozenset(shut))
