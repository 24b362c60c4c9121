"""The only writer of puzzles: selection, answers, ratings and objections.

Only a person's first answer counts. They are rated against the puzzle, by the model that rates matches. Not rated are
guests, who could return as somebody else, and people who saw the answer in the same browser before they signed in. A
cheat can only inflate their own puzzle rating, on which nothing else depends.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from dataclasses import asdict
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from openskill.models import BradleyTerryFull

from games.accounts.models import User
from games.community.moderation import may_moderate
from games.foundation.transactions import write
from games.puzzles import judging
from games.puzzles.limits import OBJECTIONS
from games.puzzles.making import Draft
from games.puzzles.models import Attempt, Objection, Puzzle, PuzzleRating
from games.rules.core import Action
from games.rules.registry import GAMES

_MODEL = BradleyTerryFull()
#: The strength and uncertainty assumed of a new puzzle or person.
NEW_MU, NEW_SIGMA = float(_MODEL.mu), float(_MODEL.sigma)
#: The next puzzle is drawn at random from this many on each side of the viewer's rating.
NEAR = 4
#: A puzzle is withdrawn once this many accounts that answered it say it is wrong.
ENOUGH = 3


def store(drafts: Iterable[Draft], source: Puzzle.Source = Puzzle.Source.AI) -> int:
    """Add missing puzzles and return how many; withdrawn ones stay withdrawn."""
    rows = [Puzzle(mu=NEW_MU, sigma=NEW_SIGMA, source=source, **asdict(draft)) for draft in drafts]
    with write():
        existing = set(Puzzle.objects.filter(key__in=[row.key for row in rows]).values_list("key", flat=True))
        new = [row for row in rows if row.key not in existing]
        Puzzle.objects.bulk_create(new, ignore_conflicts=True)
        if source == Puzzle.Source.REVIEW:  # the exact time would suggest from whose hand it may come
            month = timezone.now().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
            Puzzle.objects.filter(key__in=[row.key for row in new]).update(made_at=month)
    return len(new)


def open_puzzles(game: str) -> QuerySet[Puzzle]:
    """Return a game's open puzzles."""
    return Puzzle.objects.filter(game=game, withdrawn_at=None)


def counts() -> dict[str, int]:
    """Return the number of open puzzles per game."""
    rows = Puzzle.objects.filter(withdrawn_at=None).values("game").annotate(number=Count("pk")).order_by()
    return {row["game"]: row["number"] for row in rows}


def answered(user: User | None) -> dict[str, tuple[int, int]]:
    """Return, per game, how many open puzzles a person has answered, and how many correctly."""
    if user is None:
        return {}
    rows = Attempt.objects.filter(user=user, puzzle__withdrawn_at=None).values("puzzle__game").order_by()
    counts = rows.annotate(number=Count("pk"), well=Count("pk", filter=Q(right=True)))
    return {row["puzzle__game"]: (row["number"], row["well"]) for row in counts}


def ratings_of(user: User | None) -> dict[str, PuzzleRating]:
    """Return a person's ratings by game."""
    return {row.game: row for row in PuzzleRating.objects.filter(user=user)} if user is not None else {}


def next_puzzle(game: str, user: User | None, seen: Collection[int]) -> int | None:
    """Return the primary key of an unanswered puzzle near a person's rating, or ``None`` if they have answered all.
    ``seen``: those answered in this browser."""
    rows = open_puzzles(game).exclude(pk__in=list(seen))
    mu = NEW_MU
    if user is not None:
        rows = rows.exclude(pk__in=Attempt.objects.filter(user=user).values("puzzle"))
        mu = PuzzleRating.objects.filter(user=user, game=game).values_list("mu", flat=True).first() or NEW_MU
    above = rows.filter(mu__gte=mu).order_by("mu", "pk").values_list("pk", flat=True)[:NEAR]
    below = rows.filter(mu__lt=mu).order_by("-mu", "pk").values_list("pk", flat=True)[:NEAR]
    near = [*above, *below]
    return secrets.choice(near) if near else None


def attempt_of(user: User | None, puzzle: Puzzle) -> Attempt | None:
    """Return a person's answer to a puzzle."""
    return Attempt.objects.filter(user=user, puzzle=puzzle).first() if user is not None else None


def best(puzzle: Puzzle) -> Action:
    """Return the best choice."""
    return _choices(puzzle)[0]


