"""What must hold for every game under all options: a new game in ``HOUSE`` is included automatically.

``SHOWN`` lists what a game shows to all besides the actions (turn-ups, a bottom turned up); games
that are not in it skip the tests of what a seat cannot know.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.rules import live_draw, record
from games.rules.cards import NAMES, names
from games.rules.core import Action, Game, Illegal, Malformed, Message, Played, Setup
from games.rules.registry import GAMES
from tests.faults.sizes import size
from tests.rules.chance import any_setup, random_hand, random_options, shuffled

every_game = pytest.mark.parametrize("game", [pytest.param(game, id=key) for key, game in GAMES.items()])
seeds = st.integers(0, 2**32).map(Random)
#: (module of a game, its actions) whose cards not everybody sees
SECRET = {("allfours", "discard"), ("shengji", "bury"), ("president", "give")}
#: (game, phase) in which the seats to act are listed by rank
IN_ORDER_OF_RANK = {("president", "exchange")}
#: this many legal actions stand for all where there are thousands
SAMPLE = 20


def sample(actions: Sequence[Action], rng: Random) -> list[Action]:
    """Return all actions if there are few, otherwise some of them."""
    if len(actions) <= SAMPLE:
        return list(actions)
    return [actions[rng.randrange(len(actions))] for _ in range(SAMPLE)]


def hands_of(game: Game, state: Any, seats: int) -> list[Counter[int]]:
    """Return the cards of each hand."""
    return [Counter(game.view(state, seat).hand) for seat in range(seats)]


@every_game
@settings(max_examples=25)
@given(rng=seeds)
def test_it_loses_and_makes_no_card(game: Game, rng: Random) -> None:
    setup = any_setup(game, rng)
    seats, deck = game.seats(setup.options), Counter(setup.deck)
    out: Counter[int] = Counter()
    before: Counter[int] = Counter()
    for state, action in random_hand(game, setup, rng):
        hands = hands_of(game, state, seats)
        held = sum(hands, Counter())
        left = before - held
        if action is not None:
            assert left <= Counter(cards_named(game, action))
        out += left
        assert held + out <= deck
        assert game.view(state, None).counts == tuple(hand.total() for hand in hands)
        before = held


@every_game
@settings(max_examples=25)
@given(rng=seeds)
def test_it_always_has_somebody_to_act_until_the_result(game: Game, rng: Random) -> None:
    setup = any_setup(game, rng)
    for state, _ in random_hand(game, setup, rng):
        if state.result is None:
            assert state.to_act
            assert state.phase != "over"
            assert len(state.to_act) == len(set(state.to_act))
            assert list(state.to_act) == sorted(state.to_act) or (game.key, state.phase) in IN_ORDER_OF_RANK
            assert all(len(game.moves(game.view(state, seat))) > 0 for seat in state.to_act)
        else:
            assert state.to_act == ()
            assert state.phase == "over"
            assert json.loads(json.dumps(state.result)) == state.result
            assert all(isinstance(message, Message) for message in game.explain(state).messages)


@every_game
@settings(max_examples=25)
@given(rng=seeds)
def test_it_offers_only_legal_moves(game: Game, rng: Random) -> None:
    setup = any_setup(game, rng)
    for state, _ in random_hand(game, setup, rng):
        actions = [] if state.result is not None else sample(game.legal(state), rng)
        for seat in range(game.seats(setup.options)):
            actions += sample(game.moves(game.view(state, seat)), rng)
        for action in actions:
            game.check(state, action)
            raw = json.loads(json.dumps(game.write_action(action)))
            assert game.read_action(raw, setup.options) == action


@every_game
@settings(max_examples=25)
@given(rng=seeds)
def test_it_refuses_with_a_code_of_its_page(game: Game, rng: Random) -> None:
    setup = any_setup(game, rng)
    raws: list[dict[str, Any]] = []
    for state, action in random_hand(game, setup, rng):
        if action is not None:
            raws.append(game.write_action(action))
        for raw in rng.sample(raws, min(4, len(raws))):
            try_anything(game, state, disturbed(raw, setup, rng), setup)


def try_anything(game: Game, state: Any, raw: dict[str, Any], setup: Setup) -> None:
    """Assert that an action is malformed, refused with a known code, or can be stepped."""
    try:
        action = game.read_action(raw, setup.options)
    except Malformed:
        return
    try:
        game.check(state, action)
    except Illegal as illegal:
        assert illegal.code in game.refusals
        assert illegal.code not in {"malformed", "wrong-result"}
        assert set(illegal.binds) <= set(setup.deck)
    else:
        assert state.result is None
        game.step(state, action)


def disturbed(raw: dict[str, Any], setup: Setup, rng: Random) -> dict[str, Any]:
    """Return a raw action with some of its values changed."""
    changed = dict(raw)
    for key, value in raw.items():
        if key == "do" or rng.random() < 0.5:
            continue
        if isinstance(value, int):
            changed[key] = rng.randint(-1, 7)
        elif isinstance(value, list):
            changed[key] = names(rng.sample(setup.deck, rng.randint(0, 7)))
        elif value in NAMES:
            changed[key] = NAMES[rng.choice(setup.deck)]
    return changed


@every_game
@settings(max_examples=25)
@given(rng=seeds)
def test_it_verifies_its_own_record(game: Game, rng: Random) -> None:
    setup = any_setup(game, rng)
    states, actions = hand_of(game, setup, rng)
    result = states[-1].result
    written = record.write(game, setup, actions, result)
    read = record.parse(json.dumps(written))
    assert read == written
    assert record.read(read) == (game, setup, actions)
    assert record.verify(read) == {"ok": True, "finished": True, "result": result}
    at = rng.randrange(len(actions)) if actions else 0
    if at < len(actions):
        unfinished = record.write(game, setup, actions[:at], None)
        expected = {"ok": True, "finished": False, "to_act": list(states[at].to_act)}
        assert record.verify(unfinished) == expected


def hand_of(game: Game, setup: Setup, rng: Random) -> tuple[list[Any], list[Action]]:
    """Return the states and the actions of a random hand."""
    played = list(random_hand(game, setup, rng))
    return [state for state, _ in played], [action for _, action in played if action is not None]


@every_game
@settings(max_examples=10)
@given(rng=seeds)
def test_it_chains_the_hands_of_a_match(game: Game, rng: Random) -> None:
    options = game.resolve(random_options(game, rng))
    played: list[Played] = []
    for _ in range(5):
        standing = game.standing(options, played)
        assert standing.over == bool(standing.winners)
        if standing.over:
            assert set(standing.winners) <= set(range(game.seats(options)))
            return
        deck = shuffled(game, options, rng)
        context = game.following(options, played, deck, rng)
        setup = game.setup(record.chosen(game, options), json.loads(json.dumps(context)), deck)
        assert setup.options == options
        assert setup.context == context
        states, _ = hand_of(game, setup, rng)
        played.append(Played(context, states[-1].result))


@every_game
@settings(max_examples=10)
@given(rng=seeds)
def test_it_can_be_played_while_the_cards_are_drawn(game: Game, rng: Random) -> None:
    setup = any_setup(game, rng)
    state = live_draw.start(game, setup)
    if not live_draw.drawing(game, state):
        assert live_draw.close(game, state) is None
        return
    assert (state.phase, state.to_act) == ("draw", ())
    closing = live_draw.close(game, state)
    assert closing is not None
    assert not closing.recorded
    game.check(state, closing)
    state, actions = game.step(state, closing), [closing]
    assert not live_draw.drawing(game, state)
    while state.result is None:
        action = rng.choice(game.legal(state))
        state = game.step(state, action)
        actions.append(action)
    written = record.write(game, setup, actions, state.result)
    assert record.verify(written) == {"ok": True, "finished": True, "result": state.result}


# --- what a seat cannot know ------------------------------------------------------------------


def shown_in_all_fours(view: Any) -> tuple[set[int], Any]:
    return set(view.turned), (view.turned, view.answers, view.scores)


def shown_in_pitch(view: Any) -> tuple[set[int], Any]:
    return set(), (view.trump, view.bound, view.highest, view.answers, view.scores)


def shown_in_california_jack(view: Any) -> tuple[set[int], Any]:
    drawn = {card for cards in view.drawn for card in cards if card is not None}
    return drawn | ({view.top} - {None}), (view.trump, view.top, view.drawn)


def shown_in_winner(view: Any) -> tuple[set[int], Any]:
    exchange = view.exchange
    return set() if exchange is None else {exchange.tribute}, exchange


def shown_in_big_two(view: Any) -> tuple[set[int], Any]:
    odd = set() if view.odd is None else {view.odd.card}
    return odd | ({view.lowest} - {None}), (view.odd, view.lowest, view.last_card, view.passed_out)


def shown_in_tien_len(view: Any) -> tuple[set[int], Any]:
    odd = set() if view.odd is None else {view.odd.card}
    return odd | ({view.lowest} - {None}), (view.odd, view.lowest, view.passed_out, view.chop, view.chops)


def shown_in_president(view: Any) -> tuple[set[int], Any]:
    """The leader's card is shown; of exchanges only who has given."""
    exchanges = [(exchange.payer, exchange.taker, exchange.count, exchange.has_given) for exchange in view.exchanges]
    return {view.lowest} - {None}, (view.lowest, exchanges, view.turned, view.skipped, view.places, view.passed_out)


