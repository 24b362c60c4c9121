"""The deals that AI players imagine: each agrees with all that the seat knows.

Each world is turned into a deck, from which the actions seen are replayed by the rules: every one
must be legal, and the seat's view at the end must be the one it had.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games import ai
from games.ai.chance import chance_of
from games.ai.compiled import PLAIN
from games.rules.cards import names
from games.rules.four_chances.actions import Play as OneCard
from games.rules.four_chances.following import playable
from games.rules.registry import GAMES
from games.rules.shengji.actions import Play
from games.rules.shengji.hands import cards_of, hand_of, plus
from games.rules.shengji.shapes import longest_run, places
from games.rules.shengji.state import ALONE, Ground, State, trumps_in
from games.rules.winner.order import BIT
from games.titles.allfours.bot.worlds import begun, hands_dealer
from games.titles.shengji.bot.core import WORLD
from games.titles.shengji.bot.terms import terms_of
from games.titles.shengji.bot.worlds import Worlds, dealt_world
from tests.ai.cores import middle
from tests.rules.chance import random_setup
from tests.rules.shengji.hands import at_play

seeds = st.integers(0, 2**32).map(Random)
few_examples = settings(max_examples=60)


def dealt(worlds: Worlds, rng: Random) -> list[int]:
    """Return a world of Forty or Eighty as kernels hold it."""
    world = [0] * WORLD
    dealt_world(worlds.terms.numbers, *worlds.tables(PLAIN), chance_of(rng, PLAIN), world, 0)
    return world


def first_lead(state: Any, view: Any, rng: Random) -> Any:
    """Return the state at the first lead in a world: the hands that all must have held."""
    world, terms = dealt(Worlds(view), rng), terms_of(trumps_in(state))
    held = [list(terms.cards(world[player], world[4 + player])) for player in range(4)]
    bottom = terms.cards(world[8], world[9])
    for action in view.plays:
        held[action.seat] += action.cards
    old = state.ground
    ground = Ground(old.deal, old.declared, old.trumps, old.banker, old.revealed, bottom, False)
    hands = tuple(hand_of(cards) for cards in held)
    assert [hand.bit_count() for hand in hands] == [len(cards) for cards in held]
    return State(ground, "play", ALONE[old.banker], None, hands, leaders=(old.banker,))


@pytest.mark.parametrize("key", ["forty", "eighty"])
@few_examples
@example(rng=Random(3001))  # a pair that would have made a tractor with one played since
@given(rng=seeds)
def test_a_world_of_forty_or_eighty_plays_as_it_was_played(key: str, rng: Random) -> None:
    game = GAMES[key]
    state = middle(game, rng, discipline="enforced", throw=False)
    seat = rng.randrange(4)
    view = game.view(state, seat)
    again = first_lead(state, view, rng)
    owned = [
        cards_of(plus(again.hands[player], hand_of(again.ground.buried if player == view.banker else ())))
        for player in range(4)
    ]
    assert all(card in owned[declaration.seat] for declaration in view.declared for card in declaration.cards)
    for action in view.memory:
        if isinstance(action, Play):
            game.check(again, action)
            again = game.step(again, action)
    assert again.leaders == state.leaders
    final = game.view(again, seat)
    assert (final.hand, final.counts, final.points, final.best) == (view.hand, view.counts, view.points, view.best)


@few_examples
@given(rng=seeds)
def test_cards_shown_in_a_throw_that_failed_are_where_they_were_shown(rng: Random) -> None:
    game = GAMES["eighty"]
    state = middle(game, rng, discipline="enforced", throw=True)
    view = game.view(state, rng.randrange(4))
    again = first_lead(state, view, rng)
    start = [cards_of(hand) for hand in again.hands]
    for index, cards in state.notes.failed:
        seat = state.plays[index].seat
        assert all(start[seat].count(card) >= cards.count(card) for card in cards)


@pytest.mark.parametrize(("follow", "most"), [("tractor", 1), ("longest", 1), ("pairs", None)])
def test_who_has_denied_a_tractor_is_dealt_none(follow: str, most: int | None) -> None:
    """Seat 1 follows a tractor of two with two pairs that form none: it may have pairs left, but no tractor."""
    pack = names(GAMES["eighty"].pack({}))
    fixed = ["KS KS QS QS", "9S 9S 5S 5S 7S 3S", "3S 4S", "4S"]
    for card in " ".join(fixed).split():
        pack.remove(card)
    Random(3).shuffle(pack)
    hands = [[*hand.split(), *(pack.pop() for _ in range(25 - len(hand.split())))] for hand in fixed]
    # The guessing seat holds no spades but its two: others may have any tractor.
    hands[2] = [*fixed[2].split(), *[card for card in hands[2][2:] if card[1] != "S"]]
    hands[2] += [card for card in pack if card[1] != "S"][: 25 - len(hands[2])]
    state = at_play("eighty", [" ".join(hand) for hand in hands], follow=follow)
    plays = [["KS", "KS", "QS", "QS"], ["5S", "5S", "9S", "9S"]]
    for seat, cards in enumerate(plays):
        action = GAMES["eighty"].read_action({"seat": seat, "do": "play", "cards": cards}, {})
        GAMES["eighty"].check(state, action)
        state = GAMES["eighty"].step(state, action)
    worlds, rng = Worlds(GAMES["eighty"].view(state, 2)), Random(4)
    table = trumps_in(state)
    lengths = []
    for _ in range(600):
        twice = dealt(worlds, rng)[4 + 1]
        pairs = sum(1 << worlds.terms.card[bit] for bit in range(54) if twice >> bit & 1)
        lengths.append(longest_run(places(table, pairs & table.both[0])))
    assert max(lengths) <= most if most is not None else max(lengths) > 1


@few_examples
@given(rng=seeds)
def test_a_world_of_all_fours_agrees_with_what_was_seen(rng: Random) -> None:
    game = GAMES["all-fours"]
    state = middle(game, rng, discipline="enforced")
    seat = rng.randrange(state.table.players)
    view = game.view(state, seat)
    dealer = hands_dealer(view)
    hands = [tuple(sorted(cards)) for cards in dealer.deal(rng)[:-1]]
    hands[seat] = tuple(sorted(view.hand))
    assert [len(hand) for hand in hands] == list(view.counts)
    played = [action for action in view.memory if isinstance(action, OneCard)]
    held = [list(hand) for hand in hands]
    for action in played:
        held[action.seat].append(action.card)
    assert len({card for hand in held for card in hand}) == sum(map(len, held))
    assert not {*view.turned, *view.discards} & {card for hand in hands for card in hand}
    trick: list[int] = []
    for action in played:
        assert action.card in playable(tuple(held[action.seat]), trick, state.trump)
        held[action.seat].remove(action.card)
        trick = [*trick, action.card] if len(trick) + 1 < view.seats else []


@few_examples
@given(rng=seeds)
def test_a_deck_of_all_fours_looks_as_what_was_seen(rng: Random) -> None:
    game = GAMES["all-fours"]
    setup = random_setup(game, rng)
    state = game.start(setup)
    while state.result is None and state.phase in ("beg", "answer", "discard"):
        for seat in state.to_act:
            view = game.view(state, seat)
            again = game.view(begun(view, rng), seat)
            assert (again.hand, again.turned, again.phase, again.counts) == (
                view.hand,
                view.turned,
                view.phase,
                view.counts,
            )
        state = game.step(state, rng.choice(game.legal(state)))


@few_examples
@given(rng=seeds)
def test_a_world_of_winner_holds_the_unseen_cards(rng: Random) -> None:
    game = GAMES["winner"]
    state = middle(game, rng)
    seat = state.to_act[0]
    view = game.view(state, seat)
    decision = ai.question(view, rng)
    if decision is None:
        return
    world = decision.world(rng, 1)[: view.seats]
    assert [hand.bit_count() for hand in world] == list(view.counts)
    assert sum(world) == sum(state.hands)
    if view.exchange is not None and view.exchange.gift is not None:
        for holder, card in ((view.exchange.winner, view.exchange.tribute), (view.exchange.loser, view.exchange.gift)):
            assert bool(world[holder] & BIT[card]) == bool(state.hands[holder] & BIT[card])
