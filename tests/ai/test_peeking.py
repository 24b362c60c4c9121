"""AI players see what their seat sees and nothing else, and choose the same again.

The cards that a seat cannot know change places; the same seed must give the same move.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games import ai
from games.ai import arena
from games.rules.cards import NUMBERS, names
from games.rules.climbing.state import State as Climbing
from games.rules.core import Setup
from games.rules.registry import GAMES
from games.rules.shengji.hands import cards_of as shengji_cards
from games.rules.shengji.hands import hand_of
from games.rules.shengji.state import State as Shengji
from games.rules.winner.state import State as Winner
from tests.ai.cores import middle
from tests.faults.sizes import SOAK, size

#: games with published playouts: their worlds too must be drawn from what the seat sees
SEARCHER = "strong" if SOAK else "intermediate"
POSITIONS = size(10, 200)
#: moves of each game that are repeated from their log
LOGGED = size(4, 250)
PLAIN: dict[str, dict[str, Any]] = {
    "all-fours": {"discipline": "enforced", "discard": "none"},
    "pitch": {},
    "california-jack": {},
    "winner": {},
    "big-two": {},
    "tien-len": {},
    "president": {},
    "forty": {"discipline": "enforced"},
    "eighty": {"discipline": "enforced"},
}


def exchanged(key: str, state: Any, seat: int, rng: Random) -> Any:
    """Return a state in which the cards a seat cannot see have changed places, as far as its view allows."""
    if isinstance(state, Climbing):
        order = state.rules.order
        # in Winner all see the exchange, in President only the two who make it
        swaps = [swap for swap in state.exchange if isinstance(state, Winner) or seat in (swap.payer, swap.taker)]
        shown = {card for swap in swaps for card in order.cards_of(swap.tribute | (swap.gift or 0))}
        shown |= {state.odd.card} if state.odd is not None else set()
        hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in order.cards_of(hand)]
        free = [card for card in hidden if card not in shown]
        rng.shuffle(free)
        hands = list(state.hands)
        for other in range(len(hands)):
            if other != seat:
                visible = [card for card in order.cards_of(hands[other]) if card in shown]
                count = hands[other].bit_count() - len(visible)
                hands[other] = order.mask_of(visible + free[:count])
                del free[:count]
        other_deal = state.copy()
        other_deal.hands = tuple(hands)
        return other_deal
    if isinstance(state, Shengji):
        others = [other for other in range(4) if other != seat]
        pool = [card for other in others for card in shengji_cards(state.hands[other])]
        # what the banker has put away is known to them alone
        ground, away = state.ground, () if state.ground.banker == seat else state.ground.buried
        pool += away
        rng.shuffle(pool)
        if away:
            ground = replace(ground, buried=tuple(sorted(pool[: len(away)])))
            del pool[: len(away)]
        hands = list(state.hands)
        for other in others:
            count = hands[other].bit_count()
            hands[other] = hand_of(pool[:count])
            del pool[:count]
        return with_slots(state, ground=ground, hands=tuple(hands))
    deck, view = state.table.setup.deck, GAMES[key].view(state, seat)
    dealt = getattr(state.course, "dealt", len(deck) - view.stock)
    # the next card of an open stock is seen, and so is what others have drawn from it
    dealt += getattr(view, "top", None) in deck[dealt : dealt + 1]
    seen = {card for cards in getattr(view, "drawn", ()) for card in cards}
    pool = [card for other, hand in enumerate(state.hands) if other != seat for card in hand if card not in seen]
    pool += deck[dealt:]
    rng.shuffle(pool)
    moved = []
    for other, hand in enumerate(state.hands):
        known = [card for card in hand if other == seat or card in seen]
        count = len(hand) - len(known)
        moved.append(tuple(sorted(known + pool[:count])))
        del pool[:count]
    setup = Setup(state.table.setup.options, state.table.setup.context, (*deck[:dealt], *pool))
    return state._replace(table=state.table._replace(setup=setup), hands=tuple(moved))


def with_slots(state: Any, **changed: Any) -> Any:
    """Return a copy of a state with some of its slots changed."""
    return type(state)(**{name: changed.get(name, getattr(state, name)) for name in state.__slots__})


def chosen(view: Any) -> Any:
    """Return what a search chooses, from the same seed each time."""
    return ai.choose(view, SEARCHER, Random(11))


@pytest.mark.parametrize("key", GAMES)
def test_it_moves_the_same_whatever_the_others_hold(key: str) -> None:
    rng, game = Random(5), GAMES[key]
    for _ in range(POSITIONS):
        state = middle(game, rng, **PLAIN[key])
        seat = state.to_act[0]
        other = exchanged(key, state, seat, rng)
        assert chosen(game.view(other, seat)) == chosen(game.view(state, seat))


def logged_moves(key: str, moves: int) -> Iterator[tuple[Setup, list[dict[str, Any]], int, int]]:
    """Yield moves of hands as they are logged: the deal, the hand's actions, which of them it is, and
    the seed of the choice."""
    game = GAMES[key]
    for number, setup in arena.deals(game, {}, moves, 31):
        state, actions, seeds = game.start(setup), [], {}
        while state.result is None and len(seeds) < moves:
            view = game.view(state, state.to_act[0])
            seed = hash((number, len(actions)))
            action = ai.choose(view, "intermediate", Random(seed))
            if len(game.moves(view)) > 1:
                seeds[len(actions)] = seed
            actions.append(game.write_action(action))
            state = game.step(state, action)
        yield from ((setup, actions, at, seed) for at, seed in seeds.items())
        moves -= len(seeds)
        if moves <= 0:
            return


@pytest.mark.parametrize("key", GAMES)
def test_logged_moves_are_made_again_the_same(key: str) -> None:
    game, moves = GAMES[key], 0
    for setup, actions, at, seed in logged_moves(key, LOGGED):
        text = json.loads(json.dumps(actions))
        deck = tuple(NUMBERS[name] for name in names(setup.deck))
        state = game.start(game.setup(dict(setup.options), dict(setup.context), deck))
        for raw in text[:at]:
            state = game.step(state, game.read_action(raw, setup.options))
        view = game.view(state, state.to_act[0])
        assert game.write_action(ai.choose(view, "intermediate", Random(seed))) == text[at]
        moves += 1
    assert moves == LOGGED


@pytest.mark.parametrize("key", GAMES)
def test_a_move_can_be_made_again(key: str) -> None:
    rng, game = Random(6), GAMES[key]
    for level in ("novice", "beginner", "casual", "intermediate"):
        for number in range(3):
            state = middle(game, rng, **PLAIN[key])
            view = game.view(state, state.to_act[0])
            assert ai.choose(view, level, Random(number)) == ai.choose(view, level, Random(number))
