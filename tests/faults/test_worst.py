"""The worst legal input: any choice is judged, any record up to 1 MiB answered. Goal A7."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from random import Random

import pytest

from games.rules import record
from games.rules.cards import NAMES
from games.rules.core import Illegal, Malformed
from games.rules.registry import GAMES
from tests.faults.sizes import reached, size
from tests.rules.chance import random_hand, random_setup

pytestmark = pytest.mark.slow
PLAYED = ("all-fours", "winner", "forty", "eighty")


def choices(rules, state, setup, rng):
    """Return odd choices for the player to act: their whole hand, halves of it, cards of the pack."""
    seat = state.to_act[0]
    hand = list(rules.view(state, seat).hand)
    for cards in (
        hand,
        hand[::2],
        hand[:-1],
        rng.sample(hand, min(len(hand), rng.randint(1, 12))),
        list(setup.deck)[:40],
    ):
        for do in ("play", "bury", "discard", "declare"):
            action = rules.action_class(do)
            is_single = action is not None and "card" in action.form and cards
            cards_field = {"card": NAMES[cards[0]]} if is_single else {"cards": [NAMES[card] for card in cards]}
            yield seat, {"seat": seat, "do": do, **cards_field}


@pytest.mark.parametrize("game", PLAYED)
def test_any_choice_is_judged(game):
    rules, rng, many, worst, count = GAMES[game], Random(9), size(50, 5000), 0.0, 0
    while count < many:
        setup = random_setup(rules, rng)
        for state, _ in random_hand(rules, setup, rng):
            if state.result is not None or not state.to_act or rng.random() < 0.8:
                continue
            for _seat, raw in choices(rules, state, setup, rng):
                began = time.perf_counter()
                with suppress(Illegal, Malformed):
                    rules.check(state, rules.read_action(raw, setup.options))
                worst = max(worst, time.perf_counter() - began)
                count += 1
    reached("A7", f"{game}: {count} choices judged, the slowest in {worst * 1000:.1f} ms")


def records():
    """Return records of about a megabyte that cause as much work as they can."""
    rng = Random(1)
    rules = GAMES["eighty"]
    setup = random_setup(rules, rng)
    actions = [rules.write_action(action) for _, action in random_hand(rules, setup, rng) if action is not None]
    whole = {"format": "cardsite-hand/1", "game": "eighty", "options": {}, "context": dict(setup.context)}
    whole |= {"deck": [NAMES[card] for card in setup.deck], "actions": actions}
    yield "many actions", whole | {"actions": actions * 400}
    yield "many cards", whole | {"deck": whole["deck"] * 1500}
    yield "one long play", whole | {"actions": [{"seat": 0, "do": "play", "cards": ["7S"] * 150_000}]}
    yield "many options", whole | {"options": {f"option{number}": number for number in range(40_000)}}
    yield "deep context", whole | {"context": {"x": [[[[0] * 100] * 100] * 10] * 3}}
    yield "huge numbers", whole | {"context": {"dealer": 10**4000}}


@pytest.mark.parametrize(("what", "value"), list(records()), ids=lambda one: one if isinstance(one, str) else "")
def test_a_large_record_is_answered(what, value):
    began = time.perf_counter()
    answer = record.verify(value)
    seconds = time.perf_counter() - began
    assert answer["ok"] is False
    assert len(json.dumps(answer)) < 1000
    reached("A7", f"a record with {what}: refused in {seconds * 1000:.0f} ms")
