"""The rows of a hand: filled alike, no pair broken, a label in each row."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from games.rules.cards import PACK_54
from games.table.display import MOST_IN_ROW, ONE_ROW, Group, rows

#: hands of two packs: cards, each once or twice, in groups by suit, each under its label
hands = st.lists(st.sampled_from(PACK_54), min_size=1, max_size=39).map(
    lambda cards: [card for card in sorted(set(cards)) for _ in range(min(2, cards.count(card)))]
)


def by_suit(cards: list[int]) -> list[Group]:
    suits: dict[int, list[int]] = {}
    for card in cards:
        suits.setdefault(card // 13, []).append(card)
    return [Group(f"suit {suit}", tuple(held)) for suit, held in suits.items()]


@given(hands)
def test_all_cards_lie_in_their_order_under_their_labels(cards: list[int]) -> None:
    groups = by_suit(cards)
    all_rows = rows(groups)
    assert [card for row in all_rows for group in row for card in group.cards] == cards
    label_of = {card: group.label for group in groups for card in group.cards}
    assert all(label_of[card] == group.label for row in all_rows for group in row for card in group.cards)


@given(hands)
def test_the_rest_of_a_broken_group_goes_on_with_it(cards: list[int]) -> None:
    parts = [group for row in rows(by_suit(cards)) for group in row]
    assert not parts[0].goes_on
    assert all(part.goes_on == (part.label == before.label) for before, part in pairwise(parts))


@given(hands)
def test_equal_cards_are_never_in_two_rows(cards: list[int]) -> None:
    counts = [Counter(card for group in row for card in group.cards) for row in rows(by_suit(cards))]
    assert all(not set(one) & set(other) for one, other in pairwise(counts))


@given(hands)
@example([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, *sorted([*range(13, 21), *range(13, 21), 21])])  # 11 and 17
def test_there_is_one_row_for_few_two_for_more_then_three(cards: list[int]) -> None:
    all_rows = rows(by_suit(cards))
    most = 1 if len(cards) <= ONE_ROW else 2 if len(cards) <= 2 * MOST_IN_ROW else 3
    assert len([row for row in all_rows if row]) <= most
    assert max(sum(len(group.cards) for group in row) for row in all_rows) <= max(MOST_IN_ROW, len(cards) // most + 1)


@given(hands)
def test_a_suit_stays_whole_where_no_row_grows_too_long_by_it(cards: list[int]) -> None:
    groups = by_suit(cards)
    all_rows = rows(groups)
    broken = len([group for row in all_rows for group in row]) - len(groups)
    if len(all_rows) == 2 and broken:
        sizes = [len(group.cards) for group in groups]
        whole = [max(sum(sizes[:at]), sum(sizes[at:])) for at in range(1, len(sizes))]
        assert not whole or min(whole) > MOST_IN_ROW


def test_in_a_hand_by_rank_no_pair_of_a_rank_is_broken() -> None:
    cards = sorted(range(0, 52, 3), key=lambda card: card % 13)
    all_rows = rows([Group("", tuple(cards))], most=8)
    ranks = [{card % 13 for group in row for card in group.cards} for row in all_rows]
    assert len(all_rows) > 1
    assert all(not one & other for one, other in pairwise(ranks))