def shown_in_shengji(view: Any) -> tuple[set[int], Any]:
    cards = set(view.revealed) if view.drawn is None else {*view.revealed, view.drawn.card}
    trumps = (view.trumps_made, view.trump, view.banker, view.revealed, view.drawn, view.points)
    return cards, (trumps, view.trick, view.last_trick, view.failed, view.last_failed)


#: by game, from an onlooker's view: the cards shown to all besides those that actions name, and
#: whatever else everybody is told that depends on hidden cards
SHOWN: dict[str, Callable[[Any], tuple[set[int], Any]]] = {
    "all-fours": shown_in_all_fours,
    "pitch": shown_in_pitch,
    "california-jack": shown_in_california_jack,
    "winner": shown_in_winner,
    "big-two": shown_in_big_two,
    "tien-len": shown_in_tien_len,
    "president": shown_in_president,
    "forty": shown_in_shengji,
    "eighty": shown_in_shengji,
}


def seen_in_president(view: Any) -> tuple[set[int], Any]:
    """The payer and the giver see the cards of their exchange."""
    own = [exchange for exchange in view.exchanges if view.seat in (exchange.payer, exchange.taker)]
    return {card for exchange in own for card in (*exchange.tribute, *exchange.gift)}, own


#: by game, from a seat's view: the cards that it is shown besides its hand, and what else it alone is told
SEEN: dict[str, Callable[[Any], tuple[set[int], Any]]] = {"president": seen_in_president}


