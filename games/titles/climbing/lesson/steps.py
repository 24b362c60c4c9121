"""Steps that the family's first lessons share: the same words, with each game's cards."""

from __future__ import annotations

from games.lessons.lesson import LessonStep, poor, right, step
from games.rules.core import N_
from games.titles.climbing.lesson.position import following, leading


def high(tell: str, hand: str, mark: str, well: str) -> LessonStep:
    """Return the step on the order of cards, in which the reader chooses the two highest cards of a hand."""
    return LessonStep(
        key="high",
        title=N_("The order"),
        tell=tell,
        ask=N_("Choose your two highest cards, then press."),
        position=leading(hand),
        mark=mark,
        well=well,
        missed=N_("One of the two is missing: %(cards)s."),
        extra=N_("Not among the two highest: %(cards)s. In this game the 2 is high, above every ace."),
    )


def cheaply(tell: str, hand: str) -> LessonStep:
    """Return the step in which the reader beats a nine with a ten."""
    return step(
        "cheaply",
        N_("Beating a card"),
        tell,
        N_("A 9♠ lies on the table. Beat it as cheaply as you can."),
        following(hand, "9S"),
        right("play TC", N_("Yes: the ten is just enough.")),
        poor("play *", N_("That beats it, but the ten was enough: keep the high cards for later.")),
        poor("pass", N_("You may pass, but here you can get rid of a middling card at no cost.")),
    )
