"""The second reading of /rules/eighty/ against the conformance cases, and against the real rules."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.case_files import Cases
from tests.reference import forty_eighty as reference
from tests.reference.forty_eighty_cards import follow_refusal, lead_refusal, points, really_led, winner
from tests.reference.forty_eighty_chance import compare_a_trick, compare_every_play, compare_records
from tests.reference.forty_eighty_form import defaults
from tests.reference.forty_eighty_score import result

CASES = Cases("forty-eighty").all


def trumps(case):
    options = {**defaults(), **case.get("options", {})}
    return {"trump": case.get("trump"), "level": case.get("level"), "tractor": options["tractor"], "twos": False}


def trick(case):
    taken = winner(case["plays"], trumps(case))
    return {"winner": taken, "points": sum(points(play) for play in case["plays"])}


def legal(case):
    options, t = {**defaults(), **case.get("options", {})}, trumps(case)
    if not reference.holds(case["hand"], case["play"]):
        return {"ok": False, "error": "not-in-hand", "actual": None}
    if case["led"] is not None:
        code = follow_refusal(case["game"], options, case["led"], case["hand"], case["play"], t)
        return {"ok": code is None, "error": code}
    code = lead_refusal(case["game"], options, case["play"], t)
    actual = sorted(really_led(case["play"], case.get("others", []), t)) if code is None else None
    return {"ok": code is None, "error": code, "actual": actual}


def draw(case):
    h = reference.begin(case["game"], case.get("options", {}), case["context"], case["deck"])
    for at, action in enumerate(case["declares"]):
        code = reference.refusal(h, action)
        if code:
            return {"ok": False, "at": at, "error": code}
        reference.do_it(h, action)
    banker, trump, revealed = reference.close(h)
    return {"ok": True, "banker": banker, "trump": trump, "revealed": revealed}


def score(case):
    banker, offender = case["context"]["banker"], case.get("offender")
    h = {"game": case["game"], "options": {**defaults(), **case.get("options", {})}, "context": case["context"]}
    h |= {"level": case["context"]["levels"][banker % 2], "trump": case.get("trump")}
    h["trumps"] = {"trump": h["trump"], "level": h["level"], "tractor": h["options"]["tractor"], "twos": False}
    end = "played" if offender is None else "claim-upheld"
    last, lead = case.get("last_winner"), case.get("last_lead", ["3S"])
    return result(h, banker, end, offender, case.get("trick_points", 0), case.get("bottom", []), last, lead)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_it_answers_the_cases_of_the_page(case):
    answer = {"trick": trick, "legal": legal, "draw": draw, "score": score}[case["kind"]](case)
    expect = dict(case["expect"])
    if "actual" in expect and expect["actual"] is not None:
        expect["actual"] = sorted(expect["actual"])
    assert {key: answer[key] for key in expect} == expect, case["why"]


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
