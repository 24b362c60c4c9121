"""The review of the viewer's own seat: its status, its marks, and its sentences about a step.

It is made in the background (``games.community.reviews``) and is the AI's opinion, given what the seat knew then.
Hindsight, given how the cards really lay, is shown separately.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.ai.bot import bot
from games.community import reviews
from games.community.models import Review
from games.foundation.compiled_queries import CompiledQuery
from games.replays.key_moments import REVIEW, Mark
from games.replays.timeline import Course
from games.rules.core import N_, Action, Cards, Game, Message, Seat
from games.table.cached_gettext import of_game
from games.table.cards import cards_of
from games.table.game_table import habits, table_of, why
from games.table.sentences import NOBODY, sentence

#: The status of a review.
NONE, PENDING, FAILED, DONE = "none", "pending", "failed", "done"
#: The id of its panel on the page of a step; a phone scrolls there after a press in it.
PANEL = "second"
#: When a review has been pending for this long, its task may have been lost.
OVERDUE = timedelta(seconds=15)
#: Words for actions without cards.
DEEDS = {
    "pass": N_("pass"),
    "stand": N_("stand"),
    "beg": N_("beg"),
    "give": N_("give a point"),
    "run": N_("run the cards"),
    "ask": N_("ask about the trump"),
}
#: How often a habit occurred → what is said about it; higher counts are given as a number.
TIMES = {2: N_("Twice: %(habit)s."), 3: N_("Three times: %(habit)s.")}
_review = CompiledQuery(
    lambda hand, seat: Review.objects.filter(hand_id=hand, seat=seat).defer("decisions").order_by("pk"), -1, 30_000
).one


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible action: the points lost compared with the best, and the standard error."""

    action: Action
    loss: float
    error: float


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of the seat.

    ``step``: the step its action led to; ``own_choice``: theirs; ``hindsight``: the points it cost as the cards
    really lay. If the AI would have chosen otherwise: ``why``, and the ``habits`` that the choice shows, as sentences
    of ``games.table.reasons``.
    """

    step: int
    own_choice: Choice
    choices: tuple[Choice, ...]
    marked: bool
    hindsight: float | None
    why: Message | None = None
    habits: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether the AI would have chosen the same."""
        return self.choices[0].action == self.own_choice.action


@dataclass(frozen=True, slots=True)
class ReviewResult:
    """A review: its status, since when, and its results."""

    status: str
    since: datetime | None = None
    decisions: tuple[Decision, ...] = field(default=(), compare=False)
    mean: float | None = field(default=None, compare=False)

    def at(self, step: int) -> Decision | None:
        """Return the decision that led to a step."""
        return next((decision for decision in self.decisions if decision.step == step), None)


def review_of(hand_id: int, salt: bytes, seat: int, course: Course) -> ReviewResult:
    """Return the review of a seat; the salt tells the hand apart from those of another database."""
    review = _review(hand_id, seat)
    if review is None:
        return ReviewResult(NONE)
    if review.done_at is None:
        return ReviewResult(FAILED if reviews.given_up(review) else PENDING, review.asked_at)
    return _finished(review.pk, salt, review.done_at, course)


@lru_cache(maxsize=256)
def _finished(pk: int, salt: bytes, done_at: datetime, course: Course) -> ReviewResult:
    decisions, mean = Review.objects.values_list("decisions", "mean_loss").get(pk=pk)
    return ReviewResult(DONE, done_at, tuple(_with_reasons(_decision(course, raw), course) for raw in decisions), mean)


def _decision(course: Course, raw: dict[str, Any]) -> Decision:
    game, options = course.game, course.setup.options
    choices = tuple(
        Choice(game.read_action(choice["action"], options), choice["loss"], choice["error"])
        for choice in raw["choices"]
    )
    chosen = Choice(game.read_action(raw["made"], options), raw["loss"], raw["error"])
    # Step 0 is the deal, and every entry of a hand leads to a step.
    return Decision(raw["at"] + 1, chosen, choices, raw["marked"], raw["hindsight"])


def _with_reasons(decision: Decision, course: Course) -> Decision:
    """Return a decision with the reason why the AI's choice is better, and the habits shown by the choice made."""
    if decision.same:
        return decision
    best, chosen = decision.choices[0].action, decision.own_choice.action
    view = course.view(decision.step - 1, chosen.seat)
    shown = habits(view, chosen, best) if decision.own_choice.loss > decision.own_choice.error else []
    return replace(decision, why=why(view, best, [chosen]), habits=tuple(habit.sentence for habit in shown))


def marks(result: ReviewResult, course: Course) -> Iterator[Mark]:
    """Yield the doubtful decisions as key moments."""
    for decision in result.decisions:
        if decision.marked:
            chosen = decision.own_choice
            values: dict[str, Any] = {"seat": Seat(chosen.action.seat), "points": points(chosen.loss)}
            text = N_("%(seat)s: some %(points)s points lost, thinks the AI.")
            if cards := cards_of(chosen.action):
                text = N_("%(seat)s, %(cards)s: some %(points)s points lost, thinks the AI.")
                values["cards"] = Cards(cards)
            yield Mark(decision.step, REVIEW, Message(text, values))


