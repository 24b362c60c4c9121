"""A lesson step as a page: the table's own board and hand, the question, and the responses to answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import User
from games.lessons import grading
from games.lessons.game_lesson import lesson_of, lessons
from games.lessons.grading import MARK, Verdict
from games.lessons.lesson import READER, LessonStep
from games.lessons.positions import StepPosition, position_of
from games.lessons.services import passed
from games.plugins.cover import cover_of
from games.rules.cards import SUITS
from games.rules.registry import GAMES
from games.table import fragments
from games.table.buttons import actions, button
from games.table.cards import brief
from games.table.display import Choice, Group, hand, render
from games.table.scene import RefusedPress, Scene, Sitter
from games.table.scene_builder import ai_name
from games.table.sentences import listed


@dataclass(frozen=True, slots=True)
class Place:
    """A step's place in its lesson; ``number`` counts from 1."""

    game: str
    number: int

    @property
    def step(self) -> LessonStep:
        """The step."""
        return lesson_of(self.game).lesson.steps[self.number - 1]

    @property
    def last(self) -> int:
        """The number of steps in the lesson."""
        return len(lesson_of(self.game).lesson.steps)

    @property
    def next(self) -> str:
        """The URL of the next page."""
        if self.number == self.last:
            return reverse("lesson-end", args=[self.game])
        return reverse("lesson-step", args=[self.game, self.number + 1])


def index(user: User | None) -> list[dict[str, Any]]:
    """Return the lessons in words, with a person's progress. ``next``: whether it is the one to go on with: the first
    that is begun and not finished, else the first that is not begun."""
    rows = [
        {
            "key": game,
            "name": _(GAMES[game].name),
            "term": cover_of(GAMES[game]).term,
            "about": _(lesson.about),
            "done": len(passed(user, game)),
            "of": len(lesson.steps),
        }
        for game, lesson in lessons().items()
    ]
    open_lessons = [row for row in rows if row["done"] < row["of"]]
    following = next((row for row in open_lessons if row["done"]), open_lessons[0] if open_lessons else None)
    return [row | {"next": row is following} for row in rows]


def frame(place: Place, user: User | None, verdict: Verdict | None = None, notice: str = "") -> dict[str, Any]:
    """Return the context of a step. ``notice``: why the input was not an answer."""
    step, position = place.step, position_of(place.game, place.step.key)
    scene, lesson = scene_of(place, position, user, verdict), lesson_of(place.game)
    parts = fragments.parts(scene)
    passed_steps = passed(user, place.game)
    steps = [
        {
            "number": str(number),
            "title": _(lesson_step.title),
            "url": reverse("lesson-step", args=[place.game, number]),
            "done": lesson_step.key in passed_steps,
            "now": number == place.number,
        }
        for number, lesson_step in enumerate(lesson.lesson.steps, 1)
    ]
    is_right = verdict is not None and verdict.right
    return {
        "game": place.game,
        "name": _(scene.game.name),
        "module": scene.game.module,
        "number": str(place.number),
        "last": str(place.last),
        "title": _(step.title),
        "tell": _(step.tell),
        "steps": steps,
        "board": parts["board"],
        "clock": parts["clock"],
        "score": parts["score"] if lesson.shows_score else "",
        "ground": parts["ground"] if lesson.shows_score else "",
        "prompt": render("table/_prompt", text=_(step.ask), small="", look="prompt now"),
        "hand": _plain_hand(scene) if step.mark or position.dealt else parts["hand"],
        "actions": "" if is_right else _actions(step, position),
        "next": place.next if is_right else "",
        "ended": place.number == place.last,
        "right": is_right,
        "notice": notice or (spoken(verdict) if verdict else ""),
        "rule": _rule(scene, verdict) if verdict else "",
        "section": verdict.refusal.section if verdict and verdict.refusal else "",
        "answered": verdict is not None or bool(notice),
    }


def spoken(verdict: Verdict) -> str:
    """Return the response to an answer, in the reader's language."""
    text = _(verdict.text)
    return text % {"cards": listed(brief(number) for number in sorted(verdict.named))} if verdict.named else text


def _rule(scene: Scene, verdict: Verdict) -> str:
    if verdict.refusal is None:
        return ""
    return _("%(game)s, section %(section)s") % {"game": _(scene.game.name), "section": verdict.refusal.section}


def scene_of(place: Place, position: StepPosition, user: User | None, verdict: Verdict | None) -> Scene:
    """Return the table of a step, after the reader's action if it was right. No cards are dimmed: which ones may be
    played is the question."""
    state = verdict.after if verdict is not None and verdict.right else position.state
    view = position.view(state)
    name = user.name if user is not None else _("You")
    sitters = (Sitter(READER, name), *(Sitter(seat, ai_name(seat), house=True) for seat in range(1, view.seats)))
    is_wrong = verdict is not None and not verdict.right
    return Scene(
        code="lesson",
        name=_(place.step.title),
        game=position.game,
        options=position.setup.options,
        picture=0,
        seat=READER,
        sitters=sitters,
        view=view,
        hand_number=1,
        standing=position.game.standing(position.setup.options, ()),
        dealt=position.dealt,
        refused=RefusedPress("lesson", cards=verdict.chosen) if is_wrong else None,
        prefs=user.prefs if user is not None else None,
        unaided=True,
    )


def _plain_hand(scene: Scene) -> SafeString:
    """Return the hand sorted by printed suits, so that it does not reveal which cards are trumps."""
    view: Any = scene.view
    order = sorted(view.hand, key=lambda card: (card < 52, card // 13, -(card % 13)))
    suits = [Group("", tuple(card for card in order if card // 13 == suit)) for suit in (4, *range(len(SUITS)))]
    size = len(order)
    legend = ngettext("Your hand, %(number)s card", "Your hand, %(number)s cards", size) % {"number": size}
    choice = Choice(many=True, chosen=scene.refused.cards if scene.refused else ())
    return hand([group for group in suits if group.cards], choice, legend)


def _actions(step: LessonStep, position: StepPosition) -> SafeString:
    """Return the buttons of the actions to choose from, with the table's labels."""
    if step.mark:
        return actions(button(MARK, _("These cards"), go=True))
    return lesson_of(position.game.key).actions(grading.view_of(position))
