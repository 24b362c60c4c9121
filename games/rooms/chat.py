"""Chat at a table: quick phrases, translated for each reader, and plain text."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet
from django.dispatch import Signal
from django.utils.translation import gettext_noop as N_

from games.accounts.friends import note_hearing
from games.accounts.models import Block, User
from games.accounts.names import shows_something
from games.foundation.process_cache import ProcessCache
from games.foundation.rate_limit import RateLimit
from games.foundation.transactions import write
from games.rooms import seats as rooms
from games.rooms.models import Message, Mute, Room, Seat
from games.rooms.seats import RequestRefused
from games.rooms.text_checks import hides

MESSAGES = RateLimit("talk", 5, 10)
#: Sent with ``user`` before they say something, or name something others see; a receiver refuses it with
#: ``RequestRefused``.
speaking, naming = Signal(), Signal()
#: Sent with ``user`` when the names they gave are removed, before any table is locked; receivers remove those of other
#: things than tables, and return the rooms, by id, that were called by them.
names_taken = Signal()
#: The most characters of a message.
LONGEST = 300
TOO_LONG = N_("That is too long: 300 characters at most.")
#: Messages shown at a table.
SHOWN = 40


@dataclass(frozen=True, slots=True)
class Phrase:
    """A quick phrase: ``text`` for translation, ``term`` in Chinese. A face is the same in both."""

    text: str
    term: str


#: Short enough to be shown in place of a name (``words.js``); a message stores the key.
PHRASES = {
    "hello": Phrase(N_("Hello!"), "你好！"),
    "luck": Phrase(N_("Good luck!"), "祝好运！"),
    "sorry": Phrase(N_("Sorry!"), "不好意思！"),
    "well": Phrase(N_("Well played!"), "打得好！"),
    "thanks": Phrase(N_("Thank you!"), "谢谢！"),
    "moment": Phrase(N_("One moment."), "等一下。"),
    "again": Phrase(N_("Another one?"), "再来？"),
    "laugh": Phrase("😄", "😄"),
    "wow": Phrase("😮", "😮"),
    "oops": Phrase("😅", "😅"),
    "think": Phrase("🤔", "🤔"),
    "clap": Phrase("👏", "👏"),
}


class ChatMessage(NamedTuple):
    """A message as it is read."""

    pk: int
    user_id: int
    phrase: str
    text: str


@dataclass(frozen=True, slots=True)
class ChatLog:
    """The messages of a table, oldest first, and the ``names`` of their authors and of those who sit there, by id.

    ``muted``, ``blocked``: reader → those of them whom they have muted, or have a block with; only for readers for whom
    that has been read.
    """

    messages: tuple[ChatMessage, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    muted: dict[int, set[int]] = field(default_factory=dict)
    blocked: dict[int, set[int]] = field(default_factory=dict)

    def for_reader(self, reader: User | None) -> list[ChatMessage]:
        """Return the messages that a reader sees."""
        if reader is None or not self.messages:
            return list(self.messages)
        self.read_hidden([reader.pk])
        hidden = self.muted[reader.pk] | self.blocked[reader.pk]
        return [message for message in self.messages if message.user_id not in hidden]

    def muted_by(self, reader: User | None) -> Collection[int]:
        """Return which of the people at the table, and of the authors, a reader has muted."""
        if reader is None or not self.messages:
            return ()
        self.read_hidden([reader.pk])
        return self.muted[reader.pk]

    def read_hidden(self, readers: Collection[int]) -> None:
        """Read whom some readers, by id, do not hear: two statements for all of them, none if it is known."""
        unread = [reader for reader in readers if reader not in self.blocked]
        if not unread or not self.messages:
            return
        muted: dict[int, set[int]] = {reader: set() for reader in unread}
        blocked: dict[int, set[int]] = {reader: set() for reader in unread}
        for reader, other in Mute.objects.filter(user__in=unread, muted__in=self.names).values_list("user", "muted"):
            muted[reader].add(other)
        between = Q(blocker__in=unread, blocked__in=self.names) | Q(blocker__in=self.names, blocked__in=unread)
        for pair in Block.objects.filter(between).values_list("blocker", "blocked"):
            for reader, other in (pair, reversed(pair)):
                if reader in blocked:
                    blocked[reader].add(other)
        self.muted.update(muted)
        self.blocked.update(blocked)


EMPTY_LOG = ChatLog()
#: By room code: messages, with whom those at the table do not hear, and the versions of both.
_logs: ProcessCache[str, tuple[tuple[Any, ...], ChatLog]] = ProcessCache(2048)


def say(room: Room, user: User, text: str = "", phrase: str = "") -> None:
    """Post a message or a phrase at one's table. Raises ``RequestRefused`` and ``RateLimited``."""
    if phrase and phrase not in PHRASES:
        raise RequestRefused(N_("There is no such phrase."), status=422)
    text = "" if phrase else clean(text)
    with write():
        room, seats = rooms.locked(room)
        rooms.own_seat(seats, user)
        if not room.chat or room.closed_at is not None:
            raise RequestRefused(N_("There is no talk at this table."), status=403)
        MESSAGES.check(user.pk)
        speaking.send(Room, user=user)
        Message.objects.create(room=room, user=user, text=text, phrase=phrase)
        Room.objects.filter(pk=room.pk).update(chat_version=F("chat_version") + 1)
        rooms.touch(room)


