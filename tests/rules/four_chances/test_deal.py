"""Cards dealt in packets (/rules/all-fours/#3, /rules/pitch/#3)."""

from __future__ import annotations

import pytest

from games.rules.four_chances.deal import packets, parcels


@pytest.mark.parametrize(
    "number, deal, sizes",
    [(6, "threes", (3, 3)), (7, "threes", (3, 3, 1)), (8, "threes", (3, 3, 2)), (3, "singles", (1, 1, 1))],
)
def test_it_deals_in_packets(number: int, deal: str, sizes: tuple[int, ...]) -> None:
    assert packets(number, deal) == sizes


def test_it_deals_to_the_eldest_first_and_to_the_dealer_last() -> None:
    deck = tuple(range(52))
    assert parcels(deck, 0, 4, 3, 1, "threes") == ((6, 7, 8, 11), (0, 1, 2, 9), (3, 4, 5, 10))
    assert parcels(deck, 10, 2, 2, 0, "singles") == ((10, 12), (11, 13))
