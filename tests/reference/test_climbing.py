"""The references of Big Two, Tien Len and President on their pages' own cases, and the real rules beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, permutations
from random import Random
from types import ModuleType
from typing import Any

import pytest

from games.rules import big_two as real_big_two
from games.rules import president as real_president
from games.rules import tien_len as real_tien_len
from games.rules.big_two import combos as big_two_combos
from games.rules.big_two import options as big_two_options
from games.rules.cards import card, names
from games.rules.president import combos as president_combos
from games.rules.president import options as president_options
from games.rules.record import read
from games.rules.registry import GAMES
from games.rules.tien_len import combos as tien_len_combos
from games.rules.tien_len import options as tien_len_options
from tests.case_files import Cases, cases
from tests.reference import (
    big_two,
    big_two_hand,
    climbing,
    climbing_tables,
    president,
    president_hand,
    tien_len,
    tien_len_hand,
)
from tests.reference.comparing import REFERENCES
from tests.reference.winner_tables import any_play

Case = dict[str, Any]
PLAYS = 150


@dataclass(frozen=True)
class Both:
    """A game's reference, and the real functions that are compared with it."""

    page: ModuleType
    hand: ModuleType
    classify: Callable[..., Any]
    refusal: Callable[..., str | None]
    rules_of: Callable[..., Any]


BOTH = {
    "big-two": Both(big_two, big_two_hand, real_big_two.classify, big_two_combos.refusal, big_two_options.rules_of),
    "tien-len": Both(
        tien_len, tien_len_hand, real_tien_len.classify, tien_len_combos.refusal, tien_len_options.rules_of
    ),
    "president": Both(
        president, president_hand, real_president.classify, president_combos.refusal, president_options.rules_of
    ),
}
each_key = pytest.mark.parametrize("key", BOTH)


def options_of(case: Case) -> dict[str, Any]:
    options: dict[str, Any] = BOTH[case["game"]].hand.resolve(case.get("options", {}))
    return options


# --- the pages' cases ----------------------------------------------------------------------


@cases("classify", *BOTH)
def test_it_classifies(case: Case) -> None:
    combo = BOTH[case["game"]].hand.classify(case["cards"], options_of(case))
    assert combo == (None if case["type"] is None else {key: case[key] for key in ("type", "size", "rank", "suit")})


@cases("beats", *BOTH)
def test_it_says_what_beats_what(case: Case) -> None:
    hand, options = BOTH[case["game"]].hand, options_of(case)
    new, last = (hand.classify(case[key], options) for key in ("cards", "over"))
    turned = [case["turned"]] if "turned" in case else []
    assert hand.beat_error(new, last, options, *turned) == case.get("error")
    assert case["ok"] == ("error" not in case)


@cases("turn", *BOTH)
def test_it_passes_the_turn(case: Case) -> None:
    both = BOTH[case["game"]]
    hand = both.hand.new_hand(options_of(case), [list(cards) for cards in case["hands"]])
    hand |= {"phase": "play", "to_act": [case["leader"]], "first": case.get("first")}
    errors = []
    for seat, move in case["actions"]:
        action = {"seat": seat, "do": "pass"} if move == "pass" else {"seat": seat, "do": "play", "cards": move}
        errors.append(both.page.refusal(hand, action))
        if errors[-1] is None:
            both.page.carry_out(hand, action)
    if "error" in case:
        assert errors == [None] * (len(errors) - 1) + [case["error"]]
        return
    assert errors == [None] * len(errors)
    assert hand["to_act"] == ([] if case["next"] is None else [case["next"]])
    assert (hand["phase"] == "over") is case["over"]
    assert (hand["phase"] == "play" and hand["top"] is None) is case["lead"]
    assert "chops" not in case or hand["chops"] == case["chops"]
    assert "order" not in case or hand["result"]["order"] == case["order"]


@cases("standing", *BOTH)
def test_it_says_where_the_match_stands(case: Case) -> None:
    options = options_of(case) | {"players": len(case["points"][0])}
    standing = climbing.standing([{"points": points} for points in case["points"]], options)
    assert standing == {"scores": case["totals"], "winners": case["winners"]}
    assert bool(standing["winners"]) is case["over"]


@cases("deal", "big-two", "tien-len")
def test_it_deals(case: Case) -> None:
    context = {"dealer": case["dealer"], "winner": None, "loser": None}
    record = {"options": case["options"] | {"instant": False} if case["game"] == "tien-len" else case["options"]}
    hand = BOTH[case["game"]].page.begin(record | {"context": context, "deck": case["deck"]})
    assert [len(cards) for cards in hand["hands"]] == case["sizes"]
    assert [case["deck"].index(cards[0]) for cards in hand["hands"]] == case["first"]
    assert (hand["lowest"], hand["to_act"]) == (case["lowest"], [case["leader"]])


@cases("deal", "president")
def test_it_deals_all_cards(case: Case) -> None:
    deck = president_hand.pack(options_of(case))
    hand = president.begin(
        {"options": case["options"], "context": {"dealer": case["dealer"], "order": None}, "deck": deck}
    )
    assert [len(cards) for cards in hand["hands"]] == case["sizes"]
    assert [deck.index(cards[0]) for cards in hand["hands"]] == case["first"]


@cases("tribute", "president")
def test_it_takes_the_tribute(case: Case) -> None:
    assert president_hand.best_first(case["hand"])[: case["count"]] == case["cards"]


@cases("exchange", "president")
def test_it_says_who_pays_whom(case: Case) -> None:
    assert [list(paid) for paid in president_hand.tributes(options_of(case), case["order"])] == case["gives"]


