"""A match of All Fours: who deals, games to the target, games in a match (all-fours.md, section 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.rules.cards import PACK_52
from games.rules.core import Played, Standing


@dataclass(frozen=True, slots=True)
class AllFoursStanding(Standing):
    """``scores``: by side, in the game that is played or was the last; ``games``: won, by side."""

    games: tuple[int, int]


def first_dealer(options: Mapping[str, Any], rng: Random) -> int:
    """Return the seat that draws the highest or lowest card; those who tie draw again."""
    pack = list(PACK_52)
    rng.shuffle(pack)
    best = max if options["cut"] == "high" else min
    drawing = list(range(options["players"]))
    while len(drawing) > 1:
        drawn = {seat: pack.pop() % 13 for seat in drawing}
        wanted = best(drawn.values())
        drawing = [seat for seat in drawing if drawn[seat] == wanted]
    return drawing[0]


def following(options: Mapping[str, Any], played: Sequence[Played], rng: Random) -> dict[str, Any]:
    """Return the context of the next hand."""
    if not played:
        return {"dealer": first_dealer(options, rng), "scores": [0, 0]}
    dealer, result = played[-1].context["dealer"], played[-1].result
    if result["end"] != "thrown-in":
        dealer = (dealer + 1) % options["players"]
    return {"dealer": dealer, "scores": list(result["scores"]) if result["winner"] is None else [0, 0]}


def standing(options: Mapping[str, Any], played: Sequence[Played]) -> AllFoursStanding:
    """Return scores, games won and the winners of the match."""
    games = [0, 0]
    for hand in played:
        if hand.result["winner"] is not None:
            games[hand.result["winner"]] += 1
    over = max(games) >= options["games"]
    side = games.index(max(games))
    winners = tuple(range(side, options["players"], 2)) if over else ()
    scores = (0, 0)
    if played and (over or played[-1].result["winner"] is None):
        first, second = played[-1].result["scores"]
        scores = (first, second)
    return AllFoursStanding(scores, winners, over, (games[0], games[1]))
