"""Judging an answer: the game's own rules refuse it, or the lesson responds to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.lessons.game_lesson import lesson_of
from games.lessons.lesson import READER, LessonStep
from games.lessons.positions import StepPosition, raw_of
from games.rules.cards import NUMBERS, cards
from games.rules.core import Action, Illegal, Malformed, Refusal

#: The action of marking cards.
MARK = "mark"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The response to an answer. ``text``: an English sentence marked for translation; ``named``: the cards in it;
    ``refusal``: set if the rules refuse; ``after``: the state after a right answer."""

    right: bool
    text: str
    named: tuple[int, ...] = ()
    refusal: Refusal | None = None
    after: Any = None
    chosen: tuple[int, ...] = ()


def judged(step: LessonStep, position: StepPosition, do: str, chosen: Sequence[str]) -> Verdict:
    """Return the verdict on an answer. Raises ``Malformed`` if cards are missing or unknown."""
    if any(name not in NUMBERS for name in chosen):
        raise Malformed("cards")
    numbers = tuple(NUMBERS[name] for name in chosen)
    if step.mark:
        if do != MARK:
            raise Malformed("do")
        return _verdict_on_marks(step, position, numbers)
    action_class = position.game.action_class(do)
    if action_class is not None and {"card", "cards"} & set(action_class.form) and not chosen:
        raise Malformed("cards")
    try:
        action = read(position, do, chosen)
        position.game.check(position.state, action)
    except Illegal as illegal:
        refusal = position.game.refusals[illegal.code]
        return Verdict(False, refusal.sentence, refusal=refusal, chosen=numbers)
    case = next(case for case in step.cases if fits(case.answer, position, action))
    after = position.game.step(position.state, action) if case.right else None
    return Verdict(case.right, case.text, after=after, chosen=numbers)


def read(position: StepPosition, do: str, chosen: Sequence[str]) -> Action:
    """Return the reader's answer as an action; raise ``Malformed`` if it cannot be parsed."""
    raw = raw_of(position.game, READER, do, chosen)
    if do == "declare":
        raw["after"] = position.dealt
    return position.game.read_action(raw, position.setup.options)


def view_of(position: StepPosition) -> Any:
    """Return what the reader knows when asked."""
    return position.view(position.state)


# --- marking cards -------------------------------------------------------------------------------


def to_mark(step: LessonStep, position: StepPosition) -> tuple[int, ...]:
    """Return the cards of the reader's hand that should be marked."""
    view = view_of(position)
    kinds = lesson_of(position.game.key).kinds
    if step.mark not in kinds:
        return cards(step.mark)
    return tuple(number for number in view.hand if kinds[step.mark](number, view))


def _verdict_on_marks(step: LessonStep, position: StepPosition, chosen: tuple[int, ...]) -> Verdict:
    expected, marked = Counter(to_mark(step, position)), Counter(chosen)
    if not chosen or marked - Counter(view_of(position).hand):
        raise Malformed("cards")
    if extra := marked - expected:
        return Verdict(False, step.extra, tuple(extra), chosen=chosen)
    if missed := expected - marked:
        return Verdict(False, step.missed, tuple(missed), chosen=chosen)
    return Verdict(True, step.well, after=position.state, chosen=chosen)


# --- legal answers -------------------------------------------------------------------------------


def fits(answer: str, position: StepPosition, action: Any) -> bool:
    """Return whether an action matches a case's answer."""
    do, *words = answer.split()
    if do == "*":
        return True
    if do != action.do:
        return False
    held = Counter((action.card,) if hasattr(action, "card") else getattr(action, "cards", ()))
    if words[:1] == ["*"]:
        return True
    if words[:1] == ["with"]:
        return any(held[NUMBERS[name]] for name in words[1:])
    if words[:1] == ["any"]:
        view = view_of(position)
        return any(lesson_of(position.game.key).kinds[words[1]](number, view) for number in held)
    return held == Counter(NUMBERS[name] for name in words)
