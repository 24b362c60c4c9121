"""The worked lines of /rules/eighty/#11, levels and the match (/rules/eighty/#10 to #13)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules.core import Played
from games.rules.registry import GAMES
from games.rules.shengji.score import Taken, multiplier, result, risen, row, row_range


def result_of(key: str, table: str, tricks: int, buried: int, last: int, **more: Any) -> dict[str, Any]:
    """Return the result of a line: levels 5 and 8, banker seat 0."""
    count = more.pop("count", 1)
    options = GAMES[key].resolve({"score_table": table, **more})
    times = multiplier(options.get("bottom", "double"), count) if last % 2 else 0
    return result(key == "eighty", options, ["5", "8"], Taken("played", None, 0, "H", tricks, buried, times, last))


@pytest.mark.parametrize(
    "line",
    [
        "forty a 0 10 2 0 held 9,8 2",
        "forty a 15 0 0 15 held 6,8 2",
        "forty a 20 25 0 20 held 5,8 2",
        "forty a 30 5 1 40 taken 5,8 1",
        "forty a 55 10 3 75 taken 5,8 1",
        "forty a 60 10 3 80 taken 5,9 1",
        "forty a 65 35 1 135 taken 5,T 1",
        "forty b 0 0 0 0 held 9,8 2",
        "forty b 10 0 0 10 held 6,8 2",
        "forty b 25 0 0 25 held 5,8 2",
        "forty b 45 0 0 45 taken 5,8 1",
        "forty b 50 5 1 60 taken 5,9 1",
        "forty b 90 10 0 90 taken 5,T 1",
        "forty b 60 30 1 120 taken 5,J 1",
        "forty c 0 0 0 0 held 8,8 2",
        "forty c 10 0 0 10 held 7,8 2",
        "forty c 35 0 0 35 held 6,8 2",
        "forty c 50 0 0 50 taken 5,8 1",
        "forty c 70 0 1 70 taken 5,9 1",
        "forty c 80 0 1 80 taken 5,T 1",
        "forty c 85 15 3 115 taken 5,J 1",
        "forty c 75 25 3 125 taken 5,Q 1",
        "eighty a 0 40 2 0 held 9,8 2",
        "eighty a 35 40 2 35 held 6,8 2",
        "eighty a 75 40 2 75 held 5,8 2",
        "eighty a 60 10 1 80 taken 5,8 1",
        "eighty a 110 5 3 120 taken 5,9 1",
        "eighty a 160 40 0 160 taken 5,T 1",
        "eighty a 120 40 1 200 taken 5,J 1",
        "eighty b 0 0 0 0 held 9,8 2",
        "eighty b 35 0 0 35 held 6,8 2",
        "eighty b 75 0 0 75 held 5,8 2",
        "eighty b 95 0 0 95 taken 5,8 1",
        "eighty b 100 0 1 100 taken 5,9 1",
        "eighty b 120 0 1 120 taken 5,T 1",
        "eighty b 145 0 1 145 taken 5,J 1",
        "eighty b 160 40 3 240 taken 5,A 1",
        "eighty c 0 0 0 0 held 8,8 2",
        "eighty c 35 0 0 35 held 7,8 2",
        "eighty c 75 0 0 75 held 6,8 2",
        "eighty c 80 0 0 80 taken 5,8 1",
        "eighty c 120 0 1 120 taken 5,9 1",
        "eighty c 160 0 1 160 taken 5,T 1",
        "eighty c 160 40 3 240 taken 5,Q 1",
    ],
)
def test_it_scores_the_worked_lines(line: str) -> None:
    key, table, tricks, bottom, last, points, stage, levels, banker = line.split()
    score = result_of(key, table, int(tricks), int(bottom), int(last))
    assert score["points"] == int(points)
    assert (score["stage"], ",".join(score["levels"]), score["next_banker"]) == (stage, levels, int(banker))


def test_it_multiplies_a_scooped_bottom() -> None:
    times = result_of("eighty", "a", 50, 10, 3, bottom="times", count=2)
    assert (times["multiplier"], times["points"], times["change"]) == (4, 90, [0, 0])
    power = result_of("eighty", "a", 50, 5, 3, bottom="power", count=4)
    assert (power["multiplier"], power["points"], power["levels"]) == (16, 130, ["5", "9"])


@pytest.mark.parametrize(
    ("level", "up", "declarer", "after"),
    [(0, 4, True, 3), (3, 1, True, 4), (3, 4, False, 3), (4, 9, False, 8), (8, 9, True, 11), (12, 3, True, 12)],
)
def test_it_stops_at_levels_that_must_be_played(level: int, up: int, declarer: bool, after: int) -> None:
    assert risen(level, up, True, declarer) == after


def test_it_names_the_row_of_the_table() -> None:
    assert row_range(False, "a", 60) == (40, 75)
    assert row_range(True, "a", 0) == (0, 0)
    assert row_range(True, "a", 240) == (200, None)
    assert row_range(True, "b", 110) == (100, 115)
    for eighty in (False, True):
        for table in "abc":
            assert all(row(eighty, table, 5 * n).up >= 0 for n in range(100))


def test_it_names_the_row_of_points_beyond_all_tables() -> None:
    assert row_range(True, "c", 1000) == (1000, 1035)
    assert row_range(True, "a", 80 * 2**24) == (200, None)


def test_it_ends_the_match_when_declarers_hold_at_ace() -> None:
    game = GAMES["forty"]
    taken = Taken("played", None, 1, None, 35, 0, 0, 1)
    score = result(False, game.resolve({}), ["3", "A"], taken)
    assert (score["match_over"], score["match_winner"], score["next_banker"]) == (True, 1, None)
    standing = game.standing(game.resolve({}), [Played({}, score)])
    assert (standing.scores, standing.winners, standing.over) == (("3", "A"), (1, 3), True)


def test_it_hands_levels_and_banker_on() -> None:
    game = GAMES["forty"]
    options = game.resolve({"trump_making": "drawn"})
    deck = game.pack(options)
    first = game.following(options, [], deck, Random(1))
    assert (first["levels"], first["banker"], set(first)) == (["2", "2"], None, {"levels", "banker", "first", "drawn"})
    score = result_of("forty", "a", 60, 10, 3)
    context = game.following(options, [Played(first, score)], deck, Random(1))
    assert context == {"levels": ["5", "9"], "banker": 1, "first": 1}
    assert game.read_context(context, options, deck) == context
