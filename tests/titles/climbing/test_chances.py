"""What a hand needs without some of its cards is what the remaining cards need, however it is computed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from games.rules.big_two import options as big_two_options
from games.rules.cards import cards as cards_of
from games.rules.climbing.order import RANK_BITS, bits_of
from games.rules.president import options as president_options
from games.rules.registry import GAMES
from games.rules.tien_len import options as tien_len_options
from games.rules.winner import options as winner_options
from games.titles.big_two.bot import chances as big_two
from games.titles.big_two.bot import core as big_two_core
from games.titles.climbing.bot.chances import CONTROL
from games.titles.climbing.bot.layout import SINGLE
from games.titles.climbing.bot.opinion import Opinion
from games.titles.president.bot import chances as president
from games.titles.president.bot import core as president_core
from games.titles.tien_len.bot import chances as tien_len
from games.titles.tien_len.bot import core as tien_len_core
from games.titles.winner.bot import chances as winner
from games.titles.winner.bot import core as winner_core

#: game → its kernels, and their form of the standard rules
PLAYERS = {
    "big-two": (big_two_core.KERNELS, big_two.terms_of(big_two_options.rules_of(GAMES["big-two"].resolve({})))),
    "tien-len": (tien_len_core.KERNELS, tien_len.terms_of(tien_len_options.rules_of(GAMES["tien-len"].resolve({})))),
    "president": (
        president_core.KERNELS,
        president.terms_of(president_options.rules_of(GAMES["president"].resolve({}))),
    ),
    "winner": (winner_core.KERNELS, winner.terms_of(winner_options.rules_of(GAMES["winner"].resolve({})))),
}
SIZES = [9, 4, 11]


def opinion(key: str, hand: int, unseen: int) -> Opinion:
    """Return a player's opinion of a hand."""
    return Opinion(*PLAYERS[key], hand, unseen, SIZES)


def hands(rng: Random, count: int) -> Iterator[tuple[int, int, int]]:
    """Yield a hand, what others may hold and some cards of the hand, at times of few suits, so as to have flushes."""
    for number in range(count):
        cards = [1 << at for at in range(52) if number % 3 or at % 4 < 2]
        rng.shuffle(cards)
        hand, unseen = sum(cards[:13]), sum(cards[13:])
        yield hand, unseen, sum(rng.sample(cards[:13], rng.randrange(1, 6)))


def needed(key: str, sight: Opinion, cards: int) -> float:
    """Return what cards need, with or without a flush."""
    ways = [sight.needs(cards)]
    for suit in range(4) if key == "big-two" else ():
        for ranks in map(sum, combinations(bits_of(cards >> suit & RANK_BITS), 5)):
            chance = big_two.five(sight.table, sight.weights, big_two.LEVEL_FLUSH, (ranks.bit_length() - 1) >> 2)
            ways.append(1 - CONTROL * chance + sight.needs(cards ^ ranks << suit))
    return min(ways)


@pytest.mark.parametrize("key", PLAYERS)
def test_what_a_hand_needs_without_some_cards_is_what_the_others_need(key: str) -> None:
    for hand, unseen, cards in hands(Random(4), 300):
        sight = opinion(key, hand, unseen)
        assert sight.needs_without(cards) == pytest.approx(needed(key, sight, hand ^ cards))


@pytest.mark.parametrize("key", PLAYERS)
def test_a_play_never_saves_more_than_its_cards_cost(key: str) -> None:
    """The quick estimate relies on this: a play that it values low is not examined closely."""
    for hand, unseen, _ in hands(Random(5), 300):
        sight = opinion(key, hand, unseen)
        low = hand & -hand
        _, cost = sight.of((SINGLE, 1, low.bit_length() - 1 & (~3 if key == "president" else ~0), low, 0))
        assert sight.needs_without(low) >= sight.needs_without(0) - cost - 1e-9


@pytest.mark.parametrize(
    ("others", "sizes", "twos", "certain"),
    [
        ("5C 7C 8S 8C 9D TS", (6, 2), "2H", True),
        ("5C 8D 8H 8S 8C TS", (6, 2), "2H", False),  # a four
        ("5C 8D 8H 8S 8C TS", (3, 3), "2H", True),  # which nobody has the cards for
        ("5C 5S 6C 6D 7S 7H", (6, 2), "2H", False),  # three pairs in a row
        ("5C 5S 6C 6D 7S 7H", (6, 2), "2S 2H", True),  # of which two twos need four
        ("5C 5S 6C 6D 7S 7H 8S 8H", (8, 2), "2S 2H", False),
    ],
)
def test_a_two_is_certain_where_nobody_can_hold_what_chops_it(
    others: str, sizes: tuple[int, ...], twos: str, certain: bool
) -> None:
    rules = tien_len_options.rules_of(GAMES["tien-len"].resolve({}))
    hand, unseen, two = (rules.order.mask_of(cards_of(text)) for text in (f"{twos} 4D", others, twos))
    sight = Opinion(*PLAYERS["tien-len"], hand, unseen, sizes)
    chance, _cost = sight.of(tien_len_core.part_of(two, rules))
    assert (chance == 1.0) is certain
