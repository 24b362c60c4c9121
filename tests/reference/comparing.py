"""Comparing the real rules with a reference for one seed: both play a hand and judge its spoiled records."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from types import ModuleType

from games.rules.core import Played
from games.rules.registry import GAMES
from tests.reference import (
    all_fours,
    all_fours_tables,
    big_two,
    big_two_tables,
    california_jack,
    california_jack_tables,
    pitch,
    pitch_tables,
    president,
    president_tables,
    tien_len,
    tien_len_tables,
    winner,
    winner_tables,
)
from tests.reference.spoiling import as_json, both_answers, play_both, spoil
from tests.reference.verifier import answer

SPOILED = 8  # records made from each hand


@dataclass(frozen=True)
class Reference:
    """A game's reference rules and its random tables."""

    rules: ModuleType
    tables: ModuleType


REFERENCES = {
    "all-fours": Reference(all_fours, all_fours_tables),
    "winner": Reference(winner, winner_tables),
    "big-two": Reference(big_two, big_two_tables),
    "tien-len": Reference(tien_len, tien_len_tables),
    "president": Reference(president, president_tables),
    "pitch": Reference(pitch, pitch_tables),
    "california-jack": Reference(california_jack, california_jack_tables),
}


def compare(reference: Reference, seed: int, codes: Counter[str], answers: Counter[str]) -> None:
    """Play one hand by both rules and verify it, whole and spoiled, by both.

    ``codes`` counts the codes of single actions, ``answers`` the verifier's answers.
    """
    rng = Random(seed)
    rules, tables = reference.rules, reference.tables
    whole = play_both(rules, tables.random_record(rng), tables, rng, codes)
    for number in range(SPOILED + 1):
        record = spoil(rules, whole, tables.wild, rng) if number else whole
        real, expected = both_answers(rules, record)
        assert real == expected, f"seed {seed}\nreal      {real}\nreference {expected}\n{as_json(record)}"
        said = answer(rules, record)
        answers[said.get("error") or ("finished" if said["finished"] else "unfinished")] += 1


def compare_match(reference: Reference, seed: int, most: int = 12) -> int:
    """Play a match by both rules, hand by hand, comparing what carries over; return how many hands it had."""
    rng = Random(seed)
    rules, tables = reference.rules, reference.tables
    record = tables.random_record(rng)
    game, options = GAMES[rules.KEY], rules.resolve(record.get("options", {}))
    played: list[Played] = []
    while len(played) < most:
        record = play_both(rules, record, tables, rng, Counter())
        played.append(Played(record["context"], record["result"]))
        standing = game.standing(options, played)
        expected = rules.standing([hand.result for hand in played], options)
        place = f"seed {seed}, hand {len(played)}"
        assert as_json([standing.scores, standing.winners]) == as_json(list(expected.values())), place
        assert standing.over == bool(expected["winners"]), place
        if standing.over:
            break
        # The reference leaves out what is decided by lot, such as a trump that is cut for.
        certain = rules.next_context(record["context"], record["result"], options)
        context = game.following(options, played, (), rng)
        assert {key: context[key] for key in certain} == certain, place
        record = {key: value for key, value in record.items() if key != "result"}
        record |= {"context": context, "deck": rng.sample(record["deck"], len(record["deck"])), "actions": []}
    return len(played)
