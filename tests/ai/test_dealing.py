"""Dealing the unseen cards: deals agree with what is known, and none is favoured."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.ai.dealing import Dealer


def test_every_deal_that_agrees_is_equally_likely() -> None:
    barred = [0b000011, 0, 0b000100]
    dealer = Dealer(range(6), [2, 2, 2], barred)
    possible = {
        tuple(tuple(sorted(order[start : start + 2])) for start in (0, 2, 4)) for order in permutations(range(6))
    }
    possible = {
        deal for deal in possible if not any(barred[at] >> card & 1 for at, cards in enumerate(deal) for card in cards)
    }
    rng, times = Random(1), 6000
    counts = Counter(tuple(tuple(sorted(cards)) for cards in dealer.deal(rng)) for _ in range(times))
    assert set(counts) == possible
    expected = times / len(possible)
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 2 * len(possible)


@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=14),
    st.lists(st.integers(0, 1023), min_size=3, max_size=3),
    st.integers(0, 2**32).map(Random),
)
def test_no_place_gets_what_it_cannot_hold(cards: list[int], barred: list[int], rng: Random) -> None:
    counts = [len(cards) // 3, len(cards) // 3, len(cards) - 2 * (len(cards) // 3)]
    dealer = Dealer(cards, counts, barred)
    if not dealer.possible:
        return
    dealt = dealer.deal(rng)
    assert [len(place) for place in dealt] == counts
    assert sorted(card for place in dealt for card in place) == sorted(cards)
    assert not any(barred[at] >> card & 1 for at, place in enumerate(dealt) for card in place)


def test_it_says_where_no_deal_agrees() -> None:
    assert not Dealer([1, 2], [1, 1], [0b110, 0]).possible
