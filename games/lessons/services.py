"""The only writer of what people have learnt, and the way from a lesson to a practice hand."""

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

#: Who plays against a learner.
PRACTICE_LEVEL = "beginner"


def note_passed(user: User, game: str, key: str) -> None:
    """Keep that a person has answered a step; the same one again changes nothing."""
    with write():
        Passed.objects.get_or_create(user=user, lesson=game, step=key)


def passed(user: User | None, game: str) -> Collection[str]:
    """Return the steps of a lesson that a person has answered, of those that there are."""
    if user is None:
        return frozenset()
    there = {step.key for step in lesson_of(game).lesson.steps}
    return there & set(Passed.objects.filter(user=user, lesson=game).values_list("step", flat=True))


def practice_hand(user: User, game: str, promise: str = "", seed: str = "") -> Room:
    """Seat a person at a learning table of their own, all hands open, against AI players; the first hand is dealt.
    ``promise``, ``seed``: an offer of a shuffle, and what their browser adds. ``RateLimited`` where they have just
    opened many rooms."""
    name = _("Practice: %(name)s") % {"name": _(GAMES[game].name)}
    room_settings = RoomSettings(
        name=name[:40], learning=Room.Learning.OPEN, level=PRACTICE_LEVEL, take_over=False, onlookers=False, chat=False
    )
    with write():
        room = open_room(user, game, {}, room_settings)
        shuffling.accept(room, user, promise, seed)
        seating.fill_and_start(room, user)
    return room
