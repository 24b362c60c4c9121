"""The first lessons, a file a game: positions and sentences, no code."""

from __future__ import annotations

from games.lessons.first import all_fours, eighty, forty, winner
from games.lessons.lesson import Lesson

#: in the order of the front page
LESSONS: dict[str, Lesson] = {
    lesson.game: lesson for lesson in (all_fours.LESSON, winner.LESSON, forty.LESSON, eighty.LESSON)
}
