"""Each reference beside the real rules: words, options, hands and matches; and every game's cases of whole records."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.rules.registry import GAMES
from tests.case_files import cases
from tests.reference.comparing import REFERENCES, compare, compare_match
from tests.reference.verifier import answer

#: How many hands and matches of each game are compared: as many as reach every refusal.
HANDS = {"all-fours": 250, "pitch": 220, "california-jack": 60, "winner": 40}
MATCHES = {"all-fours": 20, "pitch": 25, "california-jack": 12}
each_key = pytest.mark.parametrize("key", REFERENCES)


@cases("record", *REFERENCES)
def test_it_answers_records(case: dict[str, Any]) -> None:
    assert answer(REFERENCES[case["record"]["game"]].rules, case["record"]) == case["answer"]


@each_key
def test_it_refuses_in_the_words_and_order_of_the_page(key: str) -> None:
    refusals = GAMES[key].refusals
    sentences = REFERENCES[key].rules.SENTENCES
    assert [(code, refusal.sentence) for code, refusal in refusals.items()] == list(sentences.items())


@each_key
def test_it_has_the_options_of_the_page(key: str) -> None:
    rules, options = REFERENCES[key].rules, GAMES[key].options
    assert {option.key: sorted(map(repr, option.values)) for option in options} == {
        name: sorted(map(repr, values)) for name, values in rules.VALUES.items()
    }
    own = GAMES[key].resolve({})
    assert {name: own[name] for name in own if name != "edition"} == rules.resolve({})


@each_key
def test_it_answers_as_the_real_rules_do(key: str) -> None:
    codes: Counter[str] = Counter()
    for seed in range(HANDS.get(key, 30)):
        compare(REFERENCES[key], seed, codes, Counter())
    assert set(codes) == {"None", *REFERENCES[key].rules.SENTENCES} - {"malformed", "wrong-result"}


@each_key
def test_it_goes_on_from_hand_to_hand_as_the_real_rules_do(key: str) -> None:
    matches = MATCHES.get(key, 5)
    assert sum(compare_match(REFERENCES[key], seed, most=5) for seed in range(matches)) > matches