def check_naming(user: User, name: str) -> None:
    """Raise ``RequestRefused`` if a person may not give a table or a club this name: somebody who may not talk could
    say anything in it. An empty name is always allowed."""
    if name:
        naming.send(Room, user=user)


def take_other_names(user: User) -> list[int]:
    """Remove the names that a person gave to other things than tables; return the rooms, by id, that were called by
    them and are to lose their names too. Call it before these are locked, and once the person is."""
    return [room for _receiver, rooms in names_taken.send(Room, user=user) for room in rooms]


def clean(text: str) -> str:
    """Return a text normalized to one line. Raises ``RequestRefused`` if it is empty, too long or not displayable."""
    if len(text) > 2 * LONGEST:
        raise RequestRefused(TOO_LONG, status=422)
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    if not shows_something(text, "LNSP"):
        raise RequestRefused(N_("Write something first."), status=422)
    if len(text) > LONGEST:
        raise RequestRefused(TOO_LONG, status=422)
    if hides(text):
        raise RequestRefused(N_("Some of these characters cannot be shown."), status=422)
    return text


def mute(reader: User, other_id: int, muted: bool) -> None:
    """Mute somebody for a reader, or unmute them."""
    with write():
        if not muted:
            Mute.objects.filter(user=reader, muted=other_id).delete()
        elif other_id != reader.pk and User.objects.filter(pk=other_id).exists():
            Mute.objects.get_or_create(user=reader, muted_id=other_id)
        note_hearing([reader.pk])


def remove(messages: QuerySet[Message]) -> None:
    """Delete messages; no table shows them any more."""
    with write():
        note_changed(messages)
        messages.delete()


def note_changed(messages: QuerySet[Message]) -> None:
    """Note that some messages change, so that their tables read them again. Call it in the transaction that changes
    them, while ``messages`` still finds them."""
    tables = Room.objects.filter(pk__in=list(messages.order_by().values_list("room", flat=True).distinct()))
    # by primary key, as whoever needs several rooms locks them
    list(tables.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    tables.update(chat_version=F("chat_version") + 1)


def chat_log(room: Room, seats: Collection[Seat]) -> ChatLog:
    """Return the newest messages of a table. ``seats``: its seats with their people, read no earlier than the room.

    Nothing is asked if this process knows the messages and whom those at the table do not hear, except for the names
    of authors who have left it. Whom onlookers do not hear is read for each log anew.
    """
    if not room.chat_version or not room.chat:
        return EMPTY_LOG
    people = {user.pk: user for seat in seats for user in (seat.user, seat.reserved_for) if user is not None}
    version = room.chat_version, *[(pk, user.hearing_version) for pk, user in people.items()]
    cached = _logs.get(room.code)
    log = cached[1] if cached is not None and cached[0] == version else None
    messages = log.messages if log is not None else _newest(room)
    names = {pk: user.name for pk, user in people.items()}
    if others := {message.user_id for message in messages} - names.keys():
        names |= dict(User.objects.filter(pk__in=others).values_list("pk", "name"))
        messages = tuple([message for message in messages if message.user_id in names])
    if log is None:
        log = ChatLog(messages, names)
        log.read_hidden(people)
        _logs.set(room.code, (version, log))
    return ChatLog(messages, names, dict(log.muted), dict(log.blocked))


def _newest(room: Room) -> tuple[ChatMessage, ...]:
    newest = room.messages.order_by("-pk").values_list("pk", "user", "phrase", "text")[:SHOWN]
    return tuple(ChatMessage(*row) for row in reversed(newest))


def forget(code: str) -> None:
    """Forget the talk of a room that nobody watches here any more."""
    _logs.drop(code)