def is_overdue(result: ReviewResult) -> bool:
    """Return whether a review has been pending so long that its task may be lost."""
    return result.status == PENDING and result.since is not None and result.since < timezone.now() - OVERDUE


# --- sentences ---------------------------------------------------------------------------------


def shown(result: ReviewResult, course: Course, number: int) -> dict[str, Any]:
    """Return the template context about the review at a step."""
    context: dict[str, Any] = {"status": result.status, "verdict": "", "marked": False}
    if result.status != DONE:
        return context
    context["whole"] = _summary(result)
    decision = result.at(number)
    if decision is None:
        return context
    game, options = course.game, course.setup.options
    return context | {
        "verdict": _verdict(decision, game, options),
        "why": sentence(decision.why, NOBODY) if decision.why is not None else "",
        "marked": decision.marked,
        "choices": [] if decision.same and len(decision.choices) < 2 else list(lines(decision, game, options)),
        "hindsight": _hindsight(decision),
    }


def _summary(result: ReviewResult) -> list[str]:
    count = len(result.decisions)
    if not count:
        return [_("You had nothing to choose in this hand.")]
    doubtful = sum(decision.marked for decision in result.decisions)
    total = ngettext("%(number)s choice looked at.", "%(number)s choices looked at.", count) % {"number": count}
    if not doubtful:
        return [total, _("None of them stands out as a mistake."), *_habits(result)]
    mean = _("On average %(points)s points lost per choice.") % {"points": points(max(0.0, result.mean or 0.0))}
    text = ngettext("%(number)s is worth another thought.", "%(number)s are worth another thought.", doubtful)
    return [total, mean, text % {"number": doubtful}, *_habits(result)]


def _habits(result: ReviewResult) -> Iterator[str]:
    """Yield the habits repeated in the hand, most frequent first: «Three times: you split a pair.»"""
    habits = Counter(habit for decision in result.decisions for habit in decision.habits)
    for habit, count in habits.most_common():
        if count > 1:
            text = _(TIMES.get(count, N_("%(number)s times: %(habit)s.")))
            yield text % {"number": count, "habit": _(habit)}


def _verdict(decision: Decision, game: Game, options: Any) -> str:
    if decision.same:
        return _("The AI would have done the same: %(choice)s.") % {
            "choice": named(decision.own_choice.action, game, options)
        }
    best, chosen = decision.choices[0].action, decision.own_choice
    values = {"best": named(best, game, options), "points": estimate(chosen.loss, chosen.error)}
    if decision.marked:
        return _("The AI would choose %(best)s: better by %(points)s points.") % values
    return _("The AI would choose %(best)s, but sees no clear difference: %(points)s points.") % values


def lines(decision: Decision, game: Game, options: Any) -> Iterator[dict[str, Any]]:
    """Yield the choices, each with its loss as text and as the width of a bar."""
    longest = max(2 * (bot(game.key).worth_telling or 0.0), *(choice.loss for choice in decision.choices))
    for place, choice in enumerate(decision.choices):
        loss = f"{sign(choice.loss)}{estimate(abs(choice.loss), choice.error)}"
        yield {
            "name": named(choice.action, game, options),
            "mine": choice.action == decision.own_choice.action,
            "loss": loss if place else pgettext("choice", "best"),
            "wide": f"{100 * max(0.0, choice.loss) / longest:.0f}",
        }


def _hindsight(decision: Decision) -> str:
    if decision.same or decision.hindsight is None:
        return ""
    more = decision.hindsight
    if abs(more) < 0.05:
        return _("As the cards lay, both come to the same.")
    values = {"points": points(abs(more))}
    if more > 0:
        return _("As the cards lay, the AI’s choice brings %(points)s points more.") % values
    return _("As the cards lay, your choice brings %(points)s points more.") % values


def named(action: Action, game: Game, options: Any) -> str:
    """Return an action in a few words: its cards, as its game calls them."""
    cards = cards_of(action)
    if not cards:
        return of_game(game.name, DEEDS[action.do])
    return table_of(game.key).describe(options, cards)


def points(number: float) -> str:
    """Return points with a sensible number of digits: 12, 3.4, 0.05."""
    size = abs(number)
    if size < 0.005:
        return "0"
    return f"{number:.0f}" if size >= 9.95 else f"{number:.1f}" if size >= 0.095 else f"{number:.2f}"


def sign(loss: float) -> str:
    """Return the sign of a loss: a minus, a plus for a gain, "" for zero."""
    if points(loss) == "0":
        return ""
    return "−" if loss > 0 else "+"


def estimate(loss: float, error: float) -> str:
    """Return a loss with its 95 % confidence interval."""
    return f"{points(loss)} ± {points(2 * error)}"
