"""The reference of Winner on the page's own cases, and the real rules beside it."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random
from typing import Any

from games.rules.cards import card
from games.rules.climbing.moves import Plays
from games.rules.winner import score
from games.rules.winner.combos import classify, refusal, unbeatable
from games.rules.winner.moves import answers, leads
from games.rules.winner.options import rules_of
from games.rules.winner.order import ORDER, mask_of
from tests.case_files import Cases
from tests.reference import winner, winner_hand, winner_tables

CASES = Cases("winner")
PLAYS = 600


def options_of(case: dict[str, Any]) -> dict[str, Any]:
    return winner_hand.resolve(case.get("options", {}))


@CASES.of_kind("classify")
def test_it_classifies(case: dict[str, Any]) -> None:
    combo = winner_hand.classify(case["cards"], options_of(case))
    if case["type"] is None:
        assert combo is None
    else:
        assert combo == {key: case[key] for key in ("type", "size", "rank", "suit")}


@CASES.of_kind("beats")
def test_it_says_what_beats_what(case: dict[str, Any]) -> None:
    new, last = (winner_hand.classify(case[key], options_of(case)) for key in ("cards", "over"))
    assert new is not None and last is not None
    assert winner_hand.beat_error(new, last, options_of(case)) == case.get("error")
    assert case["ok"] == ("error" not in case)


@CASES.of_kind("unbeatable")
def test_it_knows_what_nothing_beats(case: dict[str, Any]) -> None:
    options = options_of(case)
    relead = options["relead"] and not options["bomb"] and winner_hand.is_unbeatable(case["cards"], options)
    assert relead is case["unbeatable"]


@CASES.of_kind("deal")
def test_it_deals(case: dict[str, Any]) -> None:
    options = options_of(case)
    deck = winner_hand.pack(options)
    hands = winner_hand.deal(deck, case["dealer"], options["players"])
    assert [len(cards) for cards in hands] == case["sizes"]
    assert [deck.index(cards[0]) for cards in hands] == case["first"]


@CASES.of_kind("tribute")
def test_it_takes_the_tribute(case: dict[str, Any]) -> None:
    assert winner_hand.tribute(case["hand"]) == case["card"]


@CASES.of_kind("score")
def test_it_scores(case: dict[str, Any]) -> None:
    first = case.get("winner", case["left"].index(0))
    triple = options_of(case)["triple"]
    assert winner_hand.points(case["left"], case["played"], first, triple) == case["points"]
    assert winner_hand.loser(case["left"], case["played"], first) == case["loser"]


@CASES.of_kind("turn")
def test_it_passes_the_turn(case: dict[str, Any]) -> None:
    hand = winner_hand.new_hand(options_of(case), case["hands"])
    hand |= {"phase": "play", "to_act": [case["leader"]]}
    for seat, move in case["actions"]:
        action = {"seat": seat, "do": "pass"} if move == "pass" else {"seat": seat, "do": "play", "cards": move}
        assert winner.refusal(hand, action) is None
        winner_hand.carry_out(hand, action)
    assert hand["to_act"] == ([] if case["next"] is None else [case["next"]])
    assert (hand["phase"] == "over") is case["over"]
    assert (hand["phase"] == "play" and hand["top"] is None) is case["lead"]


def test_it_leaves_no_kind_of_case_out() -> None:
    kinds = {"classify", "beats", "unbeatable", "deal", "tribute", "score", "turn", "record"}
    assert set(CASES.kinds()) == kinds


def test_it_reads_and_compares_plays_as_the_real_rules_do() -> None:
    rng = Random(2)
    for _ in range(PLAYS):
        options = winner_hand.resolve(winner_tables.random_options(rng))
        rules = rules_of(options)
        plays = []
        for _ in range(12):
            names = winner_tables.any_play(winner_hand.pack(options), rng)
            expected, real = winner_hand.classify(names, options), classify(map(card, names), options)
            assert expected == (real and {key: getattr(real, key) for key in expected or {}}), (names, options)
            if expected is None or real is None:
                continue
            relead = options["relead"] and not options["bomb"] and winner_hand.is_unbeatable(names, options)
            assert unbeatable(real, rules) is relead, (names, options)
            plays.append((names, expected, real))
        for (names, new, real), (others, last, top) in permutations(plays, 2):
            if not set(names) & set(others):
                assert refusal(real, top, rules) == winner_hand.beat_error(new, last, options), (names, others, options)


def test_it_scores_as_the_real_rules_do() -> None:
    rng = Random(3)
    for _ in range(2000):
        players, first = rng.choice([3, 4]), rng.randrange(3)
        left = [rng.choice([1, 5, 9, 10, 11, 12, 13, 14, 17, 18]) for _ in range(players)]
        left = [min(left[0], 13 + (seat > 1)) for seat in range(players)] if rng.random() < 0.4 else left
        left[first] = 0
        played = [seat == first or rng.random() < 0.6 for seat in range(players)]
        triple = rng.choice(["none-played", "seventeen"])
        real = score.points(left, played, first, seventeen=triple == "seventeen" and players == 3)
        assert real == winner_hand.points(left, played, first, triple)
        assert score.loser(left, played, first) == winner_hand.loser(left, played, first)


def test_it_lists_every_combination_of_a_hand() -> None:
    rng = Random(1)
    for _ in range(12):
        options = winner_hand.resolve(winner_tables.random_options(rng))
        deck = winner_tables.random_deck(options, 0, rng)
        held = winner_hand.deal(deck, 0, options["players"])[0][:9]
        rules, mask = rules_of(options), mask_of(map(card, held))
        combos = {}
        for size in range(1, len(held) + 1):
            for chosen in combinations(held, size):
                combo = winner_hand.classify(list(chosen), options)
                if combo is not None:
                    combos[mask_of(map(card, chosen))] = combo
        assert sorted(Plays(0, leads(mask, rules), ORDER, passing=False).masks()) == sorted(combos)
        others = winner_hand.deal(deck, 0, options["players"])[1]
        for _ in range(40):
            shape = (*rng.choice(winner_tables.SHAPES), rng.randint(0, 2))
            cards = list(dict.fromkeys(winner_tables.some_cards(others, rng, shape)))
            last, top = winner_hand.classify(cards, options), classify(map(card, cards), options)
            assert (last is None) == (top is None)
            if last is None or top is None:
                continue
            higher = [play for play, combo in combos.items() if winner_hand.beat_error(combo, last, options) is None]
            assert sorted(Plays(0, answers(mask, top, rules), ORDER, passing=False).masks()) == sorted(higher)
