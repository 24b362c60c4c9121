"""The only writer of lesson progress; deals practice hands after lessons."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from games.accounts.models import User
from games.foundation.transactions import write
from games.lessons.game_lesson import lesson_of
from games.lessons.models import Passed
from games.matches import seating, shuffling
from games.rooms.models import Room
from games.rooms.services import RoomSettings, open_room
from games.rules.registry import GAMES

#: The AI level that plays against a learner.
PRACTICE_LEVEL = "beginner"


def note_passed(user: User, game: str, key: str) -> None:
    """Record that a person has passed a step; repeating it changes nothing."""
    with write():
        Passed.objects.get_or_create(user=user, lesson=game, step=key)


def passed(user: User | None, game: str) -> Collection[str]:
    """Return the keys of a lesson's steps that a person has passed, without steps that no longer exist."""
    if user is None:
        return frozenset()
    existing = {step.key for step in lesson_of(game).lesson.steps}
    return existing & set(Passed.objects.filter(user=user, lesson=game).values_list("step", flat=True))


def practice_hand(user: User, game: str, promise: str = "", seed: str = "") -> Room:
    """Seat a person at their own learning table, all hands open, against AI players, and deal the first hand.
    ``promise``, ``seed``: a shuffle offer, and the seed from their browser. Raises ``RateLimited`` if they have opened
    many rooms recently."""
    name = _("Practice: %(name)s") % {"name": _(GAMES[game].name)}
    room_settings = RoomSettings(
        name=name[:40], learning=Room.Learning.OPEN, level=PRACTICE_LEVEL, take_over=False, onlookers=False, chat=False
    )
    with write():
        room = open_room(user, game, {}, room_settings)
        shuffling.accept(room, user, promise, seed)
        seating.fill_and_start(room, user)
    return room
