"""Puzzles: open to all. The hand behind one is for those who have answered it, and whether second looks become
puzzles is for their owner to say."""

from __future__ import annotations

from django.utils import timezone

from games.accounts.models import User
from games.community.models import Review
from games.matches.models import Hand
from games.puzzles import services
from tests.access.world import World
from tests.puzzles.drafts import DRAFT, best_of, stored

#: name            method  owner seat onlooker friend stranger blocked guest anonymous
ROWS = """
puzzles              GET   200 200 200 200 200 200 200 200
puzzles              POST  405 405 405 405 405 405 405 405
puzzle-next          GET   302 302 302 302 302 302 302 302
puzzle-next          POST  405 405 405 405 405 405 405 405
puzzle-next:nosuch   GET   404 404 404 404 404 404 404 404
puzzle               GET   200 200 200 200 200 200 200 200
puzzle               POST  422 422 422 422 422 422 422 422
puzzle:right         POST  200 200 200 200 200 200 200 200
puzzle:nosuch        GET   404 404 404 404 404 404 404 404
puzzle:left          GET   404 404 404 404 404 404 404 404
puzzle-wrong         GET   405 405 405 405 405 405 405 405
puzzle-wrong         POST  302 302 302 302 302 302 302 302
puzzle-record        GET   404 404 404 404 404 404 404 404
puzzle-record:owner  GET   200 404 404 404 404 404 404 404
puzzle-record        POST  405 405 405 405 405 405 405 405
puzzle-agree         GET   405 405 405 405 405 405 405 405
puzzle-agree         POST  404 404 404 404 404 404 404 in
puzzle-agree:owner   POST  302 404 404 404 404 404 404 in
"""
#: What a POST sends, by address.
POSTED: dict[str, dict[str, object]] = {
    "puzzle:right": best_of(DRAFT),
    "puzzle-agree": {"answer": "yes"},
    "puzzle-agree:owner": {"answer": "yes"},
}


def arguments(name: str, world: World) -> dict[str, object]:
    """Return the arguments of an address in this table."""
    plain, _colon, variant = name.partition(":")
    if plain == "puzzles":
        return {}
    if plain == "puzzle-agree":
        hand = Hand.objects.get(match=world.match)
        if variant == "owner":
            Review.objects.get_or_create(hand=hand, seat=0, defaults={"user": world.alice, "done_at": timezone.now()})
        return {"pk": hand.pk}
    puzzle = stored(number=1) if variant == "left" else stored()
    if variant == "left":
        services.withdraw(puzzle)
    if variant == "owner":
        owner = world.people["owner"]
        assert isinstance(owner, User)
        services.answer(owner, puzzle, services.best(puzzle), seen_before=False)
    game = "nosuch" if variant == "nosuch" else puzzle.game
    return {"game": game} if plain == "puzzle-next" else {"game": game, "pk": puzzle.pk}