def is_weighed(puzzle: Puzzle, choice: Action) -> bool:
    """Return whether a choice is among those that were weighed. The rules may allow others."""
    return judging.named(choice) in {judging.named(weighed) for weighed in _choices(puzzle)}


def is_right(puzzle: Puzzle, choice: Action) -> bool:
    """Return whether a choice is the best one."""
    return judging.named(best(puzzle)) == judging.named(choice)


def answer(user: User, puzzle: Puzzle, choice: Action, seen_before: bool) -> Attempt:
    """Store and return a person's first answer to a puzzle, and rate both; later answers change nothing. ``choice`` is
    one of those weighed; ``seen_before``: whether the solution was already shown in this browser."""
    rated = not user.is_guest and not seen_before
    raw = GAMES[puzzle.game].write_action(choice)
    with write():
        attempt, is_first = Attempt.objects.get_or_create(
            user=user,
            puzzle=puzzle,
            defaults={"choice": raw, "right": is_right(puzzle, choice), "rated": rated},
        )
        if is_first and rated:
            _rate(user, puzzle.pk, attempt.right)
    return attempt


def _choices(puzzle: Puzzle) -> list[Action]:
    game = GAMES[puzzle.game]
    options = game.resolve(puzzle.record.get("options", {}))
    return [game.read_action(raw["action"], options) for raw in puzzle.choices]


def _rate(user: User, puzzle_id: int, right: bool) -> None:
    puzzle = Puzzle.objects.select_for_update().get(pk=puzzle_id)
    new = PuzzleRating(user=user, game=puzzle.game, mu=NEW_MU, sigma=NEW_SIGMA)
    PuzzleRating.objects.bulk_create([new], ignore_conflicts=True)
    rating = PuzzleRating.objects.select_for_update().get(user=user, game=puzzle.game)
    teams = [[_MODEL.rating(mu=side.mu, sigma=side.sigma)] for side in (rating, puzzle)]
    (person,), (position,) = _MODEL.rate(teams, ranks=[1.0, 2.0] if right else [2.0, 1.0])
    rating.mu, rating.sigma, rating.tried = person.mu, person.sigma, rating.tried + 1
    rating.save(update_fields=["mu", "sigma", "tried"])
    puzzle.mu, puzzle.sigma = position.mu, position.sigma
    puzzle.save(update_fields=["mu", "sigma"])


def may_object(user: User | None, puzzle: Puzzle) -> bool:
    """Return whether a person may object to a puzzle: an account that has answered it and not objected yet."""
    if user is None or user.is_guest or attempt_of(user, puzzle) is None:
        return False
    return not Objection.objects.filter(user=user, puzzle=puzzle).exists()


def object_to(user: User, puzzle: Puzzle) -> bool:
    """Store the objection of a person who may object, and return whether the puzzle is withdrawn: one moderator is
    enough, or ``ENOUGH`` accounts. Raises ``RateLimited``."""
    OBJECTIONS.check(user.pk)
    with write():
        locked = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
        Objection.objects.get_or_create(user=user, puzzle=locked)
        is_withdrawn = may_moderate(user) or locked.objections.count() >= ENOUGH
        if is_withdrawn:
            withdraw(locked)
    return is_withdrawn


def withdraw(puzzle: Puzzle) -> None:
    """Withdraw a puzzle, so that it is no longer shown."""
    with write():
        Puzzle.objects.filter(pk=puzzle.pk, withdrawn_at=None).update(withdrawn_at=timezone.now())


def last_number(game: str, seed: int) -> int | None:
    """Return the number of the last deal of a seed that yielded a puzzle."""
    rows = Puzzle.objects.filter(game=game, seed=seed).order_by("-number")
    return rows.values_list("number", flat=True).first()


def count_of_seed(game: str, seed: int) -> int:
    """Return how many puzzles a seed has yielded, including withdrawn ones."""
    return Puzzle.objects.filter(game=game, seed=seed).count()


def drafts_of(game: str) -> list[Draft]:
    """Return a game's open puzzles from AI players' hands, to ship with the site."""
    fields = ("key", "game", "record", "at", "seat", "choices", "seed", "number")
    rows: Any = open_puzzles(game).filter(source=Puzzle.Source.AI).order_by("seed", "number").values(*fields)
    return [Draft(**row) for row in rows]
