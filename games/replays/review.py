"""The second look at one's own seat: where it stands, its marks, what the page says of a step.

It is made in the background (``games.community.reviews``) and is the AI's opinion, from what the
seat knew then; what the cards really were is told apart from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
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
from games.table.game_table import table_of

#: Where a second look stands.
NONE, ASKED, FAILED, DONE = "none", "asked", "failed", "done"
#: Whoever has waited so long tells the house once more that there is something to do.
FORGOTTEN = timedelta(seconds=15)
#: Words for actions without cards.
DEEDS = {
    "pass": N_("pass"),
    "stand": N_("stand"),
    "beg": N_("beg"),
    "give": N_("give a point"),
    "run": N_("run the cards"),
}
_review = CompiledQuery(
    lambda hand, seat: Review.objects.filter(hand_id=hand, seat=seat).defer("decisions").order_by("pk"), -1, 30_000
).one


@dataclass(frozen=True, slots=True)
class Choice:
    """What could be done: points lost against the best, and how far that may be off."""

    action: Action
    loss: float
    error: float


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice of the seat. ``step``: the step that its action led to; ``made``: what was chosen;
    ``hindsight``: points that it cost as the cards really lay."""

    step: int
    made: Choice
    choices: tuple[Choice, ...]
    marked: bool
    hindsight: float | None

    @property
    def same(self) -> bool:
        """Whether the AI would have chosen the same."""
        return self.choices[0].action == self.made.action


@dataclass(frozen=True, slots=True)
class Look:
    """A second look: where it ``stands``, since when, and what was found."""

    stands: str
    since: datetime | None = None
    decisions: tuple[Decision, ...] = field(default=(), compare=False)
    mean: float | None = field(default=None, compare=False)

    def at(self, step: int) -> Decision | None:
        """Return the decision that led to a step."""
        return next((one for one in self.decisions if one.step == step), None)


def look(hand_id: int, salt: bytes, seat: int, course: Course) -> Look:
    """Return how the second look at a seat stands. The salt tells the hand from another of the same
    number, in another database."""
    review = _review(hand_id, seat)
    if review is None:
        return Look(NONE)
    if review.done_at is None:
        return Look(FAILED if reviews.given_up(review) else ASKED, review.asked_at)
    return _done(review.pk, salt, review.done_at, course)


@lru_cache(maxsize=256)
def _done(pk: int, salt: bytes, done_at: datetime, course: Course) -> Look:
    found, mean = Review.objects.values_list("decisions", "mean_loss").get(pk=pk)
    options = course.setup.options
    return Look(DONE, done_at, tuple(_decision(course.game, options, raw) for raw in found), mean)


def _decision(game: Game, options: Any, raw: dict[str, Any]) -> Decision:
    choices = tuple(
        Choice(game.read_action(one["action"], options), one["loss"], one["error"]) for one in raw["choices"]
    )
    made = Choice(game.read_action(raw["made"], options), raw["loss"], raw["error"])
    # Step 0 is the deal, and every entry of a hand leads to a step.
    return Decision(raw["at"] + 1, made, choices, raw["marked"], raw["hindsight"])


def marks(found: Look, course: Course) -> Iterator[Mark]:
    """Yield the steps whose choice is worth another thought."""
    for one in found.decisions:
        if one.marked:
            values = {"seat": Seat(one.made.action.seat), "points": points(one.made.loss)}
            cards = cards_of(one.made.action)
            if cards:
                text = N_("%(seat)s, %(cards)s: some %(points)s points lost, thinks the AI.")
                yield Mark(one.step, REVIEW, Message(text, {**values, "cards": Cards(cards)}))
            else:
                yield Mark(
                    one.step, REVIEW, Message(N_("%(seat)s: some %(points)s points lost, thinks the AI."), values)
                )


def forgotten(found: Look) -> bool:
    """Say whether a second look has waited so long that its task may have been lost."""
    return found.stands == ASKED and found.since is not None and found.since < timezone.now() - FORGOTTEN


