"""What the pages of All Fours, Pitch and California Jack have in common, once more, small and slow.

It shares no line with ``games.rules``: cards are names, a hand is a dict of lists.
"""

from __future__ import annotations

from typing import Any

Hand = dict[str, Any]
Options = dict[str, Any]

RANKS = "23456789TJQKA"
PACK_52 = [rank + suit for suit in "SHCD" for rank in RANKS]


def rank(card: str) -> int:
    return RANKS.index(card[0])


def resolve(standard: Options, columns: dict[str, Options], options: Options) -> Options:
    """Return every option with its value, without ``edition``; the first of the columns is the standard's."""
    chosen = {key: value for key, value in options.items() if key != "edition"}
    return {**standard, **columns[options.get("edition", next(iter(columns)))], **chosen}


def score(hand: Hand, what: str, side: int, points: int) -> None:
    """Add points, unless the game has been won already."""
    if hand["winner"] is not None:
        return
    hand["items"].append([what, side, points])
    hand["scores"][side] += points
    if hand["scores"][side] >= hand["options"]["target"]:
        hand["winner"] = side


def scored(hand: Hand) -> dict[str, Any]:
    """Return the part of a result that says who has scored what."""
    points = [after - before for before, after in zip(hand["before"], hand["scores"], strict=True)]
    return {"items": hand["items"], "points": points, "scores": hand["scores"], "winner": hand["winner"]}


def standing(results: list[dict[str, Any]], sides: list[int], games: int) -> dict[str, Any]:
    """Return the scores by side and the seats that have won the match; ``sides``: that of each seat."""
    counts = [sum(result["winner"] == side for result in results) for side in sorted(set(sides))]
    won = [side for side, number in enumerate(counts) if number == games]
    new_game = results[-1]["winner"] is not None and not won
    scores = [0] * len(counts) if new_game else results[-1]["scores"]
    return {"scores": scores, "winners": [seat for seat, side in enumerate(sides) if side in won]}
