"""A puzzle page: the table as the seat saw it, and after the answer the verdict of the long search.

Before the answer it contains only the seat's view, not the record, the choices or the rating.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.accounts.models import User
from games.community import rating_scale
from games.lessons.game_lesson import lesson_of
from games.plugins.cover import cover_of
from games.puzzles import judging, services
from games.puzzles.judging import Position
from games.puzzles.models import Attempt, Puzzle
from games.replays import review
from games.replays.review import Choice, Decision
from games.rules.core import N_, Action, Refusal
from games.rules.registry import GAMES
from games.table import fragments
from games.table.cards import cards_of
from games.table.display import render
from games.table.game_table import why
from games.table.scene import RefusedPress, Scene, Sitter
from games.table.scene_builder import ai_name
from games.table.sentences import NOBODY, sentence

#: The fragments of the table that a puzzle shows.
PARTS = ("board", "clock", "score", "ground", "hand")
#: What a page says only before, or only after the answer.
ONCE = ("practice", "actions", "section", "right", "best", "why", "may_object", "done")
RIGHT = N_("That is it: %(choice)s.")
WRONG = N_("Not the best: %(choice)s.")
#: The answer to a legal play that ``moves`` does not list.
NOT_WEIGHED = N_("This is allowed, but the long search has not weighed it, so it does not count. Choose another.")


@dataclass(frozen=True, slots=True)
class Answer:
    """A legal answer. ``attempt``: its row, if it was stored as a person's first answer."""

    choice: Action
    right: bool
    attempt: Attempt | None = None


def position_of(puzzle: Puzzle) -> Position:
    """Return the position that a puzzle asks about."""
    return judging.position(puzzle.record, puzzle.at, puzzle.seat)


def index(user: User | None) -> list[dict[str, Any]]:
    """Return the games that have puzzles, in words, with a person's progress and rating in each."""
    counts, answered, rated = services.counts(), services.answered(user), services.ratings_of(user)
    return [
        {
            "key": game,
            "name": _(GAMES[game].name),
            "term": cover_of(GAMES[game]).term,
            "count": counts[game],
            "tried": answered.get(game, (0, 0))[0],
            "well": answered.get(game, (0, 0))[1],
            "rating": _rating(rated[game]) if game in rated else "",
        }
        for game in GAMES
        if game in counts
    ]


def question(
    puzzle_id: int,
    known: Position,
    user: User | None,
    practice: bool,
    notice: str = "",
    refused: RefusedPress | None = None,
) -> dict[str, Any]:
    """Return the context of a page before the answer. ``practice``: whether the viewer has seen the answer before, so
    that theirs does not count; ``notice``: why the input was not an answer."""
    scene = replace(_scene(known, user), refused=refused)
    section = refused.refusal.section if refused is not None and refused.refusal is not None else ""
    return _frame(puzzle_id, scene) | {
        "practice": practice,
        "actions": lesson_of(known.game.key).actions(scene.view),
        "notice": notice,
        "section": section,
        "rule": _("%(game)s, section %(section)s") % {"game": _(scene.game.name), "section": section},
        "answered": bool(notice),
    }


def verdict(puzzle: Puzzle, known: Position, user: User | None, answer: Answer) -> dict[str, Any]:
    """Return the context of a page after the answer."""
    scene = replace(_scene(known, user), refused=RefusedPress("puzzle", cards=cards_of(answer.choice)))
    game, options = known.game, known.options
    choices = tuple(_choice(raw, known) for raw in puzzle.choices)
    decision = Decision(0, _as_listed(answer.choice, choices), choices, False, None)
    best = choices[0].action
    reason = why(scene.view, best, [choice.action for choice in choices[1:]])
    name = review.named(answer.choice, game, options)
    attempt = answer.attempt
    return _frame(puzzle.pk, scene) | {
        "answered": True,
        "right": answer.right,
        "notice": _(RIGHT if answer.right else WRONG) % {"choice": name},
        "best": "" if answer.right else review.named(best, game, options),
        "why": sentence(reason, NOBODY) if reason is not None else "",
        "choices": list(review.lines(decision, game, options)),
        "rating": _puzzle_rating(puzzle),
        "own": _own_rating(user, puzzle.game) if attempt is not None and attempt.rated else "",
        "whole": puzzle.source == Puzzle.Source.AI,
        "may_object": services.may_object(user, puzzle),
        "done": True,
    }


def refusal_of(refusal: Refusal, cards: tuple[int, ...]) -> RefusedPress:
    """Return the refusal of an answer by the rules, with its cards."""
    return RefusedPress("puzzle", refusal, cards=cards)


def _frame(puzzle_id: int, scene: Scene) -> dict[str, Any]:
    parts = fragments.some(scene, PARTS)
    return {
        "game": scene.game.key,
        "name": _(scene.game.name),
        "module": scene.game.module,
        "number": str(puzzle_id),
        "prompt": render("table/_prompt", text=_("What do you play?"), small="", look="prompt now"),
        **{name: parts[name] for name in PARTS},
        **dict.fromkeys(ONCE, ""),
    }


def _scene(known: Position, user: User | None) -> Scene:
    """Return the table as the seat saw it. No card is dimmed, because that would hint at the answer."""
    view = known.view
    name = user.name if user is not None else _("You")
    return Scene(
        code="puzzle",
        name="",
        game=known.game,
        options=known.options,
        picture=0,
        seat=known.seat,
        sitters=tuple(
            Sitter(seat, name) if seat == known.seat else Sitter(seat, ai_name(seat), house=True)
            for seat in range(view.seats)
        ),
        view=view,
        hand_number=1,
        standing=known.game.standing(known.options, ()),
        prefs=user.prefs if user is not None else None,
        unaided=True,
    )


def _choice(raw: Mapping[str, Any], known: Position) -> Choice:
    """Return a choice with the mean of both judgements."""
    action = known.game.read_action(raw["action"], known.options)
    losses, errors = raw["losses"], raw["errors"]
    return Choice(action, sum(losses) / len(losses), hypot(*errors) / len(errors))


def _as_listed(action: Action, choices: tuple[Choice, ...]) -> Choice:
    """Return the weighed choice that matches an answer. Answers that were not weighed, which an earlier release stored,
    are none of the list's, and their figures are shown nowhere."""
    same = (choice for choice in choices if judging.named(choice.action) == judging.named(action))
    return next(same, Choice(action, 0.0, 0.0))


def _rating(row: Any) -> str:
    return f"{rating_scale.value(row.mu)} ± {rating_scale.doubt(row.sigma)}"


def _puzzle_rating(puzzle: Puzzle) -> str:
    return pgettext("puzzle", "This puzzle: %(rating)s") % {"rating": _rating(puzzle)}


def _own_rating(user: User | None, game: str) -> str:
    row = services.ratings_of(user).get(game)
    return _("Your rating at puzzles of this game: %(rating)s") % {"rating": _rating(row)} if row is not None else ""
