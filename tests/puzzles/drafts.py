"""A puzzle as the tests need it: made in the site's own way, with few worlds."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Any

from games.puzzles import making, services
from games.puzzles.making import Draft
from games.puzzles.models import Puzzle

GAME = "all-fours"
SEED, WORLDS = 5, 80
#: The deals of the seed that make a puzzle of All Fours: looking for them takes seconds in every process.
DEALS = (9, 18, 20, 22, 29)


@lru_cache(maxsize=16)
def draft(game: str = GAME, number: int = 0) -> Draft:
    """Return a puzzle of a game that is no row yet, a different one for each number."""
    if game == GAME and number < len(DEALS):
        _deal, known = next(making.drafts(game, SEED, DEALS[number], WORLDS))
        assert known is not None, "DEALS names a deal that makes no puzzle any more"
        return known
    drafts = (known for _deal, known in making.drafts(game, SEED, 0, WORLDS) if known is not None)
    return next(islice(drafts, number, None))


DRAFT = draft()


def stored(game: str = GAME, number: int = 0) -> Puzzle:
    """Return a puzzle as a row, the same one each time."""
    services.store([draft(game, number)])
    return Puzzle.objects.get(key=draft(game, number).key)


def form_of(action: dict[str, Any]) -> dict[str, object]:
    """Return what a browser posts for an action of a record."""
    cards = action.get("cards") or [action["card"]] if {"card", "cards"} & action.keys() else []
    return {"do": action["do"], "cards": cards}


def best_of(draft: Draft) -> dict[str, object]:
    """Return what a browser posts for the right answer."""
    return form_of(draft.choices[0]["action"])


def poor_of(draft: Draft) -> dict[str, object]:
    """Return what a browser posts for an answer that is legal and not good."""
    return form_of(draft.choices[-1]["action"])