def cards_named(game: Game, action: Action) -> list[int]:
    """Return the cards that an action names, from its record form."""
    raw = game.write_action(action)
    return [NAMES.index(name) for name in [*raw.get("cards", []), *([raw["card"]] if "card" in raw else [])]]


def secret(game: Game, action: Action) -> bool:
    return (game.module, action.do) in SECRET


def renamed(game: Game, action: Action, swap: dict[int, int], options: Any) -> Action:
    """Return a secret action with two cards swapped."""
    raw = game.write_action(action)
    raw["cards"] = names(swap.get(card, card) for card in cards_named(game, action))
    return game.read_action(raw, options)


def public_course(game: Game, states: Sequence[Any]) -> list[Any]:
    """Return what everybody sees: phases, turns, numbers of cards, what is told to all."""
    views = [game.view(state, None) for state in states]
    return [
        (view.phase, view.to_act, view.counts, SHOWN[game.key](view)[1] if game.key in SHOWN else None)
        for view in views
    ]


def private_course(game: Game, states: Sequence[Any], seat: int | None) -> list[Any]:
    """Return what a seat alone sees: the cards that it holds, what it alone is told."""
    if seat is None:
        return []
    views = [game.view(state, seat) for state in states]
    return [(view.hand, SEEN[game.key](view)[1] if game.key in SEEN else None) for view in views]


