"""What a hand needs when some of its cards are gone is what the cards left need, however it is reckoned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from games.rules.big_two import options as big_two_options
from games.rules.climbing.order import RANK_BITS, bits_of
from games.rules.president import options as president_options
from games.rules.registry import GAMES
from games.titles.big_two.bot import sight as big_two
from games.titles.climbing.bot.sight import CONTROL
from games.titles.president.bot import sight as president
from games.titles.tien_len.bot import sight as tien_len

BIG_TWO = big_two_options.rules_of(GAMES["big-two"].resolve({}))
PRESIDENT = president_options.rules_of(GAMES["president"].resolve({}))
SIZES = [9, 4, 11]
SIGHTS: dict[str, Callable[[int, int], Any]] = {
    "big-two": lambda hand, unseen: big_two.Sight(hand, unseen, SIZES, BIG_TWO),
    "tien-len": lambda hand, unseen: tien_len.Sight(hand, unseen, SIZES),
    "president": lambda hand, unseen: president.Sight(hand, unseen, SIZES, PRESIDENT, True),
}


def hands(rng: Random, count: int) -> Iterator[tuple[int, int, int]]:
    """Yield a hand, what others may hold and some cards of the hand, at times of few suits: there are flushes then."""
    for number in range(count):
        cards = [1 << at for at in range(52) if number % 3 or at % 4 < 2]
        rng.shuffle(cards)
        hand, unseen = sum(cards[:13]), sum(cards[13:])
        yield hand, unseen, sum(rng.sample(cards[:13], rng.randrange(1, 6)))


def needed(key: str, sight: Any, cards: int) -> float:
    """Return what cards need, with a flush or without."""
    ways: list[float] = [sight.needs(cards)]
    for suit in range(4) if key == "big-two" else ():
        for ranks in map(sum, combinations(bits_of(cards >> suit & RANK_BITS), 5)):
            chance = big_two.chances(tuple(SIZES))["flush"][(ranks.bit_length() - 1) >> 2]
            ways.append(1 - CONTROL * chance + sight.needs(cards ^ ranks << suit))
    return min(ways)


@pytest.mark.parametrize("key", SIGHTS)
def test_what_a_hand_needs_without_some_cards_is_what_the_others_need(key: str) -> None:
    for hand, unseen, gone in hands(Random(4), 300):
        sight = SIGHTS[key](hand, unseen)
        assert sight.needs_without(gone) == pytest.approx(needed(key, sight, hand ^ gone))


@pytest.mark.parametrize("key", SIGHTS)
def test_a_play_never_saves_more_than_its_cards_cost(key: str) -> None:
    """A quick look goes by this: what seems worth little by it is not looked at closely."""
    for hand, unseen, _ in hands(Random(5), 300):
        sight = SIGHTS[key](hand, unseen)
        low = hand & -hand
        _, cost = sight.of(("single", 1, low.bit_length() - 1 & (~3 if key == "president" else ~0), low, 0))
        assert sight.needs_without(low) >= sight.needs_without(0) - cost - 1e-9
