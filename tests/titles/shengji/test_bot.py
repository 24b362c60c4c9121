"""The AI player of Forty and Eighty: always legal, clearly better than chance, never silly."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import fmean
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ai import arena
from games.ai.compiled import PLAIN
from games.rules.cards import cards, names
from games.rules.core import Setup
from games.rules.registry import GAMES
from games.rules.shengji.actions import Play
from games.rules.shengji.hands import cards_of, hand_of, names_of
from games.rules.shengji.view import View, table_of
from games.titles.shengji.bot import players
from games.titles.shengji.bot.chances import misses, seen_from
from games.titles.shengji.bot.mind import Mind
from games.titles.shengji.bot.player import FORTY as bot
from games.titles.shengji.bot.playing import settled, weighed_plays
from games.titles.shengji.bot.search import question
from games.titles.shengji.bot.terms import tables_of, terms_of
from tests.rules.chance import random_setup
from tests.rules.shengji.hands import at_play, deck_with, play, shuffled


def played(key: str, setup: Setup, clever: set[int], rng: Random) -> Any:
    """Return a finished hand in which some seats play by policy, the others at random."""
    game = GAMES[key]
    state = game.start(setup, live=True)
    for dealt in range(1, game.drawing(state) + 1):
        for seat in clever:
            action = bot.declare(game.view(state, seat, dealt=dealt), rng)
            if action is not None:
                game.check(state, action)
                state = game.step(state, action)
    state = game.step(state, game.close(state))
    while state.result is None:
        seat = state.to_act[0]
        if seat in clever:
            action = bot.choose(game.view(state, seat), rng)
            game.check(state, action)
        else:
            action = rng.choice(game.legal(state))
        state = game.step(state, action)
    return state


@pytest.mark.parametrize("key", ["forty", "eighty"])
@settings(max_examples=12)
@given(rng=st.integers(0, 2**32).map(Random))
def test_it_plays_legally_under_all_options(key: str, rng: Random) -> None:
    state = played(key, random_setup(GAMES[key], rng), {0, 1, 2, 3}, rng)
    assert state.result["end"] == "played"


@pytest.mark.parametrize(("key", "deals"), [("forty", 12), ("eighty", 8)])
def test_it_beats_chance_on_the_same_deals(key: str, deals: int) -> None:
    """Each deal is played twice, with the policy as declarers and as challengers."""
    rng = Random(1)
    challenging, defending = 0, 0
    for seed in range(deals):
        context = {"levels": ["5", "5"], "banker": seed % 4, "first": seed % 4}
        setup = GAMES[key].setup({}, context, shuffled(key, seed))
        for team in (0, 1):
            points = played(key, setup, {team, team + 2}, rng).result["points"]
            if team == seed % 2:
                defending += points
            else:
                challenging += points
    assert challenging > 1.5 * defending


def test_it_makes_the_same_choice_of_the_same_view() -> None:
    game = GAMES["eighty"]
    state = game.start(random_setup(game, Random(9)))
    while state.result is None:
        view = game.view(state, state.to_act[0])
        action = bot.choose(view, Random(5))
        assert action == bot.choose(view, Random(5))
        state = game.step(state, action)


def chosen(state: Any, key: str) -> str:
    """Return the cards that the seat to act plays."""
    action = bot.choose(GAMES[key].view(state, state.to_act[0]), Random(0))
    GAMES[key].check(state, action)
    return " ".join(names(action.cards))


def full(*hands: str) -> list[str]:
    """Return four hands of ten cards: those given, filled up in turn with cards that are neither
    spades nor point-bearing hearts."""
    dealt = [hand.split() for hand in hands]
    rest = [name for name in names(GAMES["forty"].pack({})) if not any(name in hand for hand in dealt)]
    rest = [name for name in rest if name[1] != "S" and name not in ("5H", "TH", "KH")]
    while any(len(hand) < 10 for hand in dealt):
        for hand in dealt:
            hand += [rest.pop(0)] if len(hand) < 10 else []
    return [" ".join(hand) for hand in dealt]


#: hearts are trumps; the cards led and followed before the seat that chooses, then what it should play
FORTY = {
    "it gives points to the partner's sure trick": (["AS", "3S", "4S KS QD 6C", "6S 8S"], 2, "KS"),
    "it keeps points from the other side": (["AS", "3S TS 9S", "4S", "6S"], 1, "3S"),
    "it does not trump the partner's sure trick": (["AS", "3S", "3H 8H QD KD", "6S"], 2, "KD TD KC TC"),
    "it trumps a trick with points cheaply": (["KS", "TS", "5S", "3H BJ 9H"], 3, "3H"),
    "it wins last with what is just enough": (["TS", "6S", "3S", "JS AS"], 3, "JS"),
    "it plays low where it cannot win": (["AS", "3S", "4S", "KS 7S"], 3, "7S"),
}


@pytest.mark.parametrize("name", FORTY)
def test_it_follows_with_sense(name: str) -> None:
    hands, seat, expected = FORTY[name]
    state = play(at_play("forty", full(*hands)), "forty", *(hand.split()[0] for hand in hands[:seat]))
    assert chosen(state, "forty") in expected.split()


def test_it_cashes_an_ace_and_leads_no_lone_king_or_ten() -> None:
    hands = full("AS KD TC 8H 4H", "3S 4S 9S AD", "5S 6S JS QD AC", "7S 8S")
    assert chosen(at_play("forty", hands, buried=""), "forty") == "AS"
    hands = full("KD TC 8H 4H 3D 4D", "3S AD", "5S QD AC", "7S")
    assert chosen(at_play("forty", hands, buried=""), "forty") not in {"KD", "TC"}


def test_it_leads_a_sure_tractor_in_eighty() -> None:
    hands = ["AS AS KS KS 3D 5C 7C 4H", "3S 4S 5S 6S 6D 7D 8C 9C", "3S 4S 5S 6S 6D 7D 8C 9C", "7S 7S 8S 8S 8D 9D TC TC"]
    assert chosen(at_play("eighty", hands), "eighty") == "KS KS AS AS"


@settings(max_examples=6)
@given(rng=st.integers(0, 2**32).map(Random))
def test_it_throws_only_what_is_certain(rng: Random) -> None:
    game = GAMES["eighty"]
    context = {"levels": ["5", "5"], "banker": 0, "first": 0}
    setup = game.setup({"throw": True}, context, shuffled("eighty", rng.randrange(10**6)))
    assert played("eighty", setup, {0, 1, 2, 3}, rng).notes.failed == ()


def test_it_declares_a_long_suit_and_not_a_short_one() -> None:
    game = GAMES["forty"]
    context = {"levels": ["2", "2"], "banker": None, "first": 0}
    long = {0: "2H", 4: "AH", 8: "KH", 12: "3H", 16: "9H", 1: "2S", 5: "3D", 9: "4D", 13: "5C", 17: "6C"}
    deck = tuple(cards(" ".join(deck_with("forty", long))))
    state = game.start(game.setup({}, context, deck), live=True)
    assert bot.declare(game.view(state, 0, dealt=20), Random(0)).cards == cards("2H")
    assert bot.declare(game.view(state, 1, dealt=20), Random(0)) is None


@pytest.mark.parametrize("key", ["forty", "eighty"])
def test_it_buries_no_trumps_and_no_aces_while_it_has_others(key: str) -> None:
    game = GAMES[key]
    context = {"levels": ["5", "5"], "banker": 0, "first": 0}
    for seed in range(20):
        state = game.start(game.setup({}, context, shuffled(key, seed)))
        action = bot.choose(game.view(state, 0), Random(0))
        table = state.ground.trumps
        trumps = table.members[4] & hand_of(action.cards)
        assert not names_of(trumps)
        assert not any(card % 13 == 12 for card in action.cards)


def decisions(key: str, deals: int) -> Iterator[tuple[View, list[tuple[float, Play]]]]:
    """Yield the decisions of the policy in some deals, with the value of each play to it."""
    game = GAMES[key]
    for number, setup in arena.deals(game, {}, deals, 5):
        rng = Random(number)
        state = game.start(setup)
        while state.result is None:
            view = game.view(state, state.to_act[0])
            if view.phase == "play":
                ranked = weighed_plays(view, rng)
                if len(ranked) > 1:
                    yield view, ranked
                state = game.step(state, ranked[0][1])
            else:
                state = game.step(state, bot.choose(view, rng))


def of_players(view: View) -> tuple[int, ...] | None:
    """Return the play that playouts make, ``None`` where they go by the rules alone."""
    terms, mind = terms_of(table_of(view)), Mind(view)
    assert view.seat is not None
    tables = (*tables_of(terms, PLAIN), misses(PLAIN))
    voids = sum(1 << 5 * seat + suit for seat, suit in mind.void)
    held, hidden = terms.holding(view.hand), terms.holding(cards_of(mind.hidden))
    seen = seen_from(tables[0], view.seat, *held, *hidden, voids)
    if not view.trick:
        _worth, top, pairs, _ = players.lead(seen, *tables, 0.0, -1)
        bits = range(top - max(pairs, 1) + 1, top + 1)
        return tuple(sorted(terms.card[bit] for bit in bits for _ in range(2 if pairs else 1)))
    lead = view.trick[0].cards
    best = next(action for action in view.trick if action.seat == view.best)
    assert view.best is not None
    ours, left = not (view.best ^ view.seat) & 1, 3 - len(view.trick)
    trick = terms.table.suits[lead[0]], terms.bit[best.cards[0]], ours, left, view.pot
    if len(lead) == 1:
        return (terms.card[players.single(seen, *tables, *trick, -1).bit],)
    return tuple(sorted(terms.card[bit] for bit in players.pair(seen, *tables, *trick))) if len(lead) == 2 else None


@pytest.mark.parametrize(("key", "deals", "alike"), [("forty", 4, 1.0), ("eighty", 3, 0.97)])
def test_players_of_playouts_choose_as_the_policy_does(key: str, deals: int, alike: float) -> None:
    same = []
    for view, ranked in decisions(key, deals):
        if (cards := of_players(view)) is not None:
            best = {action.cards for gain, action in ranked if gain > ranked[0][0] - 1e-6}
            same.append(cards in best)
    assert len(same) > 100
    assert sum(same) >= alike * len(same)


@pytest.mark.parametrize("key", ["forty", "eighty"])
def test_what_players_of_the_policy_did_fits_the_real_deal_best(key: str) -> None:
    game, misfits = GAMES[key], []
    for number, setup in arena.deals(game, {}, 3, 6):
        rng, state = Random(number), game.start(setup)
        while state.result is None:
            view = game.view(state, state.to_act[0])
            decision = question(view, rng) if view.phase == "play" and view.trick_number in (5, 9) else None
            if decision is not None:
                others = [decision.misfit(decision.world(rng, 1)) for _ in range(5)]
                misfits.append((decision.misfit(decision.truth(state)), fmean(others)))
            state = game.step(state, bot.choose(view, rng))
    assert fmean(real for real, _ in misfits) < 0.5 < 2.0 < fmean(others for _, others in misfits)


def test_a_deal_against_which_more_speaks_is_chosen_less_often() -> None:
    game = GAMES["forty"]
    _, setup = next(arena.deals(game, {}, 1, 7))
    rng, state = Random(1), game.start(setup)
    while state.phase != "play" or len(state.leaders) < 8:
        state = game.step(state, bot.choose(game.view(state, state.to_act[0]), rng))
    decision = question(game.view(state, state.to_act[0]), rng)
    any_deal = fmean(decision.misfit(decision.world(rng, 1)) for _ in range(400))
    chosen = fmean(decision.misfit(decision.world(rng, 4)) for _ in range(400))
    assert chosen < 0.65 * any_deal


def test_who_holds_the_ten_brings_it_home_on_a_trick_of_their_partner() -> None:
    held = ["AS", "3S", "4S TS QD 6C", "6S 8S"]
    state = play(at_play("forty", full(*held)), "forty", "AS", "3S")
    view = GAMES["forty"].view(state, 2)
    worth_trying = settled(view, weighed_plays(view, Random(1)))
    assert {*names(tuple(action.cards[0] for _, action in worth_trying))} == {"TS"}