def known_cards(game: Game, states: Sequence[Any], actions: Sequence[Action], seat: int | None) -> set[int]:
    """Return the cards that a seat has held or seen: by its hands, the actions, what was shown."""
    known = {card for action in actions if not secret(game, action) for card in cards_named(game, action)}
    for state in states:
        if seat is not None:
            view = game.view(state, seat)
            known |= set(view.hand) | (SEEN[game.key](view)[0] if game.key in SEEN else set())
        if game.key in SHOWN:
            known |= SHOWN[game.key](game.view(state, None))[0]
    return known


@pytest.mark.parametrize("game", [pytest.param(GAMES[key], id=key) for key in GAMES if key in SHOWN])
@settings(max_examples=size(20, 200))
@given(rng=seeds)
def test_it_shows_a_seat_nothing_that_it_cannot_know(game: Game, rng: Random) -> None:
    """Two cards that a seat has not seen swap names in the whole deck, and the same actions are
    repeated: if they are legal and look the same to everybody and to the seat itself, its view is the same."""
    setup = any_setup(game, rng)
    states, actions = hand_of(game, setup, rng)
    unfinished = sum(state.result is None for state in states)
    assume(unfinished)
    length = rng.randrange(unfinished)
    states, actions = states[: length + 1], actions[:length]
    seat = rng.choice([None, *range(game.seats(setup.options))])
    hidden = sorted(set(setup.deck) - known_cards(game, states, actions, seat))
    count = 0
    for _ in range(6):
        if len(hidden) < 2:
            break
        first, second = rng.sample(hidden, 2)
        again = swapped(game, setup, actions, {first: second, second: first})
        if again is None or public_course(game, again) != public_course(game, states):
            continue
        if private_course(game, again, seat) != private_course(game, states, seat):
            continue
        count += 1
        mine, theirs = game.view(states[-1], seat), game.view(again[-1], seat)
        assert mine == theirs
        assert repr(mine) == repr(theirs)
    assume(count)


@every_game
@settings(max_examples=30)
@given(rng=seeds)
def test_it_shows_no_card_before_it_is_drawn(game: Game, rng: Random) -> None:
    setup = any_setup(game, rng)
    state = live_draw.start(game, setup)
    dealt = rng.randint(0, live_draw.drawing(game, state))
    seat = rng.choice([None, *range(game.seats(setup.options))])
    view = live_draw.view(game, state, seat, dealt)
    known = {*view.hand, *SHOWN[game.key](view)[0]} if game.key in SHOWN else set(setup.deck)
    hidden = sorted(set(setup.deck) - known)
    if not live_draw.drawing(game, state) or len(hidden) < 2:
        return
    first, second = rng.sample(hidden, 2)
    swap = {first: second, second: first}
    deck = tuple(swap.get(card, card) for card in setup.deck)
    again = live_draw.view(game, live_draw.start(game, Setup(setup.options, setup.context, deck)), seat, dealt)
    assert repr(again) == repr(view)
    assert again == view


def swapped(game: Game, setup: Setup, actions: Sequence[Action], swap: dict[int, int]) -> list[Any] | None:
    """Return the states of the hand with two hidden cards swapped, ``None`` if it becomes illegal."""
    deck = tuple(swap.get(card, card) for card in setup.deck)
    actions = [renamed(game, action, swap, setup.options) if secret(game, action) else action for action in actions]
    try:
        fresh = Setup(setup.options, game.read_context(dict(setup.context), setup.options, deck), deck)
        return [state for state, _ in record.replay(game, fresh, actions)]
    except (Malformed, Illegal):
        return None
