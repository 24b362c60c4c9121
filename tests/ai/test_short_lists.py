"""The moves that a search tries are varied, and include none that only seem good in playouts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from games import ai
from games.rules.cards import names
from games.rules.shengji.hands import NAMES_HELD, POINTS
from games.rules.shengji.trumps import TRUMP
from games.rules.shengji.view import table_of, unseen_by
from tests.ai.moments import views_of
from tests.faults.sizes import size

SEED = 4242
#: what counts as early: tricks of Eighty, cards in a hand of Winner, and in all other hands
TRICKS, MANY, OTHERS = 6, 9, 5
KINGS, ACES = {"K", "A", "2", "L", "B"}, {"A", "2", "L", "B"}
#: share of plays on which the policy may pass where the strong player does not
READILY = 0.1


def moments(key: str, deals: int) -> Iterator[Any]:
    """Yield the view of the seat to act throughout hands that the policy plays."""
    return views_of(key, deals, SEED, "policy")


def plays(view: Any) -> list[tuple[int, ...]]:
    """Return the cards of each play that a search tries."""
    decision = ai.question(view, Random(0))
    return [action.cards for action in decision.moves if action.do == "play"] if decision else []


# --- Eighty


def early_leads() -> Iterator[Any]:
    for view in moments("eighty", size(8, 60)):
        if view.phase == "play" and not view.trick and len(view.plays) < 4 * TRICKS:
            yield view


def test_a_trump_and_a_pair_of_trumps_are_tried_at_every_lead() -> None:
    count = 0
    for view in early_leads():
        choices, suits = plays(view), table_of(view).suits
        trumps = [card for card in view.hand if suits[card] == TRUMP]
        pairs = [card for card in trumps if trumps.count(card) == 2]
        count += bool(choices and pairs)
        if choices and trumps:
            assert any(len(cards) == 1 and suits[cards[0]] == TRUMP for cards in choices)
        if choices and pairs:
            assert any(cards == cards[:1] * 2 for cards in choices if suits[cards[0]] == TRUMP)
    assert count > 10


def test_no_two_single_cards_that_are_tried_do_alike() -> None:
    count = 0
    for view in moments("eighty", size(4, 40)):
        if view.phase != "play":
            continue
        table, unseen = table_of(view), unseen_by(view)
        for first, second in combinations([cards[0] for cards in plays(view) if len(cards) == 1], 2):
            count += 1
            if table.suits[first] != table.suits[second] or POINTS[first] != POINTS[second]:
                continue
            low, high = sorted((table.place[first], table.place[second]))
            alone = view.hand.count(first), view.hand.count(second)
            between = [
                card
                for card in range(NAMES_HELD)
                if table.suits[card] == table.suits[first]
                and low < table.place[card] <= high
                and unseen >> card & 1
                and card not in view.hand
            ]
            assert between or alone[0] != alone[1], names((first, second))
    assert count > 100


# --- Winner


def early(deals: int) -> Iterator[Any]:
    for view in moments("winner", deals):
        others = [count for seat, count in enumerate(view.counts) if seat != view.seat]
        if view.phase == "play" and len(view.hand) >= MANY and min(others) >= OTHERS:
            yield view


def ranks_of(cards: tuple[int, ...]) -> list[str]:
    """Return the ranks of cards; for a joker, which it is."""
    return [name[0] for name in names(cards)]


def is_bare(cards: tuple[int, ...]) -> bool:
    return len(cards) <= 2 and set(ranks_of(cards)) <= KINGS


def body_of(cards: tuple[int, ...]) -> tuple[str, set[str]]:
    """Return the rank of which a play has three or more, and the ranks that go along; both empty for other plays."""
    ranks = ranks_of(cards)
    bodies = [rank for rank in set(ranks) if ranks.count(rank) > 2]
    return (bodies[0], set(ranks) - {bodies[0]}) if len(bodies) == 1 else ("", set())


def test_no_high_card_is_tried_alone_at_a_lead_with_many_cards() -> None:
    leads = [view for view in early(size(20, 200)) if view.to_beat is None]
    assert len(leads) > 20
    assert not [names(cards) for view in leads for cards in plays(view) if is_bare(cards)]


def test_the_strong_player_leads_no_high_card_alone_with_many_cards() -> None:
    leads = [view for view in early(size(10, 48)) if view.to_beat is None]
    led = [ai.choose(view, "strong", Random(number)).cards for number, view in enumerate(leads)]
    assert not [names(cards) for cards in led if is_bare(cards)]


def test_no_ace_two_or_joker_goes_along_with_others_early_and_no_cards_are_tried_twice() -> None:
    for view in early(size(20, 200)):
        bodies = [(len(cards), *body_of(cards)) for cards in plays(view) if body_of(cards)[0]]
        assert not [extras for _, _, extras in bodies if extras & ACES]
        with_extras = [(count, body) for count, body, extras in bodies if extras]
        assert len(with_extras) == len(set(with_extras))


def test_the_players_of_playouts_pass_no_more_readily_than_the_strong_player() -> None:
    follows = [view for view in early(size(8, 60)) if view.to_beat is not None and len(plays(view)) > 0]
    passes = {
        level: sum(ai.choose(view, level, Random(number)).do == "pass" for number, view in enumerate(follows))
        for level in ("policy", "strong")
    }
    assert len(follows) > 20
    assert passes["policy"] <= passes["strong"] + READILY * len(follows)
