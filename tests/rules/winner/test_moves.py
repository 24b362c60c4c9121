"""The list of plays is complete, compared with every subset of small hands."""

from __future__ import annotations

from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.cards import cards
from games.rules.climbing.combos import Combo
from games.rules.climbing.moves import Plays
from games.rules.core import Setup
from games.rules.winner.actions import PASSES, Play
from games.rules.winner.candidates import candidates
from games.rules.winner.combos import combo_of, refusal
from games.rules.winner.moves import answers, leads
from games.rules.winner.options import Rules, rules_of
from games.rules.winner.order import BIT, DIAMONDS, ORDER, mask_of
from games.rules.winner.state import at_lead
from games.rules.winner.view import WinnerView
from tests.rules.winner.table import FIRST, GAME, options


@st.composite
def tight_hands(draw: st.DrawFn, size: int) -> int:
    """Return a hand of few ranks, so that there is much to combine."""
    ranks = draw(st.lists(st.integers(0, 12), min_size=2, max_size=5, unique=True))
    run = draw(st.integers(0, 12))
    heights = [4 * rank + suit for rank in {*ranks, *((run + step) % 13 for step in range(3))} for suit in range(4)]
    chosen = draw(st.lists(st.sampled_from([*heights, 52, 53]), min_size=1, max_size=size, unique=True))
    return sum(1 << height for height in chosen)


def combos_in(hand: int, rules: Rules) -> list[Combo]:
    bits = [1 << height for height in range(54) if hand >> height & 1]
    sets = (sum(taken) for size in range(1, len(bits) + 1) for taken in combinations(bits, size))
    return [combo for mask in sets if (combo := combo_of(mask, rules)) is not None]


@settings(max_examples=200)
@given(tight_hands(9), options)
def test_it_lists_every_lead_once(hand: int, chosen: dict[str, object]) -> None:
    rules = rules_of(GAME.resolve(chosen))
    masks = list(Plays(0, leads(hand, rules), ORDER, passing=False).masks())
    assert sorted(masks) == sorted(combo.mask for combo in combos_in(hand, rules))


@settings(max_examples=200)
@given(tight_hands(8), tight_hands(6), options, st.integers(0, 1 << 30))
def test_it_lists_every_answer_once(hand: int, other: int, chosen: dict[str, object], seed: int) -> None:
    rules = rules_of(GAME.resolve(chosen))
    led = combos_in(other & ~hand, rules)
    mine = combos_in(hand, rules)
    for top in Random(seed).sample(led, min(12, len(led))):
        masks = list(Plays(0, answers(hand, top, rules), ORDER, passing=True).masks())
        assert sorted(masks) == sorted(combo.mask for combo in mine if refusal(combo, top, rules) is None)


def test_it_is_a_sequence() -> None:
    plays = Plays(2, leads(mask_of(cards("3D 4C 5H 5S 6D")), rules_of(GAME.resolve({}))), ORDER, passing=True)
    assert list(plays) == [plays[at] for at in range(len(plays))]
    assert plays[-1] == PASSES[2]
    assert list(plays[-2:]) == [plays[-2], plays[-1]]
    assert Play(2, cards("3D 4C 5H 6D")) in plays


def test_it_counts_a_full_hand_of_leads() -> None:
    hand = (DIAMONDS * 15) & ((1 << 16) - 1) | BIT[53] | BIT[52]
    rules = rules_of(GAME.resolve({"joker_pair": True, "triple_straight_min": 2}))
    plays = Plays(0, leads(hand, rules), ORDER, passing=False)
    assert len(plays) == len(set(plays.masks())) == len(list(plays))


def view_of(hand: int, chosen: dict[str, object]) -> WinnerView:
    resolved = GAME.resolve(chosen)
    others = [1] * (resolved["players"] - 1)
    return GAME.view(at_lead(Setup(resolved, FIRST, ()), (hand, *others), 0), 0)


@settings(max_examples=60)
@given(tight_hands(18), options)
def test_it_offers_few_candidates_all_legal(hand: int, chosen: dict[str, object]) -> None:
    view = view_of(hand, chosen)
    legal = set(GAME.moves(view))
    plays = candidates(view)
    assert plays and set(plays) <= legal
    assert len(plays) == len(set(plays)) < 160