# --- in words ---------------------------------------------------------------------------------


def shown(found: Look, course: Course, number: int) -> dict[str, Any]:
    """Return what the page says of the second look at a step."""
    told: dict[str, Any] = {"stands": found.stands}
    if found.stands != DONE:
        return told
    told["whole"] = _whole(found)
    decision = found.at(number)
    if decision is None:
        return told
    game, options = course.game, course.setup.options
    told |= {
        "said": _said(decision, game, options),
        "marked": decision.marked,
        "choices": [] if decision.same and len(decision.choices) < 2 else list(_lines(decision, game, options)),
        "hindsight": _hindsight(decision),
    }
    return told


def _whole(found: Look) -> list[str]:
    count = len(found.decisions)
    if not count:
        return [_("You had nothing to choose in this hand.")]
    doubtful = sum(one.marked for one in found.decisions)
    looked = ngettext("%(number)s choice looked at.", "%(number)s choices looked at.", count) % {"number": count}
    mean = _("On average %(points)s points lost per choice.") % {"points": points(max(0.0, found.mean or 0.0))}
    if not doubtful:
        return [looked, mean, _("The AI would have done no better.")]
    text = ngettext("%(number)s is worth another thought.", "%(number)s are worth another thought.", doubtful)
    return [looked, mean, text % {"number": doubtful}]


def _said(decision: Decision, game: Game, options: Any) -> str:
    if decision.same:
        return _("The AI would have done the same: %(choice)s.") % {
            "choice": named(decision.made.action, game, options)
        }
    best, made = decision.choices[0].action, decision.made
    values = {"best": named(best, game, options), "points": estimate(made.loss, made.error)}
    if decision.marked:
        return _("The AI would choose %(best)s: better by %(points)s points.") % values
    return _("The AI would choose %(best)s, but sees no clear difference: %(points)s points.") % values


def _lines(decision: Decision, game: Game, options: Any) -> Iterator[dict[str, Any]]:
    """Yield the choices with what each loses, as words and as a bar."""
    longest = max(2 * (bot(game.key).worth_telling or 0.0), *(one.loss for one in decision.choices))
    for place, one in enumerate(decision.choices):
        yield {
            "name": named(one.action, game, options),
            "mine": one.action == decision.made.action,
            "loss": pgettext("choice", "best")
            if not place
            else f"{sign(one.loss)}{estimate(abs(one.loss), one.error)}",
            "wide": f"{100 * max(0.0, one.loss) / longest:.0f}",
        }


def _hindsight(decision: Decision) -> str:
    if decision.same or decision.hindsight is None:
        return ""
    more = decision.hindsight
    if abs(more) < 0.05:
        return _("As the cards lay, both come to the same.")
    values = {"points": points(abs(more))}
    if more > 0:
        return _("As the cards lay, the AI's choice brings %(points)s points more.") % values
    return _("As the cards lay, your choice brings %(points)s points more.") % values


def named(action: Action, game: Game, options: Any) -> str:
    """Return an action in few words: its cards, as its game calls them."""
    cards = cards_of(action)
    if not cards:
        return _(DEEDS[action.do])
    return table_of(game.key).describe(options, cards)


def cards_of(action: Any) -> tuple[int, ...]:
    """Return the cards of an action; none of a pass."""
    return (action.card,) if hasattr(action, "card") else tuple(getattr(action, "cards", None) or ())


def points(number: float) -> str:
    """Return points with as many digits as say something: 12, 3.4, 0.05."""
    size = abs(number)
    if size < 0.005:
        return "0"
    return f"{number:.0f}" if size >= 9.95 else f"{number:.1f}" if size >= 0.095 else f"{number:.2f}"


def sign(loss: float) -> str:
    """Return what stands before a loss: a minus, unless the choice came out as good or better."""
    if points(loss) == "0":
        return ""
    return "−" if loss > 0 else "+"


def estimate(loss: float, error: float) -> str:
    """Return a loss with how far it may be off, 19 times in 20."""
    return f"{points(loss)} ± {points(2 * error)}"
