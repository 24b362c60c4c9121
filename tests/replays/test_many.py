"""Records of many hands by AI players, under random options: what is exported is right."""

from __future__ import annotations

import json
import os
from random import Random

import pytest

from games import ai
from games.replays import records
from games.replays.timeline import course
from games.rules import live_draw, proof, record
from games.rules.registry import GAMES

SOAK = os.environ.get("SOAK") == "1"
HANDS = dict.fromkeys(GAMES, 1000) if SOAK else {"all-fours": 60, "winner": 40, "forty": 30, "eighty": 12}
SALT = bytes(range(32))


def played(game, rng):
    """Return a finished hand under random options, as setup and actions; AI players of random levels
    play it, and in every other draw they show what they hold as it comes."""
    while True:
        chosen = {one.key: rng.choice(one.values) for one in game.options if rng.random() < 0.3}
        try:
            options = game.resolve(chosen)
            deck = list(game.pack(options))
            rng.shuffle(deck)
            setup = game.setup(chosen, game.following(options, (), tuple(deck), rng), tuple(deck))
            break
        except record.Malformed:
            continue  # options that do not go together
    levels = [rng.choice(("random", "random", "novice", "beginner", "policy")) for _ in range(game.seats(options))]
    actions = list(declared(game, setup, rng)) if rng.random() < 0.5 else []
    state = game.start(setup)
    for action in actions:
        state = game.step(state, action)
    while state.result is None:
        seat = state.to_act[0]
        action = ai.choose(game.view(state, seat), levels[seat], rng)
        actions.append(action)
        state = game.step(state, action)
    return setup, actions, state.result


def declared(game, setup, rng):
    """Yield what is shown while the cards are drawn, one by one."""
    state = live_draw.start(game, setup)
    for count in range(1, live_draw.drawing(game, state) + 1):
        view = live_draw.view(game, state, live_draw.receiver(game, state, count), count)
        action = ai.declare(view, "policy", rng)
        if action is not None:
            state = game.step(state, action)
            yield action


@pytest.mark.parametrize("key", HANDS)
def test_every_record_is_accepted_and_none_with_anything_changed(key):
    game, rng = GAMES[key], Random(2)
    shown = 0
    for _ in range(HANDS[key]):
        setup, actions, result = played(game, rng)
        shown += any(action.do == "declare" for action in actions)
        line = records.line(course(game, setup, actions))
        answer = next(record.answers([line]))
        assert answer == {"ok": True, "finished": True, "result": result}
        right = json.loads(line)
        proof_line = json.dumps(proof.opened(SALT, right["deck"]))
        assert next(record.answers([line], [proof_line]))["ok"]
        for spoil in (_result, _order, _card):
            changed = json.loads(line)
            spoil(changed, rng)
            if changed != right:
                assert not next(record.answers([json.dumps(changed)], [proof_line]))["ok"], (spoil, line)
    assert shown or key not in ("forty", "eighty")


def _result(value, rng):
    value["result"]["more"] = 1


def _order(value, rng):
    """Exchange two actions of different players; a hand of two that begins with another is refused too."""
    actions = value["actions"]
    places = [at for at in range(len(actions) - 1) if actions[at]["seat"] != actions[at + 1]["seat"]]
    turns = [at for at in places if {actions[at]["do"], actions[at + 1]["do"]} == {"play"}]
    if turns:
        at = rng.choice(turns)
        actions[at], actions[at + 1] = actions[at + 1], actions[at]


def _card(value, rng):
    """Exchange two cards of the deck: the hand may still be legal, but it is not the one committed to."""
    first, second = rng.sample(range(len(value["deck"])), 2)
    deck = value["deck"]
    deck[first], deck[second] = deck[second], deck[first]