@cases("instant", "tien-len")
def test_it_knows_what_wins_at_the_deal(case: Case) -> None:
    assert tien_len_hand.instant(case["hand"]) == case["instant"]


@cases("score", "big-two")
def test_it_scores_big_two(case: Case) -> None:
    winner = case["cards"].index([])
    assert big_two_hand.points(case["cards"], case["played"], winner, options_of(case)) == case["points"]
    assert climbing.loser([len(cards) for cards in case["cards"]], case["played"], winner) == case["loser"]


@cases("score", "tien-len")
def test_it_scores_tien_len(case: Case) -> None:
    hand = tien_len_hand.new_hand(options_of(case), case["cards"])
    hand |= {"made_a_play": case["played"], "order": case["order"]}
    tien_len_hand.finish(hand)
    assert (hand["result"]["points"], hand["result"]["loser"]) == (case["points"], case["loser"])


@cases("score", "president")
def test_it_scores_president(case: Case) -> None:
    assert president_hand.points(case["order"], options_of(case)) == case["points"]


def test_it_leaves_no_kind_of_case_out() -> None:
    own = {"deal", "score", "tribute", "exchange", "instant"}
    assert set(Cases(*BOTH).kinds()) == {"classify", "beats", "turn", "standing", "record"} | own


# --- the real rules beside the references -----------------------------------------------------


@each_key
def test_it_has_the_options_in_the_order_of_the_page(key: str) -> None:
    table = [(option.key, list(map(repr, option.values))) for option in GAMES[key].options]
    assert table == [(name, list(map(repr, values))) for name, values in BOTH[key].hand.VALUES.items()]


@each_key
def test_it_reads_and_compares_plays_as_the_real_rules_do(key: str) -> None:
    rng, both = Random(2), BOTH[key]
    for _ in range(PLAYS):
        options = both.hand.resolve(climbing_tables.random_options(both.hand.VALUES, rng))
        turned = [rng.random() < 0.5] if key == "president" else []
        rules, plays = both.rules_of(options), []
        for _ in range(12):
            cards = any_play(both.hand.pack(options), rng)
            expected, real = both.hand.classify(cards, options), both.classify(map(card, cards), options)
            assert expected == (real and {name: getattr(real, name) for name in expected or {}}), (cards, options)
            if expected is not None:
                plays.append((cards, expected, real))
        for (cards, new, real), (others, last, top) in permutations(plays, 2):
            if not set(cards) & set(others):
                error = both.hand.beat_error(new, last, options, *turned)
                assert both.refusal(real, top, rules, *turned) == error, (cards, others, options, turned)


@each_key
def test_it_lists_every_move_as_the_reference_judges_them(key: str) -> None:
    """In random hands, once they are small enough to try every subset."""
    reference = REFERENCES[key]
    count = 0
    for seed in range(40):
        rng = Random(seed)
        record = reference.tables.random_record(rng)
        game, setup, _ = read(record)
        state, hand = game.start(setup), reference.rules.begin(record)
        while state.to_act:
            seat = rng.choice(state.to_act)
            held = hand["hands"][seat]
            if state.phase == "play" and len(held) <= 8 and rng.random() < 0.3:
                plays = {tuple(names(getattr(action, "cards", ()))) for action in game.legal(state)}
                assert {tuple(sorted(cards)) for cards in plays} == allowed(reference.rules, hand, seat)
                count += 1
            raw = game.write_action(rng.choice([action for action in game.legal(state) if action.seat == seat]))
            state = game.step(state, game.read_action(raw, setup.options))
            reference.rules.carry_out(hand, raw)
    assert count > 40


def allowed(rules: ModuleType, hand: dict[str, Any], seat: int) -> set[tuple[str, ...]]:
    """Return the sets of cards that the reference lets a seat play, with the empty one for a pass."""
    held = hand["hands"][seat]
    subsets = [part for size in range(1, len(held) + 1) for part in combinations(sorted(held), size)]
    plays = {part for part in subsets if rules.refusal(hand, {"seat": seat, "do": "play", "cards": list(part)}) is None}
    return plays | ({()} if rules.refusal(hand, {"seat": seat, "do": "pass"}) is None else set())


def test_random_tables_reach_what_is_rare() -> None:
    """The comparison covers rare cases: chops of chops, late chops, bombs, turned ranks, skips and more."""
    rare: Counter[str] = Counter()
    for key in BOTH:
        for seed in range(60):
            rng = Random(seed)
            game, setup, _ = read(REFERENCES[key].tables.random_record(rng))
            state = game.start(setup)
            while state.to_act:
                before, choices = state, [rng.choice(game.legal(state)) for _ in range(3)]
                state = game.step(state, max(choices, key=lambda action: len(getattr(action, "cards", ()))))
                rare.update(seen_in(key, before, state))
            rare["instant"] += bool(state.result.get("instant"))
    expected = {"chop", "chop on chop", "late chop", "bomb", "straight flush", "flush", "turned", "skip", "instant"}
    assert expected <= set(rare), rare


def seen_in(key: str, before: Any, state: Any) -> list[str]:
    """Return the rare things that a step has brought about."""
    played = state.top if state.top is not None and state.top is not before.top else None
    if key == "president":
        return ["turned"] * state.turned + ["skip"] * (state.skipped is not None)
    if played is None:
        return []
    if key == "tien-len":
        late = bool(state.passed >> state.top_seat & 1) and state.rules.pass_out
        chop = state.chop is not None
        return ["chop"] * chop + ["chop on chop"] * (chop and before.chop is not None) + ["late chop"] * late
    bombs = before.top is not None and before.top.size < played.size
    return (
        ["bomb"] * bombs + ["flush"] * (played.type == "flush") + ["straight flush"] * (played.type == "straight-flush")
    )
