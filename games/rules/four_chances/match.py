"""A match: who deals, games to the target, games in a match (/rules/all-fours/#9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.core import Malformed, Played, Standing
from games.rules.form import integer, within


@dataclass(frozen=True, slots=True)
class FourChancesStanding(Standing):
    """``scores``: by side, in the current or last game; ``games``: won, by side."""

    games: tuple[int, ...]

    @property
    def merits(self) -> tuple[Any, ...]:
        """The games won decide, then the score in the current or last one."""
        return tuple(zip(self.games, self.scores, strict=True))


def read_context(form: Mapping[str, Any], sides: Sequence[int], target: int, below_zero: bool) -> dict[str, Any]:
    """Return the checked dealer and scores of a context. Scores are by side, each below the target;
    ``below_zero``: whether they may be negative, in games with set-backs."""
    scores = form["scores"]
    if not isinstance(scores, list) or len(scores) != max(sides) + 1:
        raise Malformed("scores")
    lowest = min(0, *map(integer, scores)) if below_zero else 0
    return {
        "dealer": within(form["dealer"], 0, len(sides) - 1),
        "scores": [within(score, lowest, target - 1) for score in scores],
    }


def following(hand: Played, players: int) -> dict[str, Any]:
    """Return dealer and scores of the hand after this one. The deal passes on except after a hand
    thrown in; scores return to 0 after a game."""
    dealer, result = hand.context["dealer"], hand.result
    if result["end"] != "thrown-in":
        dealer = (dealer + 1) % players
    scores = list(result["scores"])
    return {"dealer": dealer, "scores": scores if result["winner"] is None else [0] * len(scores)}


def standing(options: Mapping[str, Any], sides: Sequence[int], played: Sequence[Played]) -> FourChancesStanding:
    """Return scores, games won and the winners of the match; ``sides`` by seat."""
    games = [0] * (max(sides) + 1)
    for hand in played:
        if hand.result["winner"] is not None:
            games[hand.result["winner"]] += 1
    over = max(games) >= options["games"]
    best = games.index(max(games))
    winners = tuple(seat for seat, side in enumerate(sides) if side == best) if over else ()
    going_on = bool(played) and (over or played[-1].result["winner"] is None)
    scores = tuple(played[-1].result["scores"]) if going_on else (0,) * len(games)
    return FourChancesStanding(scores, winners, over, tuple(games))
