"""The players of climbing games: always legal, far better than chance, and never silly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from games.ai.bot import bot
from games.rules.big_two.state import at_lead as big_two_at_lead
from games.rules.cards import NAMES
from games.rules.core import Action
from games.rules.registry import GAMES
from games.rules.tien_len.state import at_lead as tien_len_at_lead
from games.rules.winner.state import at_lead as winner_at_lead
from games.titles.president.bot.core import seen
from tests.ai.cores import kin_twins
from tests.rules.chance import random_setup
from tests.rules.climbing import table
from tests.rules.climbing.table import FIRST, play

KEYS = ("winner", "big-two", "tien-len", "president")


def randomly(view: Any, rng: Random) -> Action:
    return rng.choice(GAMES[view.game].moves(view))


def whole_hand(key: str, setup: Any, players: Mapping[int, Any], rng: Random) -> Any:
    """Play a hand with players for some seats and the others at random, checking every action by the rules."""
    game = GAMES[key]
    state = game.start(setup)
    while state.to_act:
        seat = state.to_act[0]
        action = players.get(seat, randomly)(game.view(state, seat), rng)
        game.check(state, action)
        state = game.step(state, action)
    return state.result


@pytest.mark.parametrize("key", KEYS)
def test_it_is_always_legal_under_any_rules(key: str) -> None:
    rng = Random(5)
    for _ in range(40):
        setup = random_setup(GAMES[key], rng)
        seats = GAMES[key].seats(setup.options)
        assert whole_hand(key, setup, {seat: bot(key).choose for seat in range(0, seats, 2)}, rng)


@pytest.mark.parametrize(("key", "preset"), [(key, one.key) for key in KEYS for one in GAMES[key].presets])
def test_it_beats_chance_on_the_same_deals(key: str, preset: str) -> None:
    game, rng, firsts = GAMES[key], Random(7), Counter[bool]()
    chosen = next(dict(one.options) for one in game.presets if one.key == preset)
    options = game.resolve(chosen)
    for number in range(8):
        deck = list(game.pack(options))
        rng.shuffle(deck)
        setup = game.setup(chosen, bot(key).deal_context(options, tuple(deck), number, rng), tuple(deck))
        for seat in range(game.seats(options)):
            firsts[whole_hand(key, setup, {seat: bot(key).choose}, rng)["winner"] == seat] += 1
    share = firsts[True] / firsts.total()
    assert share > (0.65 if game.seats(options) == 2 else 0.5)


@pytest.mark.parametrize("key", KEYS)
def test_a_search_lays_the_moment_again_and_deals_what_the_seat_may_believe(key: str) -> None:
    game, rng, count = GAMES[key], Random(3), 0
    while count < 6:
        setup = random_setup(game, rng)
        state = game.start(setup)
        while state.to_act and state.phase == "play":
            view = game.view(state, state.to_act[0])
            question: Any = bot(key).question(view, rng)
            if question is not None and rng.random() < 0.2:
                count += 1
                template, world = question.template, question.world(rng, 1)[: len(state.hands)]
                assert (template.to_act, template.to_ask, template.passed, template.out) == (
                    (state.to_act, state.to_ask, state.passed, state.out)
                )
                assert [hand.bit_count() for hand in world] == [hand.bit_count() for hand in state.hands]
                assert world[view.seat] == state.hands[view.seat]
                assert not any(one & two for at, one in enumerate(world) for two in world[:at])
                question.value(question.world(rng, 1), 0)
                break
            state = game.step(state, bot(key).choose(view, rng))


@pytest.mark.parametrize("key", KEYS)
def test_the_players_of_playouts_choose_as_the_policy_does(key: str) -> None:
    same, decisions = kin_twins(key, 25, 3)
    assert decisions > 300
    assert same == decisions


#: game → a hand to lead, and the play that wins for certain, with which the rest is led at once
CERTAIN = {
    "winner": ("2S 2C QD", "2S 2C"),
    "big-two": ("2S 2C QD", "2S 2C"),
    "tien-len": ("AH KD QH JD 3D", "AH KD QH JD"),
}
OTHERS = ("5S 6H 7D 8C 9S TH", "5H 6D 7C 8S 9H TD", "5D 6C 7S 8H 9D TC")
AT_LEAD = {"winner": winner_at_lead, "big-two": big_two_at_lead, "tien-len": tien_len_at_lead}


@pytest.mark.parametrize("key", CERTAIN)
def test_what_only_lower_suits_could_answer_is_certain_to_win(key: str) -> None:
    hand, chosen = CERTAIN[key]
    state = table.with_hands(GAMES[key], AT_LEAD[key], FIRST, hand, *OTHERS)
    action = bot(key).choose(GAMES[key].view(state, 0), Random(1))
    assert set(action.cards) == set(play(0, chosen).cards)


@pytest.mark.parametrize(
    ("key", "hands", "offered"),
    [
        ("winner", ("4S 5C", "2S 2H 2D 6S"), {"2D", "2S"}),  # the lowest, and one that no 2C beats
        ("winner", ("4S 5C", "2H 2C 6S"), {"2C"}),  # neither is certain
        ("big-two", ("2C 5C", "2D 2H 2S QH TH 4H 3H 5H"), {"2H", "2S"}),  # 2H belongs to a flush
        ("big-two", ("2C 5C", "2D 2H 2S QH TH 4C 3H 5C"), {"2H"}),
        ("tien-len", ("4S 5C", "2S 2H 2C 6S"), {"2S", "2H"}),
    ],
)
def test_besides_the_lowest_of_a_rank_one_that_is_certain_to_win_is_weighed(
    key: str, hands: tuple[str, ...], offered: set[str]
) -> None:
    game = GAMES[key]
    options = {"jokers": False} if key == "winner" else {}
    lead = table.with_hands(game, AT_LEAD[key], FIRST, *hands, *OTHERS[1:], **options)
    state = table.after(game, lead, play(0, hands[0].split()[0]))
    weighed = [action for _, action in bot(key).weighed(game.view(state, 1), Random(1)) if action.do == "play"]
    assert offered == {NAMES[action.cards[0]] for action in weighed if NAMES[action.cards[0]][0] == "2"}


def test_a_flush_is_kept_by_a_card_that_wins_as_surely() -> None:
    game, hands = GAMES["big-two"], ("2C 5C 6C 7D 8S", "2S 2H 2D AS QH TH 4H 3H", "AD 5H 6D 8C 9H", "AC 5D 6S 7H 9D")
    state = table.after(game, table.with_hands(game, big_two_at_lead, FIRST, *hands), play(0, "2C"))
    worth = {action: worth for worth, action in bot("big-two").weighed(game.view(state, 1), Random(1))}
    assert worth[play(1, "2S")] > worth[play(1, "2H")]


def test_ranks_turned_around_twice_are_as_they_were() -> None:
    rng = Random(1)
    for _ in range(50):
        hand = rng.getrandbits(54)
        assert seen(seen(hand)) == hand
        assert seen(hand).bit_count() == hand.bit_count()
