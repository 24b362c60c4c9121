"""The real rules of Big Two, Tien Len and President beside their references: plays, moves and rare cases."""

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
from tests.reference import big_two_hand, climbing_tables, president_hand, tien_len_hand
from tests.reference.comparing import REFERENCES
from tests.reference.winner_tables import any_play

PLAYS = 150


@dataclass(frozen=True)
class Both:
    """A game's reference, and the real functions that are compared with it."""

    hand: ModuleType
    classify: Callable[..., Any]
    refusal: Callable[..., str | None]
    rules_of: Callable[..., Any]


BOTH = {
    "big-two": Both(big_two_hand, real_big_two.classify, big_two_combos.refusal, big_two_options.rules_of),
    "tien-len": Both(tien_len_hand, real_tien_len.classify, tien_len_combos.refusal, tien_len_options.rules_of),
    "president": Both(president_hand, real_president.classify, president_combos.refusal, president_options.rules_of),
}
each_key = pytest.mark.parametrize("key", BOTH)


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
