"""All answers that a reader might give to a step, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from games.lessons import grading
from games.lessons.lesson import LessonStep
from games.lessons.positions import StepPosition, position_of
from games.rules.cards import names
from games.rules.core import Malformed

Answer = tuple[str, tuple[str, ...]]
#: What a page offers in each phase.
OFFERED = {
    "beg": ("beg", "stand"),
    "answer": ("give", "run"),
    "exchange": ("give",),
    "draw": ("declare",),
    "bury": ("bury",),
    "play": ("play", "pass"),
}
#: Answers that carry no card.
BARE = {"beg", "stand", "run", "pass", "keep", "sell"}
#: Answers to bids.
SELLING = ("keep", "sell")


def answers(step: LessonStep, known: StepPosition) -> Iterator[Answer]:
    """Yield answers: every set of cards of a small hand, with every action of the phase."""
    view = grading.view_of(known)
    hand = names(view.hand)
    if step.mark:
        yield from ((grading.MARK, chosen) for chosen in _sets(hand))
        return
    sells = "sell" in {one.do for one in known.game.actions} and view.phase == "answer"
    for do in SELLING if sells else OFFERED[view.phase]:
        if do == "pass" and known.game.action_class("pass") is None:
            continue
        if do in BARE or (do == "give" and view.phase == "answer"):
            yield do, ()
        elif do == "bury":
            yield from (("bury", chosen) for chosen in _burials(hand, len(view.bottom)))
        elif do == "give" and "cards" in known.game.action_class("give").form:
            yield from ((do, chosen) for chosen in combinations(hand, 2))
        elif do in ("give", "declare") or known.game.key in ("all-fours", "forty", "pitch", "california-jack"):
            yield from ((do, (card,)) for card in hand)
        else:
            yield from ((do, chosen) for chosen in _sets(hand))


def right_answer(game: str, step: LessonStep) -> Answer:
    """Return an answer that lets the reader go on."""
    known = position_of(game, step.key)
    return next(one for one in answers(step, known) if grading.judged(step, known, *one).right)


def wrong_answers(game: str, step: LessonStep) -> Iterator[tuple[Answer, grading.Verdict]]:
    """Yield the answers that do not, each with its verdict."""
    known = position_of(game, step.key)
    for answer in answers(step, known):
        try:
            verdict = grading.judged(step, known, *answer)
        except Malformed:
            continue
        if not verdict.right:
            yield answer, verdict


def _sets(hand: list[str]) -> Iterator[tuple[str, ...]]:
    keys = set()
    for size in range(1, len(hand) + 1):
        for chosen in combinations(hand, size):
            if (key := tuple(sorted(chosen))) not in keys:
                keys.add(key)
                yield chosen


def _burials(hand: list[str], count: int) -> Iterator[tuple[str, ...]]:
    """Yield sets of the right size, and two that are not: every run of neighbours in the hand, and
    the last cards with each other card."""
    yield tuple(hand[: count - 1])
    yield tuple(hand[: count + 1])
    for at in range(len(hand) - count + 1):
        yield tuple(hand[at : at + count])
    plain = [card for card in hand if card[0] in "346789" and card[1] in "CD"][: count - 1]
    for card in hand:
        if card not in plain:
            yield (*plain, card)
