"""Chat at a table: quick phrases, translated for each reader, and plain text."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from django.db.models import F, Q
from django.dispatch import Signal
from django.utils.translation import gettext_noop as N_

from games.accounts.models import Block, User
from games.accounts.names import shows_something
from games.foundation.rate_limit import RateLimit
from games.foundation.transactions import write
from games.rooms import seats as rooms
from games.rooms.models import Message, Mute, Room
from games.rooms.seats import RequestRefused
from games.rooms.text_checks import hides

MESSAGES = RateLimit("talk", 5, 10)
#: Sent with ``user`` before they say something, or name something others see; a receiver refuses it with
#: ``RequestRefused``.
speaking, naming = Signal(), Signal()
#: Sent with ``user`` when the names they gave to tables are removed; receivers remove other names they gave.
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

    @property
    def is_face(self) -> bool:
        return self.text == self.term


#: Short enough to be shown in place of a name (``words.js``); a message stores the key.
PHRASES = {
    "hello": Phrase(N_("Hello!"), "你好！"),
    "luck": Phrase(N_("Good luck!"), "祝好运！"),
    "well": Phrase(N_("Well played!"), "打得好！"),
    "thanks": Phrase(N_("Thank you!"), "谢谢！"),
    "sorry": Phrase(N_("Sorry!"), "不好意思！"),
    "moment": Phrase(N_("One moment."), "等一下。"),
    "again": Phrase(N_("Another one?"), "再来？"),
    "laugh": Phrase("😄", "😄"),
    "wow": Phrase("😮", "😮"),
    "oops": Phrase("😅", "😅"),
    "think": Phrase("🤔", "🤔"),
    "clap": Phrase("👏", "👏"),
}


@dataclass(frozen=True, slots=True)
class ChatLog:
    """The messages of a table, oldest first. ``muted``, ``blocked``: (reader, author they do not see)."""

    messages: tuple[Message, ...] = ()
    muted: frozenset[tuple[int, int]] = frozenset()
    blocked: frozenset[tuple[int, int]] = frozenset()

    def for_reader(self, reader: User | None) -> list[Message]:
        """Return the messages that a reader sees."""
        if reader is None:
            return list(self.messages)
        hidden = self.muted | self.blocked
        return [message for message in self.messages if (reader.pk, message.user_id) not in hidden]


EMPTY_LOG = ChatLog()


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
        Room.objects.filter(pk=room.pk).update(said=F("said") + 1)
        rooms.touch(room)


def check_naming(user: User, name: str) -> None:
    """Raise ``RequestRefused`` if a person may not give a table or a club this name: somebody who may not talk could
    say anything in it. An empty name is always allowed."""
    if name:
        naming.send(Room, user=user)


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


def chat_log(room: Room) -> ChatLog:
    """Return the newest messages of a table."""
    if not room.said or not room.chat:
        return EMPTY_LOG
    newest = list(room.messages.select_related("user").order_by("-pk")[:SHOWN])
    authors = {message.user_id for message in newest}
    muted = Mute.objects.filter(muted__in=authors).values_list("user", "muted")
    blocks = Block.objects.filter(Q(blocker__in=authors) | Q(blocked__in=authors)).values_list("blocker", "blocked")
    blocked = {pair for blocker, other in blocks for pair in ((blocker, other), (other, blocker))}
    return ChatLog(tuple(reversed(newest)), frozenset(muted), frozenset(blocked))
