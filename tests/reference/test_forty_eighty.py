"""The real rules of Forty and Eighty beside a second reading of /rules/eighty/."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.reference.forty_eighty_chance import compare_a_trick, compare_every_play, compare_records


@pytest.mark.parametrize(("game", "seeds"), [("forty", range(120)), ("eighty", range(60))])
def test_it_and_the_real_rules_answer_alike(game, seeds):
    counts: Counter[str] = Counter()
    for seed in seeds:
        compare_records(Random(f"suite {game} {seed}"), game, counts)
    assert counts["record malformed"] and counts["record finished True"] and counts["record finished False"]


def test_it_and_the_real_rules_agree_on_throws():
    counts: Counter[str] = Counter()
    for seed in range(300):
        compare_a_trick(Random(f"suite {seed}"), counts)
    assert counts["throw fails"] and counts["throw stands"] and counts["throw killed twice"]


@pytest.mark.parametrize(("game", "seeds"), [("forty", range(8)), ("eighty", range(12))])
def test_it_finds_every_legal_play_that_the_real_rules_find(game, seeds):
    assert sum(compare_every_play(Random(f"suite {game} {seed}"), game) for seed in seeds)
